const MOST = 3;
const WITHIN_MS = 60_000;

/** Whether a page that crashed may be loaded again: not when it keeps crashing. */
export function createCrashCount(now: () => number): { mayReload(): boolean } {
  let times: number[] = [];
  return {
    mayReload: () => {
      times = [...times.filter((time) => now() - time < WITHIN_MS), now()];
      return times.length <= MOST;
    },
  };
}
