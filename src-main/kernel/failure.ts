/**
 * Expected failures are values of this one union (DESIGN.md 11, rule 5). A bug is thrown; a tool's
 * own error (`isError`) is data. The code is stable and is what the CLI, REST and the window key on;
 * `message` says what happened and `fix` what to do, both for a person, in English. `params` holds
 * the values inside the sentence so that the window can say it in another language.
 */
export const FAILURE_KINDS = {
  usage: 'input',
  bad_arguments: 'input',
  not_found: 'missing',
  already_exists: 'conflict',
  file_conflict: 'conflict',
  unreadable_file: 'file',
  invalid_entry: 'file',
  file_locked: 'file',
  file_error: 'file',
  disk_full: 'file',
  unconfirmed: 'refused',
  hash_mismatch: 'refused',
  runner_not_allowed: 'refused',
  disabled: 'refused',
  trust_pending: 'refused',
  denied: 'refused',
  approval_expired: 'refused',
  approval_pending: 'refused',
  tool_changed: 'refused',
  not_an_approver: 'refused',
  paused: 'refused',
  command_not_found: 'server',
  spawn_failed: 'server',
  exited: 'server',
  start_timeout: 'server',
  crash_loop: 'server',
  breaker_open: 'server',
  install_failed: 'server',
  protocol: 'server',
  http_status: 'server',
  dns: 'server',
  refused: 'server',
  tls: 'server',
  auth_required: 'server',
  secret_missing: 'server',
  placeholder_unset: 'server',
  message_too_large: 'server',
  call_timeout: 'server',
  unavailable: 'server',
  outcome_unknown: 'server',
  keychain_unavailable: 'machine',
  owner_busy: 'machine',
  owner_unreachable: 'machine',
  port_in_use: 'machine',
  cancelled: 'own',
  journal_unavailable: 'own',
  internal: 'own',
} as const satisfies Record<string, FailureKind>;

/**
 * Where it went wrong: what was asked, what is not there, what is there already, a file, policy or
 * trust, the MCP server, something else on this machine, this program. Exit codes, HTTP statuses and
 * what a client is told hang on it.
 */
export type FailureKind =
  | 'input'
  | 'missing'
  | 'conflict'
  | 'file'
  | 'refused'
  | 'server'
  | 'machine'
  | 'own';

export type FailureCode = keyof typeof FAILURE_KINDS;

export const isFailureCode = (code: string): code is FailureCode =>
  Object.hasOwn(FAILURE_KINDS, code);

/** The code if this version knows it; an owner of another version may say others. */
export const knownCode = (code: string): FailureCode => (isFailureCode(code) ? code : 'internal');

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
