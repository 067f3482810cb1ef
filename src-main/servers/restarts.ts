import type { After } from '../kernel/clock.ts';
import { restartPause } from './back-off.ts';

export interface RestartParts {
  readonly after: After;
  /** Whether what went away is still wanted, although nobody calls it now. */
  readonly isWanted: () => boolean;
  readonly start: () => void;
}

/** Starts again by itself what crashed and is still wanted, after pauses that grow while it does not last. */
export class Restarts {
  readonly #parts: RestartParts;
  #inARow = 0;
  #cancel: () => void = () => undefined;

  constructor(parts: RestartParts) {
    this.#parts = parts;
  }

  /** `now` and `notBefore` in ms since 1970. */
  schedule(now: number, notBefore: number): void {
    this.cancel();
    if (!this.#parts.isWanted()) return;
    this.#inARow += 1;
    const pause = Math.max(restartPause(this.#inARow), notBefore - now);
    this.#cancel = this.#parts.after(pause, () => {
      if (this.#parts.isWanted()) this.#parts.start();
    });
  }

  /** It starts for another reason, or is not to start. */
  cancel(): void {
    this.#cancel();
  }

  /** It lasted, or a person decides anew. */
  forget(): void {
    this.cancel();
    this.#inARow = 0;
  }
}
