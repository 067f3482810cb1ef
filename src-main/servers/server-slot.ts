import type { Clock } from '../kernel/clock.ts';
import { type Failure, failure } from '../kernel/failure.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { RegisteredServer } from '../registry/registry.ts';
import type { Redactor } from '../secrets/redactor.ts';
import { backOffPause, countsForBackOff, SETTLED_MS } from './back-off.ts';
import type { ConnectionState, Link } from './connection.ts';
import { connectionFingerprint } from './may-run.ts';
import type { OpenLink } from './open-link.ts';
import type { OpenServerOptions } from './open-server.ts';
import { StderrLog } from './stderr-log.ts';

const SIGN_EVERY_MS = 250;

export interface SlotParts {
  readonly id: string;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly open: (
    server: RegisteredServer,
    options: OpenServerOptions,
  ) => Promise<Result<OpenLink>>;
  readonly onChange: () => void;
  readonly onLogLine: (line: string) => void;
}

interface Opening {
  readonly fingerprint: string;
  readonly stop: AbortController;
  readonly done: Promise<Result<Link>>;
  waiters: number;
}

/** One server's connection: at most one start and one link at a time, and what is known of the last. */
export class ServerSlot {
  readonly #parts: SlotParts;
  #state: ConnectionState = { state: 'stopped' };
  #opening: Opening | null = null;
  #open: { readonly open: OpenLink; readonly fingerprint: string; readonly since: number } | null =
    null;
  #closing: Promise<void> = Promise.resolve();
  #log: StderrLog;
  #users = 0;
  #idle: NodeJS.Timeout | undefined;
  #tried = '';
  #endsOnProbe = false;
  #failures = 0;
  #retryAt = 0;
  #lastFailure: Failure | null = null;

  constructor(parts: SlotParts) {
    this.#parts = parts;
    this.#log = new StderrLog(parts.redactor, parts.onLogLine);
  }

  get state(): ConnectionState {
    return this.#state;
  }

  log(): { lines: readonly string[]; dropped: number } {
    return { lines: [...this.#log.lines], dropped: this.#log.dropped };
  }

  /** The live link, or the one start that all wait for. It is given up when nobody waits any more. */
  async connect(
    server: RegisteredServer,
    signal: AbortSignal,
    how: { readonly unrecorded: boolean },
  ): Promise<Result<Link>> {
    // A start that was given up is waited for, not joined.
    while (this.#opening?.stop.signal.aborted === true) await this.#opening.done;
    if (signal.aborted) return fail(cancelledFailure());
    this.#forgetIfChanged(server);
    if (this.#open !== null) {
      this.#armIdle(server);
      return this.#recorded(how);
    }
    if (this.#opening === null) {
      const wait = this.#retryAt - this.#parts.clock.now();
      if (wait > 0 && this.#lastFailure !== null)
        return fail(this.#notYet(this.#lastFailure, wait));
      this.#start(server, how);
    }
    const opening = this.#opening;
    if (opening === null) throw new Error('A start is under way once it was begun.');
    opening.waiters += 1;
    const { promise: gaveUp, resolve } = Promise.withResolvers<Result<Link>>();
    const giveUp = (): void => resolve(fail(cancelledFailure()));
    signal.addEventListener('abort', giveUp, { once: true });
    const result = await Promise.race([opening.done, gaveUp]);
    signal.removeEventListener('abort', giveUp);
    opening.waiters -= 1;
    if (opening.waiters === 0 && this.#opening === opening) opening.stop.abort();
    return result.ok && this.#open !== null ? this.#recorded(how) : result;
  }

  /** The live link, with its launch in the journal if whoever gets it wants it there. */
  #recorded({ unrecorded }: { readonly unrecorded: boolean }): Result<Link> {
    if (this.#open === null) throw new Error('Only a live link is handed out.');
    const { link, record } = this.#open.open;
    const recorded = unrecorded ? ok() : (record?.() ?? ok());
    return recorded.ok ? ok(link) : recorded;
  }

  /** Runs `work` with the link; idleness does not end it meanwhile. */
  async hold<T>(
    server: RegisteredServer,
    link: Link,
    work: (link: Link) => Promise<T>,
  ): Promise<T> {
    this.#users += 1;
    clearTimeout(this.#idle);
    try {
      return await work(link);
    } finally {
      this.#users -= 1;
      this.#armIdle(server);
    }
  }

  /** Whether what runs, or is being started, is still what the registration describes. */
  fits(server: RegisteredServer): boolean {
    const running = this.#open?.fingerprint ?? this.#opening?.fingerprint;
    return running === undefined || running === connectionFingerprint(server.registration);
  }

  /** Settles when nothing of it runs any more. The next connect starts at once. */
  async disconnect(reason: Failure = cancelledFailure()): Promise<void> {
    this.#failures = 0;
    this.#retryAt = 0;
    const opening = this.#opening;
    opening?.stop.abort();
    await opening?.done;
    const open = this.#open;
    if (open !== null) {
      this.#open = null;
      this.#closing = open.open.close(reason);
    }
    clearTimeout(this.#idle);
    await this.#closing;
    if (this.#open === null && this.#opening === null) this.#set({ state: 'stopped' });
  }

  /** Ends what nobody uses or follows now. */
  async stopUnused(): Promise<void> {
    if (this.#open === null || this.#users > 0 || this.#open.open.link.isFollowed()) return;
    await this.disconnect();
  }

  #start(server: RegisteredServer, how: { readonly unrecorded: boolean }): void {
    const stop = new AbortController();
    const fingerprint = connectionFingerprint(server.registration);
    const done = this.#run(server, stop.signal, how)
      .finally(() => {
        this.#opening = null;
      })
      .then((result) => this.#started(server, fingerprint, result, stop.signal));
    this.#opening = { fingerprint, stop, done, waiters: 0 };
    this.#tried = fingerprint;
  }

  async #run(
    server: RegisteredServer,
    signal: AbortSignal,
    { unrecorded }: { readonly unrecorded: boolean },
  ): Promise<Result<OpenLink>> {
    const since = this.#parts.clock.now();
    this.#set({ state: 'starting', since });
    await this.#closing;
    if (signal.aborted) return fail(cancelledFailure());
    const log = new StderrLog(this.#parts.redactor, this.#parts.onLogLine);
    this.#log = log;
    let shown = 0;
    return await this.#parts.open(server, {
      signal,
      stderr: log,
      onSign: () => {
        if (this.#opening === null || performance.now() - shown < SIGN_EVERY_MS) return;
        shown = performance.now();
        log.read();
        if (log.lastLine === '') return;
        this.#set({ state: 'installing', since, last_line: log.lastLine });
      },
      unrecorded,
      endsOnProbe: this.#endsOnProbe,
      onEndsOnProbe: () => {
        this.#endsOnProbe = true;
      },
    });
  }

  #started(
    server: RegisteredServer,
    fingerprint: string,
    result: Result<OpenLink>,
    signal: AbortSignal,
  ): Result<Link> {
    const now = this.#parts.clock.now();
    if (!result.ok) return fail(this.#noteFailure(result.failure));
    if (signal.aborted) {
      this.#closing = result.value.close(cancelledFailure());
      this.#set({ state: 'stopped' });
      return fail(cancelledFailure());
    }
    const { link } = result.value;
    this.#open = { open: result.value, fingerprint, since: now };
    this.#lastFailure = null;
    this.#set({
      state: 'ready',
      since: now,
      protocol_version: link.protocol_version,
      server_name: link.server_name,
      server_version: link.server_version,
      pid: link.pid,
    });
    void link.closed.then((reason) => this.#lost(result.value, reason));
    this.#armIdle(server);
    return ok(link);
  }

  #lost(open: OpenLink, reason: Failure): void {
    if (this.#open?.open !== open) return;
    if (this.#parts.clock.now() - this.#open.since >= SETTLED_MS) this.#failures = 0;
    this.#open = null;
    clearTimeout(this.#idle);
    // What a crashed server leaves of its tree is ended before the next start.
    this.#closing = open.close(reason);
    if (reason.params?.['reason'] === 'session_ended') this.#set({ state: 'stopped' });
    else this.#noteFailure(reason);
  }

  /** The failure as it may be shown: a server's own words can hold a secret. */
  #noteFailure(reason: Failure): Failure {
    const now = this.#parts.clock.now();
    if (reason.code === 'cancelled') {
      this.#set({ state: 'stopped' });
      return reason;
    }
    const shown = { ...reason, message: this.#parts.redactor.text(reason.message) };
    this.#lastFailure = shown;
    if (countsForBackOff(reason.code)) {
      this.#failures += 1;
      this.#retryAt = now + backOffPause(this.#failures);
    }
    this.#set({ state: 'failed', since: now, failure: shown });
    return shown;
  }

  #notYet(last: Failure, wait: number): Failure {
    const seconds = Math.ceil(wait / 1000);
    return failure('unavailable', `${last.message} The next try is possible in ${seconds} s.`, {
      ...(last.fix === undefined ? {} : { fix: last.fix }),
      params: { ...last.params, reason: last.code, retry_in_s: seconds },
    });
  }

  #forgetIfChanged(server: RegisteredServer): void {
    if (this.#tried === connectionFingerprint(server.registration)) return;
    this.#failures = 0;
    this.#retryAt = 0;
    this.#endsOnProbe = false;
  }

  #armIdle(server: RegisteredServer): void {
    clearTimeout(this.#idle);
    const seconds = server.registration.timeouts.idle_s;
    if (seconds === 0 || this.#users > 0 || this.#open === null) return;
    this.#idle = setTimeout(() => {
      if (this.#users > 0) return;
      if (this.#open?.open.link.isFollowed() === true) this.#armIdle(server);
      else void this.disconnect(failure('cancelled', 'It was idle.'));
    }, seconds * 1000);
    this.#idle.unref();
  }

  #set(state: ConnectionState): void {
    this.#state = state;
    this.#parts.onChange();
  }
}

const cancelledFailure = (): Failure => failure('cancelled', 'The connection was ended.');
