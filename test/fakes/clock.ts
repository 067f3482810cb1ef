import type { Clock } from '../../src-main/kernel/clock.ts';

/** A clock that stands still until it is told to move. */
export function fakeClock(start = Date.UTC(2026, 0, 1)): Clock & { advance(ms: number): void } {
  let now = start;
  return {
    now: () => now,
    advance(ms) {
      now += ms;
    },
  };
}
