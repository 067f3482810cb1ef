/** A signal that aborts with `outer` or when its time is up. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Whether the time was up, and not `outer` aborted before. */
  readonly isOver: () => boolean;
  /** Lets go of the timer and of `outer`; what waits for the signal waits for ever. */
  readonly end: () => void;
}

/**
 * `ms` milliseconds from now. In place of `AbortSignal.timeout` under `AbortSignal.any`, which keep
 * whatever listens to them until the time is up, long after the work was done.
 */
export function deadline(outer: AbortSignal, ms: number): Deadline {
  const controller = new AbortController();
  let isOver = false;
  const leave = (): void => controller.abort(outer.reason);
  const timer = setTimeout(() => {
    isOver = !controller.signal.aborted;
    controller.abort();
  }, ms).unref();
  if (outer.aborted) leave();
  else outer.addEventListener('abort', leave, { once: true });
  return {
    signal: controller.signal,
    isOver: () => isOver,
    end: () => {
      clearTimeout(timer);
      outer.removeEventListener('abort', leave);
    },
  };
}
