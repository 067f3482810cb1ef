/** How often signs of life may extend a start: up to ten times the configured limit in all. */
const EXTENSIONS = 10;

/**
 * Whether a start has used up its time. Each sign of life (stderr) gives it the whole limit again, so
 * that a first installation is not cut off, but not for ever. Instants and limit in milliseconds.
 */
export function millisecondsLeft(budget: {
  readonly began: number;
  readonly last_sign: number;
  readonly limit: number;
  readonly now: number;
}): number {
  const { began, last_sign, limit, now } = budget;
  const deadline = Math.min(Math.max(began, last_sign) + limit, began + limit * EXTENSIONS);
  return deadline - now;
}

/**
 * A signal that aborts when a start has used up its time; `last_sign` as in millisecondsLeft. What has
 * arrived by then is read first: where this process was busy, a sign of life may only wait for us.
 */
export function startBudget(
  limit: number,
  lastSign: () => number,
): { readonly signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const began = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let lastReading: NodeJS.Immediate | undefined;
  const left = (): number =>
    millisecondsLeft({ began, last_sign: lastSign(), limit, now: performance.now() });
  const wait = (): void => {
    timer = setTimeout(
      () => {
        if (left() > 0) wait();
        // Due timers come first in a turn, what has arrived second, and this third.
        else lastReading = setImmediate(() => (left() > 0 ? wait() : controller.abort()));
      },
      Math.max(10, left()),
    );
  };
  wait();
  return {
    signal: controller.signal,
    end: () => {
      clearTimeout(timer);
      clearImmediate(lastReading);
    },
  };
}
