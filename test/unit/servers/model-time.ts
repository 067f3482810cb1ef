import type { After, Clock } from '../../../src-main/kernel/clock.ts';

interface Timer {
  readonly at: number;
  readonly work: () => void;
}

/** Lets everything run that waits for no timer. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Time that moves only when it is told to, with the timers that wait in it. */
export class ModelTime implements Clock {
  #now = Date.UTC(2026, 0, 1);
  readonly #timers = new Set<Timer>();

  now(): number {
    return this.#now;
  }

  /** Timers set through `after` of this kind. */
  readonly after: After = (ms, work) => {
    const timer = { at: this.#now + ms, work };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };

  get waiting(): number {
    return this.#timers.size;
  }

  /** Fires what falls due within `ms`, each at its own instant. `others` share this time. */
  async pass(ms: number, check: () => void): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      let next: Timer | undefined;
      for (const timer of this.#timers) {
        if (timer.at <= end && (next === undefined || timer.at < next.at)) next = timer;
      }
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.work();
      await settled();
      check();
    }
    this.#now = end;
  }
}
