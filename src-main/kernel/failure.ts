/**
 * Expected failures are values of this one union (DESIGN.md 11, rule 5). A bug is thrown; a tool's
 * own error (`isError`) is data. The code is stable and is what the CLI, REST and the window key on;
 * `message` says what happened and `fix` what to do, both for a person, in English. `params` holds
 * the values inside the sentence so that the window can say it in another language.
 */
export const FAILURE_CODES = [
  // input
  'usage',
  'bad_arguments',
  'not_found',
  'already_exists',
  // files
  'unreadable_file',
  'invalid_entry',
  'file_conflict',
  'file_locked',
  'file_error',
  'disk_full',
  // trust and policy
  'unconfirmed',
  'hash_mismatch',
  'runner_not_allowed',
  'disabled',
  'trust_pending',
  'denied',
  'approval_expired',
  'approval_pending',
  'tool_changed',
  'not_an_approver',
  'paused',
  // a server that cannot be reached
  'command_not_found',
  'spawn_failed',
  'exited',
  'start_timeout',
  'protocol',
  'http_status',
  'dns',
  'refused',
  'tls',
  'auth_required',
  'secret_missing',
  'placeholder_unset',
  'message_too_large',
  'call_timeout',
  'unavailable',
  'outcome_unknown',
  // this program
  'cancelled',
  'keychain_unavailable',
  'journal_unavailable',
  'owner_busy',
  'owner_unreachable',
  'port_in_use',
  'internal',
] as const;

export type FailureCode = (typeof FAILURE_CODES)[number];

export interface Failure {
  readonly code: FailureCode;
  readonly message: string;
  readonly fix?: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** Where a failure has a fix or values to show, pass them; `message` is always a whole sentence. */
export function failure(
  code: FailureCode,
  message: string,
  more: { fix?: string; params?: Record<string, string | number> } = {},
): Failure {
  return { code, message, ...more };
}
