import type { Failure, FailureCode } from '../kernel/failure.ts';

const FIRST_MS = 1_000;
const MAX_MS = 60_000;
const RESTART_MAX_MS = 15 * 60_000;
/** A connection that lived so long was no failed start: what came before it is forgotten. */
export const SETTLED_MS = 30_000;

/** Failures of the server or the way to it. What a person must mend first is answered at once each time. */
const COUNTED: readonly FailureCode[] = [
  'exited',
  'start_timeout',
  'protocol',
  'spawn_failed',
  'install_failed',
  'http_status',
  'dns',
  'refused',
  'tls',
  'message_too_large',
  'call_timeout',
  'unavailable',
];

export const countsForBackOff = (code: FailureCode): boolean => COUNTED.includes(code);

/**
 * Whether a request without an answer speaks against the server. An HTTP status of the 400s is an
 * answer to this one request, unless it says that the server has no time.
 */
export function countsAgainstServer({ code, params }: Failure): boolean {
  const status = Number(params?.['status'] ?? 0);
  const isOwnMatter = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return countsForBackOff(code) && !isOwnMatter && params?.['reason'] !== 'session_ended';
}

const doubling = (count: number, most: number): number =>
  count <= 0 ? 0 : Math.min(FIRST_MS * 2 ** (count - 1), most);

/** Pause after the n-th failure in a row: 1, 2, 4 … 60 seconds; milliseconds. */
export const backOffPause = (failures: number): number => doubling(failures, MAX_MS);

/** Pause before the n-th restart in a row that nobody asked for: 1, 2, 4 … seconds, 15 minutes at most. */
export const restartPause = (restarts: number): number => doubling(restarts, RESTART_MAX_MS);
