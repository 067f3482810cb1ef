import type { FailureCode } from '../kernel/failure.ts';

const FIRST_MS = 1_000;
const MAX_MS = 60_000;
/** A connection that lived so long was no failed start: the count begins anew. */
export const SETTLED_MS = 30_000;

/** Failures of the server or the way to it. What a person must mend first is answered at once each time. */
const COUNTED: readonly FailureCode[] = [
  'exited',
  'start_timeout',
  'protocol',
  'spawn_failed',
  'http_status',
  'dns',
  'refused',
  'tls',
  'message_too_large',
  'unavailable',
];

export const countsForBackOff = (code: FailureCode): boolean => COUNTED.includes(code);

/** Pause after the n-th failure in a row: 1, 2, 4 … 60 seconds; milliseconds. */
export const backOffPause = (failures: number): number =>
  failures <= 0 ? 0 : Math.min(FIRST_MS * 2 ** (failures - 1), MAX_MS);
