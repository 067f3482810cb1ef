import { type Failure, failure } from '../kernel/failure.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { RegisteredServer } from '../registry/registry.ts';
import { countsForBackOff, SETTLED_MS } from './back-off.ts';
import type { ConnectionState, Link } from './connection.ts';
import { IdleStop } from './idle-stop.ts';
import { Life } from './life.ts';
import { connectionFingerprint } from './may-run.ts';
import { type OpenLink, recorded } from './open-link.ts';
import { endedFailure, PendingStart } from './pending-start.ts';
import { Restarts } from './restarts.ts';
import { ServerBreaker } from './server-breaker.ts';
import { ServerStarts } from './server-starts.ts';
import { ShownState } from './shown-state.ts';
import type { SlotParts } from './slot-parts.ts';
import type { UseOptions } from './supervisor.ts';

const NEVER = new AbortController().signal;

interface Up {
  readonly open: OpenLink;
  readonly fingerprint: string;
  readonly since: number;
  readonly life: Life;
}

/**
 * One server's connection. It is down, being opened, or up; at most one start and one link at a time,
 * and a start waits until nothing of the last one runs any more.
 */
export class ServerSlot {
  readonly #parts: SlotParts;
  readonly #breaker: ServerBreaker;
  readonly #starts: ServerStarts;
  readonly #idle: IdleStop;
  readonly #restarts: Restarts;
  readonly #shown: ShownState;
  #opening: PendingStart | null = null;
  #up: Up | null = null;
  #closing: Promise<void> = Promise.resolve();
  /** It was up, and nobody has ended it since. */
  #isInUse = false;
  #tried = '';

  constructor(parts: SlotParts) {
    const { id, clock, after, redactor } = parts;
    this.#parts = parts;
    this.#shown = new ShownState(clock, parts.onChange);
    this.#breaker = new ServerBreaker({
      ...{ id, clock },
      redact: (text) => redactor.text(text),
      onOpen: () => this.#shown.failed(this.#breaker.trouble()),
      onClose: () => this.#showUp(),
    });
    this.#starts = new ServerStarts(parts, this.#breaker);
    this.#idle = new IdleStop({
      after,
      idle_ms: () => this.#idleMs(),
      link: () => this.#up?.open.link,
      stop: () => void this.disconnect('idle'),
    });
    this.#restarts = new Restarts({
      after,
      isWanted: () => this.#idle.isWanted || (this.#isInUse && this.#idleMs() === 0),
      start: () => void this.#restart(),
    });
  }

  get state(): ConnectionState {
    const { current } = this.#shown;
    const retry_at = this.#breaker.retryAt;
    return current.state !== 'failed' || retry_at === undefined
      ? current
      : { ...current, retry_at };
  }

  log(): { lines: readonly string[]; dropped: number } {
    const { lines, dropped } = this.#starts.log;
    return { lines: [...lines], dropped };
  }

  /** Runs `work` with the link, started if need be; idleness does not end it meanwhile. */
  async use<T>(
    signal: AbortSignal,
    work: (link: Link) => Promise<T>,
    how: UseOptions = {},
  ): Promise<Result<T>> {
    const leave = how.inPassing === true ? this.#idle.pass() : this.#idle.enter();
    try {
      const link = await this.connect(signal, how);
      return link.ok ? ok(await work(link.value)) : link;
    } finally {
      leave();
    }
  }

  /** Neither runs anything nor is to keep it running. */
  get isUnused(): boolean {
    return this.#up === null && this.#opening === null && !this.#idle.isUsed;
  }

  /** See Supervisor.lease. */
  lease(wants: boolean): () => void {
    return this.#idle.enter(wants);
  }

  /** The live link, or the one start that all wait for. It is given up when nobody waits any more. */
  async connect(signal: AbortSignal, how: UseOptions = {}): Promise<Result<Link>> {
    const inPassing = how.inPassing === true;
    for (;;) {
      if (signal.aborted) return fail(endedFailure());
      const server = this.#parts.server();
      if (!server.ok || !this.fits(server.value)) {
        await this.disconnect();
        if (!server.ok) return server;
        continue;
      }
      if (this.#opening?.isGivenUp === true) {
        // A start that was given up is waited for, not joined.
        await this.#opening.done;
        continue;
      }
      if (this.#up !== null) {
        if (!inPassing) this.#idle.arm();
        return recorded(this.#up.open, inPassing);
      }
      if (this.#opening === null) {
        this.#forgetIfChanged(server.value);
        const refusal = this.#breaker.refusal();
        if (refusal !== null) return fail(refusal);
      }
      const opening = this.#opening ?? this.#start(server.value, inPassing);
      const started = await opening.wait(signal, how.forCall);
      return started.ok ? recorded(started.value, inPassing) : started;
    }
  }

  /** Whether what runs, or is being started, is still what the registration describes. */
  fits(server: RegisteredServer): boolean {
    const running = this.#up?.fingerprint ?? this.#opening?.fingerprint;
    return running === undefined || running === connectionFingerprint(server.registration);
  }

  /** Its registration has changed in a way that leaves the connection as it is. */
  edited(server: RegisteredServer): void {
    this.#forgetIfChanged(server);
    this.#idle.arm();
  }

  /** Settles when nothing of it runs any more. The next connect starts at once, whatever failed before. */
  async disconnect(because?: 'idle' | 'unused'): Promise<void> {
    this.#isInUse = false;
    this.#letGo(because === 'idle' ? failure('cancelled', 'It was idle.') : endedFailure());
    this.#restarts.forget();
    if (because !== 'unused') this.#breaker.reset();
    if (this.#opening === null) this.#shown.stopped(because === 'idle' ? because : undefined);
    else {
      this.#opening.giveUp();
      await this.#opening.done;
    }
    await this.#closing;
  }

  /** Ends what nobody uses or follows now; how often it crashed is still known. */
  async stopUnused(): Promise<void> {
    if (this.#up === null || this.#idle.isUsed || this.#up.open.link.isFollowed()) return;
    await this.disconnect('unused');
  }

  #start(server: RegisteredServer, unrecorded: boolean): PendingStart {
    this.#restarts.cancel();
    const opening = new PendingStart(server, unrecorded);
    this.#opening = opening;
    opening.settle(this.#run(opening));
    return opening;
  }

  async #run(opening: PendingStart): Promise<Result<OpenLink>> {
    this.#shown.starting();
    const life: Life = new Life(this.#breaker, () => this.#quiet(life));
    try {
      await this.#closing;
      const result = opening.isGivenUp ? fail(endedFailure()) : await this.#startNow(opening, life);
      this.#opening = null;
      opening.finish();
      return this.#started(result, life, opening);
    } catch (error) {
      this.#opening = null;
      this.#shown.failed(failure('internal', 'Its start broke down.'));
      throw error;
    }
  }

  /** The wait is over; the registration may be another by now. */
  async #startNow(opening: PendingStart, life: Life): Promise<Result<OpenLink>> {
    const server = this.#parts.server();
    if (!server.ok) return server;
    this.#tried = connectionFingerprint(server.value.registration);
    opening.fingerprint = this.#tried;
    return await this.#starts.open(server.value, life, opening, (last_line) => {
      opening.noteSign();
      const isCurrent = this.#opening === opening && !opening.isGivenUp;
      if (isCurrent) this.#shown.installing(last_line);
    });
  }

  #started(result: Result<OpenLink>, life: Life, opening: PendingStart): Result<OpenLink> {
    if (opening.isGivenUp) {
      if (result.ok) this.#close(result.value, endedFailure());
      this.#shown.stopped();
      return fail(endedFailure());
    }
    if (!result.ok) return fail(this.#noteFailure(result.failure));
    const { fingerprint } = opening;
    const up = { open: result.value, fingerprint, life, since: this.#parts.clock.now() };
    this.#up = up;
    this.#isInUse = true;
    this.#showUp();
    void up.open.link.closed.then((reason) => this.#lost(up, reason));
    this.#idle.arm();
    return result;
  }

  /** Nothing is under way over a connection that does not answer: the next try is a new start. */
  #quiet(life: Life): void {
    if (this.#up?.life !== life || !this.#breaker.isOpen) return;
    this.#letGo(failure('unavailable', 'It did not answer, and is started anew.'));
    this.#scheduleRestart();
    this.#parts.onChange();
  }

  #lost(up: Up, reason: Failure): void {
    if (this.#up !== up) return;
    const isSettled = this.#parts.clock.now() - up.since >= SETTLED_MS;
    if (isSettled) this.#restarts.forget();
    // What a crashed server leaves of its tree is ended before the next start.
    this.#letGo(reason);
    if (reason.params?.['reason'] === 'session_ended') {
      this.#shown.stopped();
      this.#scheduleRestart();
      return;
    }
    if (countsForBackOff(reason.code))
      this.#breaker.lost(reason, !isSettled && !up.life.wasUseful, this.#starts.log.lines);
    this.#noteFailure(reason);
  }

  async #restart(): Promise<void> {
    if (this.#breaker.retryAt === undefined) await this.connect(NEVER);
    else this.#scheduleRestart();
  }

  #scheduleRestart(): void {
    this.#restarts.schedule(this.#parts.clock.now(), this.#breaker.retryAt ?? 0);
  }

  /** The failure as it may be shown: a server's own words can hold a secret. */
  #noteFailure(reason: Failure): Failure {
    if (reason.code === 'cancelled') {
      this.#shown.stopped();
      return reason;
    }
    const counts = countsForBackOff(reason.code);
    const isLoop = counts && this.#breaker.isCrashLoop;
    const message = this.#parts.redactor.text(reason.message);
    const shown = isLoop ? this.#breaker.trouble() : { ...reason, message };
    if (counts) this.#scheduleRestart();
    this.#shown.failed(shown);
    return shown;
  }

  #forgetIfChanged(server: RegisteredServer): void {
    if (this.#tried === connectionFingerprint(server.registration)) return;
    this.#breaker.reset();
    this.#restarts.forget();
    this.#starts.forget();
    this.#shown.forget();
  }

  #idleMs(): number {
    const server = this.#parts.server();
    return server.ok ? server.value.registration.timeouts.idle_s * 1000 : 1;
  }

  #letGo(reason: Failure): void {
    const up = this.#up;
    this.#up = null;
    this.#idle.disarm();
    if (up !== null) this.#close(up.open, reason);
  }

  #close(open: OpenLink, reason: Failure): void {
    // What it comes to is nothing: results within results would be kept of every connection there was.
    this.#closing = Promise.all([this.#closing, open.close(reason)]).then(() => undefined);
  }

  #showUp(): void {
    if (this.#up !== null) this.#shown.ready(this.#up.open.link, this.#up.since);
  }
}
