/** Milliseconds since 1970; injected so that tests can move time. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Runs `work` once after `ms` milliseconds unless its undo comes first; injected like the clock. */
export type After = (ms: number, work: () => void) => () => void;

/** Such a timer alone keeps no process alive. */
export const systemAfter: After = (ms, work) => {
  const timer = setTimeout(work, ms).unref();
  return () => clearTimeout(timer);
};
