import { type Failure, failure } from '../../../src-main/kernel/failure.ts';
import { fail, ok, type Result } from '../../../src-main/kernel/result.ts';
import type { RegisteredServer } from '../../../src-main/registry/registry.ts';
import { outcomeOf } from '../../../src-main/servers/call-outcome.ts';
import type { Answer } from '../../../src-main/servers/mcp-request.ts';
import type { OpenLink } from '../../../src-main/servers/open-link.ts';
import type { OpenServerOptions } from '../../../src-main/servers/open-server.ts';
import { fakeLink } from '../../fakes/link.ts';
import type { ModelTime } from './model-time.ts';

const START_MS = 60_000;
export const CALL_MS = 20_000;

/** From the spawn to the end of the whole tree. `dying`: nothing speaks any more, something still runs. */
export type Phase = 'starting' | 'up' | 'dying' | 'gone';

interface Pending {
  readonly settle: (answer: Answer) => void;
}

/** One process of the model, with everything that a real one can do to its owner. */
export class ModelProcess {
  readonly id: string;
  readonly pid: number;
  readonly options: OpenServerOptions;
  phase: Phase = 'starting';
  readonly pending = new Set<Pending>();
  follows = 0;
  readonly #time: ModelTime;
  readonly #ends: number;
  readonly #opened = Promise.withResolvers<Result<OpenLink>>();
  readonly #closed = Promise.withResolvers<Failure>();
  readonly #gone = Promise.withResolvers<void>();
  #stopBudget: () => void;
  #onClose: (reason: Failure) => void;

  constructor(
    server: RegisteredServer,
    pid: number,
    options: OpenServerOptions,
    parts: {
      readonly time: ModelTime;
      /** How long its tree takes to end. */
      readonly ends_ms: number;
      readonly onClose: (reason: Failure) => void;
    },
  ) {
    this.id = server.id;
    this.pid = pid;
    this.options = options;
    this.#time = parts.time;
    this.#ends = parts.ends_ms;
    this.#onClose = parts.onClose;
    this.#stopBudget = this.#time.after(START_MS, () =>
      this.failStart(failure('start_timeout', 'Not ready in time.')),
    );
    options.signal.addEventListener('abort', () =>
      this.failStart(failure('cancelled', 'The start was given up.')),
    );
  }

  get opened(): Promise<Result<OpenLink>> {
    return this.#opened.promise;
  }

  say(line: string): void {
    if (this.phase !== 'starting') return;
    this.options.stderr.push(`${line}\n`);
    this.options.onSign();
  }

  /** Its start fails; the result comes when its tree is gone, as with a real one. */
  failStart(reason: Failure): void {
    if (this.phase !== 'starting') return;
    this.#stopBudget();
    void this.#end().then(() => this.#opened.resolve(fail(reason)));
  }

  finishStart(): void {
    if (this.phase !== 'starting') return;
    this.#stopBudget();
    this.phase = 'up';
    this.#opened.resolve(ok({ link: this.#link(), close: (reason) => this.#close(reason) }));
  }

  /** It is gone of itself, or its session is; what it leaves runs until it is ended. */
  lose(reason: Failure): void {
    if (this.phase === 'starting') this.failStart(reason);
    if (this.phase !== 'up') return;
    this.phase = 'dying';
    this.options.stderr.push('last words\n');
    this.options.stderr.end();
    this.#silence(reason);
  }

  answer(answer: Answer): void {
    const [oldest] = this.pending;
    oldest?.settle(answer);
  }

  #link() {
    return fakeLink(
      {},
      {
        server_id: this.id,
        pid: this.pid,
        closed: this.#closed.promise,
        callTool: async (_name, _args, { signal }) =>
          outcomeOf(await this.options.guard('tools/call', () => this.#request(signal))),
        subscribe: async () => {
          if (this.phase !== 'up') return fail('unavailable', 'It is gone.');
          this.follows += 1;
          return ok();
        },
        unsubscribe: async () => {
          this.follows -= 1;
        },
        isFollowed: () => this.follows > 0,
      },
    );
  }

  #request(signal: AbortSignal): Promise<Answer> {
    return new Promise((resolve) => {
      if (this.phase !== 'up') {
        resolve({ kind: 'not_sent', failure: failure('unavailable', 'It is gone.') });
        return;
      }
      const unknown = (reason: Failure) => call.settle({ kind: 'unknown', failure: reason });
      const stop = this.#time.after(CALL_MS, () =>
        unknown(failure('call_timeout', 'It did not answer.')),
      );
      const cancel = () => unknown(failure('cancelled', 'It was cancelled.'));
      const call = {
        settle: (answer: Answer) => {
          stop();
          signal.removeEventListener('abort', cancel);
          this.pending.delete(call);
          resolve(answer);
        },
      };
      signal.addEventListener('abort', cancel, { once: true });
      this.pending.add(call);
    });
  }

  async #close(reason: Failure): Promise<void> {
    if (this.phase === 'up') {
      this.#onClose(reason);
      this.#silence(reason);
    }
    await this.#end();
  }

  #silence(reason: Failure): void {
    for (const call of [...this.pending]) call.settle({ kind: 'unknown', failure: reason });
    this.follows = 0;
    this.#closed.resolve(reason);
  }

  #end(): Promise<void> {
    this.phase = 'dying';
    this.#time.after(this.#ends, () => {
      this.phase = 'gone';
      this.#gone.resolve();
    });
    return this.#gone.promise;
  }
}
