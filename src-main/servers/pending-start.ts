import { type Failure, failure } from '../kernel/failure.ts';
import { fail, type Result } from '../kernel/result.ts';
import type { OpenLink } from './open-link.ts';

export const endedFailure = (): Failure => failure('cancelled', 'The connection was ended.');

/** One start that all who want the link wait for; it is given up when nobody waits any more. */
export class PendingStart {
  /** Of what is started. */
  fingerprint: string;
  /** Asked for by somebody who only looks. */
  readonly unrecorded: boolean;
  readonly #stop = new AbortController();
  readonly #done = Promise.withResolvers<Result<OpenLink>>();
  #waiters = 0;
  #isOver = false;

  constructor(fingerprint: string, unrecorded: boolean) {
    this.fingerprint = fingerprint;
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

  giveUp(): void {
    if (!this.#isOver) this.#stop.abort();
  }

  async wait(signal: AbortSignal): Promise<Result<OpenLink>> {
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
