/** Calls `end` once when nobody has been here for `idle_ms`. It keeps no process alive by itself. */
export function endWhenIdle(parts: {
  readonly idle_ms: number;
  /** Milliseconds since 1970; null while somebody is here. */
  readonly idleSince: () => number | null;
  readonly end: () => void;
}): void {
  const { idle_ms, idleSince, end } = parts;
  const timer = setInterval(
    () => {
      const since = idleSince();
      if (since === null || Date.now() - since < idle_ms) return;
      clearInterval(timer);
      end();
    },
    Math.min(30_000, Math.max(50, idle_ms / 4)),
  ).unref();
}
