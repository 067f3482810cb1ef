import { followResource } from '../../../src-main/calls/subscribe-resource.ts';
import type { Failure } from '../../../src-main/kernel/failure.ts';
import { ok, type Result } from '../../../src-main/kernel/result.ts';
import { Topic } from '../../../src-main/kernel/topic.ts';
import { Registration } from '../../../src-main/registry/registration.ts';
import type { RegisteredServer } from '../../../src-main/registry/registry.ts';
import { createRedactor } from '../../../src-main/secrets/create-redactor.ts';
import type { CallOutcome, ConnectionState } from '../../../src-main/servers/connection.ts';
import { supervise } from '../../../src-main/servers/supervise.ts';
import { ModelProcess } from './model-processes.ts';
import { ModelTime, settled } from './model-time.ts';

type Name = ConnectionState['state'];

/** What may follow what. `failed` to `ready`: an answer came over a connection that had been given no trust. */
const FOLLOWS: Record<Name, readonly Name[]> = {
  stopped: ['starting'],
  starting: ['installing', 'ready', 'failed', 'stopped'],
  installing: ['installing', 'ready', 'failed', 'stopped'],
  ready: ['stopped', 'failed'],
  failed: ['starting', 'stopped', 'ready', 'failed'],
};

export interface ModelCall {
  readonly id: string;
  readonly stop: AbortController;
  outcomes: number;
}

/** The supervisor with everything around it that is not part of the test: time, registrations, processes. */
export class ModelWorld {
  readonly time = new ModelTime();
  readonly processes: ModelProcess[] = [];
  readonly calls: ModelCall[] = [];
  readonly wrong: string[] = [];
  /** States, reasons and coincidences that came up. */
  readonly seen = new Set<string>();
  readonly #servers = new Map<string, RegisteredServer>();
  readonly #changed = new Topic<{ readonly id: string | null }>();
  readonly #states = new Map<string, ConnectionState>();
  readonly #leases = new Map<string, (() => void)[]>();
  readonly #follows = new Map<string, AbortController[]>();
  readonly #timers = new Set<object>();
  readonly supervisor;

  constructor(ids: readonly string[]) {
    for (const id of ids) this.register(id);
    this.supervisor = supervise({
      registry: { get: (id) => this.#servers.get(id), changed: this.#changed },
      clock: this.time,
      after: (ms, work) => {
        const timer = {};
        this.#timers.add(timer);
        const undo = this.time.after(ms, () => {
          this.#timers.delete(timer);
          work();
        });
        return () => {
          this.#timers.delete(timer);
          undo();
        };
      },
      redactor: createRedactor(),
      open: (server, options) => this.#open(server, options),
    });
    this.supervisor.changed.subscribe(({ id }) => this.#follow(id));
  }

  /** Timers of the supervisor's own. */
  get timers(): number {
    return this.#timers.size;
  }

  get ids(): readonly string[] {
    return [...this.#servers.keys()];
  }

  register(id: string, more: Record<string, unknown> = {}): void {
    const registration = Registration.parse({
      transport: 'stdio',
      command_argv: ['x'],
      timeouts: { idle_s: 5 },
      ...this.#servers.get(id)?.registration,
      ...more,
    });
    this.#servers.set(id, {
      ...{ id, registration, written: registration, launch_hash: '', changes: [] },
      ...{ trust: 'confirmed', confirmed_executable: null },
      ...{ confirmed_effective: null, package_pin: null },
    });
    this.#changed.emit({ id });
  }

  remove(id: string): void {
    this.#servers.delete(id);
    this.#changed.emit({ id });
  }

  mayRun(id: string): boolean {
    return this.#servers.get(id)?.registration.enabled === true;
  }

  /** The one that is not gone, if there is one. */
  live(id: string): ModelProcess | undefined {
    return this.processes.find((one) => one.id === id && one.phase !== 'gone');
  }

  begin(id: string): void {
    const call: ModelCall = { id, stop: new AbortController(), outcomes: 0 };
    this.calls.push(call);
    const { signal } = call.stop;
    const sent = this.supervisor.use(id, signal, (link) =>
      link.callTool('work', {}, { signal, beforeSend: () => ok(), idle_ms: 1, total_ms: 1 }),
    );
    void sent.then((_outcome: Result<CallOutcome>) => {
      call.outcomes += 1;
    });
  }

  unfinished(id: string): ModelCall[] {
    return this.calls.filter((call) => call.id === id && call.outcomes === 0);
  }

  lease(id: string, wants: boolean): void {
    push(this.#leases, id, this.supervisor.lease(id, wants));
  }

  /** Whether there was one to release. */
  release(id: string): boolean {
    const release = this.#leases.get(id)?.shift();
    release?.();
    return release !== undefined;
  }

  follow(id: string): void {
    const stop = new AbortController();
    push(this.#follows, id, stop);
    void followResource(
      { supervisor: this.supervisor, mayFollow: () => ok() },
      { server_id: id, uri: 'note://x', signal: stop.signal, onUpdated: () => undefined },
    ).then((followed) => {
      // Whoever could not follow at first does not go on.
      if (!followed.ok) stop.abort();
    });
  }

  unfollow(id: string): void {
    this.#follows.get(id)?.shift()?.abort();
  }

  /** Everything that must hold whenever nothing but time can go on. */
  check(): void {
    for (const [id, state] of this.#states) {
      const live = this.live(id);
      if (live?.phase === 'up' && !this.mayRun(id)) this.wrong.push(`${id} runs and must not`);
      const fits: Record<Name, boolean> = {
        ready: live?.phase === 'up' && 'pid' in state && state.pid === live.pid,
        starting: live?.phase !== 'up',
        installing: live?.phase !== 'up',
        stopped: live === undefined || live.phase === 'dying',
        // A connection that is not trusted any more lives as long as something is under way over it.
        failed: live === undefined || live.phase === 'dying' || live.pending.size > 0,
      };
      if (!fits[state.state]) this.wrong.push(`${id} is ${state.state} and ${live?.phase}`);
      const waiting = this.unfinished(id).length;
      const isMoving = state.state === 'starting' || live?.phase === 'dying';
      if (waiting > (live?.pending.size ?? 0) && state.state !== 'installing' && !isMoving)
        this.wrong.push(`a call of ${id} waits for nothing`);
    }
    for (const call of this.calls) if (call.outcomes > 1) this.wrong.push('two outcomes');
    if (this.timers > 2 * this.#states.size) this.wrong.push(`${this.timers} timers`);
    if (this.wrong.length > 0) throw new Error(this.wrong.join('; '));
  }

  async pass(ms: number): Promise<void> {
    await this.time.pass(ms, () => this.check());
  }

  /** Nobody wants anything any more. */
  async end(): Promise<void> {
    for (const id of this.ids) this.register(id, { timeouts: { idle_s: 5 } });
    for (const id of this.#leases.keys()) while (this.release(id));
    for (const stops of this.#follows.values()) for (const stop of stops) stop.abort();
    await settled();
    for (let times = 0; times < 8; times += 1) await this.pass(60_000);
    this.check();
    const lost = this.calls.filter(({ outcomes }) => outcomes !== 1).length;
    if (lost > 0) throw new Error(`${lost} calls without an outcome`);
    const running = this.processes.filter(({ phase }) => phase !== 'gone').length;
    if (running > 0) throw new Error(`${running} processes left`);
    if (this.time.waiting > 0) throw new Error(`${this.time.waiting} timers left`);
    await this.supervisor.close();
  }

  #open(
    server: RegisteredServer,
    options: ConstructorParameters<typeof ModelProcess>[2],
  ): ModelProcess['opened'] {
    const { id } = server;
    const live = this.live(id);
    if (live !== undefined) this.wrong.push(`a second process of ${id} while one is ${live.phase}`);
    if (!this.mayRun(id)) this.wrong.push(`${id} is started and must not run`);
    if (this.#servers.get(id)?.registration !== server.registration)
      this.wrong.push(`${id} is started as it was`);
    const process = new ModelProcess(server, this.processes.length + 1, options, {
      time: this.time,
      ends_ms: [0, 100, 2_000][this.processes.length % 3] ?? 0,
      onClose: (reason) => this.#closing(process, reason),
    });
    this.processes.push(process);
    return process.opened;
  }

  #closing(process: ModelProcess, reason: Failure): void {
    if (reason.message !== 'It was idle.') return;
    const { id } = process;
    const isFollowed = this.#follows.get(id)?.some(({ signal }) => !signal.aborted) === true;
    const isLeased = (this.#leases.get(id)?.length ?? 0) > 0;
    if (process.pending.size > 0 || isFollowed || isLeased)
      this.wrong.push(`${id} is stopped as idle while it is used`);
  }

  #note(id: string, before: ConnectionState, now: ConnectionState): void {
    this.seen.add(now.state);
    if (now.state === 'failed') this.seen.add(now.failure.code);
    if (now.state === 'stopped' && now.because !== undefined) this.seen.add(now.because);
    if (now.state === 'ready' && before.state === 'failed') this.seen.add('ready again');
    if (now.state === 'starting' && this.live(id) !== undefined)
      this.seen.add('start while the last one ends');
  }

  #follow(id: string): void {
    const before = this.#states.get(id) ?? { state: 'stopped' };
    const now = this.supervisor.state(id);
    this.#states.set(id, now);
    this.#note(id, before, now);
    const isSame = before.state === now.state && now.state !== 'ready';
    if (!isSame && !FOLLOWS[before.state].includes(now.state))
      this.wrong.push(`${id} went from ${before.state} to ${now.state}`);
    const isPausing = before.state === 'failed' && (before.retry_at ?? 0) > this.time.now();
    if (isPausing && now.state === 'starting') this.wrong.push(`${id} is tried in its pause`);
  }
}

function push<T>(map: Map<string, T[]>, id: string, value: T): void {
  map.set(id, [...(map.get(id) ?? []), value]);
}
