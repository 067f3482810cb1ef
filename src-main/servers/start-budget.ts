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

/** A signal that aborts when a start has used up its time; `last_sign` as in millisecondsLeft. */
export function startBudget(
  limit: number,
  lastSign: () => number,
): { readonly signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const began = performance.now();
  let timer: NodeJS.Timeout;
  const check = (): void => {
    const left = millisecondsLeft({ began, last_sign: lastSign(), limit, now: performance.now() });
    if (left <= 0) controller.abort();
    else timer = setTimeout(check, Math.max(10, left));
  };
  check();
  return { signal: controller.signal, end: () => clearTimeout(timer) };
}
