/** What is known of an enabled, confirmed server when it may be looked at in the background. */
export interface LookFacts {
  readonly id: string;
  readonly isRemote: boolean;
  /** It is connected, so that looking starts nothing. */
  readonly isUp: boolean;
  /** How it last showed itself under its present launch; null: never. Instants are ms since 1970. */
  readonly last: { readonly at: number; readonly ok: boolean } | null;
  /** Looks in a row that went wrong, as far as this process knows. */
  readonly failures: number;
  /** Before this instant nobody else tries again; null: no such instant. */
  readonly retry_at: number | null;
}

const FIRST_RETRY_MS = 30_000;
/** Trying a stdio server is running a command. */
const STDIO_RETRY_MAX_MS = 30 * 60_000;

/**
 * When a server is to be looked at next, in ms since 1970; null: not by itself. What was known before
 * `since`, the owner's start, counts from then: a start alone looks only at what is not known. A stdio
 * server that was well is not started again just to look; while it runs, what it offers is read anew.
 */
export function nextLook(
  { isRemote, isUp, last, failures, retry_at }: Omit<LookFacts, 'id'>,
  { since, every_ms }: { readonly since: number; readonly every_ms: number },
): number | null {
  if (last === null) return Math.max(since, retry_at ?? since);
  if (every_ms === 0) return null;
  const from = Math.max(last.at, since);
  if (last.ok) return isRemote || isUp ? from + every_ms : null;
  const max = isRemote ? every_ms : Math.max(every_ms, STDIO_RETRY_MAX_MS);
  return Math.max(from + retryPause(failures, every_ms, max), retry_at ?? 0);
}

/** 30 s or the interval, whichever is shorter, doubling with each failure. */
const retryPause = (failures: number, every_ms: number, max: number): number =>
  Math.min(Math.min(FIRST_RETRY_MS, every_ms) * 2 ** Math.min(Math.max(failures - 1, 0), 20), max);
