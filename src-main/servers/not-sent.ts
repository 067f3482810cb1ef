import type { Failure } from '../kernel/failure.ts';

/** Thrown through the SDK client, which only knows exceptions: nothing of this message left us. */
export class NotSent extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}
