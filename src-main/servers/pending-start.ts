import { type Failure, failure } from '../kernel/failure.ts';
import { fail, type Result } from '../kernel/result.ts';
import type { RegisteredServer } from '../registry/registry.ts';
import { connectionFingerprint } from './may-run.ts';
import type { OpenLink } from './open-link.ts';
import { startBudget } from './start-budget.ts';
import { stillStarting } from './trouble.ts';

export const endedFailure = (): Failure => failure('cancelled', 'The connection was ended.');

/** One start that all who want the link wait for; it is given up when nobody waits any more. */
export class PendingStart {
  /** Of what is started. */
  fingerprint: string;
  /** Asked for by somebody who only looks. */
  readonly unrecorded: boolean;
  readonly #server: RegisteredServer;
  readonly #stop = new AbortController();
  readonly #done = Promise.withResolvers<Result<OpenLink>>();
  #waiters = 0;
  #isOver = false;
  #lastSign = performance.now();

  constructor(server: RegisteredServer, unrecorded: boolean) {
    this.#server = server;
    this.fingerprint = connectionFingerprint(server.registration);
    this.unrecorded = unrecorded;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  get isGivenUp(): boolean {
    return this.#stop.signal.aborted;
  }

  /** Settles when it has come to something, also after it was given up. */
  get done(): Promise<Result<OpenLink>> {
    return this.#done.promise;
  }

  settle(result: Promise<Result<OpenLink>>): void {
    this.#done.resolve(result);
  }

  /** It has come to something: what it waits for now is its turn to say so. */
  finish(): void {
    this.#isOver = true;
  }

  /** What is started shows that it gets on. */
  noteSign(): void {
    this.#lastSign = performance.now();
  }

  giveUp(): void {
    if (!this.#isOver) this.#stop.abort();
  }

  /**
   * What it comes to. A call is answered once it has waited its own time without a sign of life; the
   * start then goes on for whoever comes next, until `signal` aborts.
   */
  async wait(signal: AbortSignal, forCall = false): Promise<Result<OpenLink>> {
    if (!forCall) return await this.#join(signal);
    const { id, registration } = this.#server;
    const { call_s } = registration.timeouts;
    const began = performance.now();
    const budget = startBudget(call_s * 1000, () => Math.max(began, this.#lastSign));
    const { promise: late, resolve } = Promise.withResolvers<Result<OpenLink>>();
    const tell = () => resolve(fail(stillStarting(id, call_s)));
    budget.signal.addEventListener('abort', tell, { once: true });
    const result = await Promise.race([this.#join(signal), late]);
    budget.end();
    return result;
  }

  async #join(signal: AbortSignal): Promise<Result<OpenLink>> {
    this.#waiters += 1;
    const { promise: left, resolve } = Promise.withResolvers<Result<OpenLink>>();
    const leave = (): void => resolve(fail(endedFailure()));
    signal.addEventListener('abort', leave, { once: true });
    const result = await Promise.race([this.done, left]);
    signal.removeEventListener('abort', leave);
    this.#waiters -= 1;
    if (this.#waiters === 0) this.giveUp();
    return result;
  }
}
