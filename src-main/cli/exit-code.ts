import { FAILURE_CODES, type FailureCode } from '../kernel/failure.ts';
import { assertNever } from '../kernel/result.ts';

/** 0 done, 1 failed, 2 usage, 3 not found, 4 denied, 5 unavailable (DESIGN.md 12). */
export function exitCodeOf(code: string): number {
  const known = FAILURE_CODES.find((candidate) => candidate === code);
  return known === undefined ? 1 : exitCode(known);
}

function exitCode(code: FailureCode): number {
  switch (code) {
    case 'usage':
    case 'bad_arguments':
      return 2;
    case 'not_found':
      return 3;
    case 'unconfirmed':
    case 'hash_mismatch':
    case 'runner_not_allowed':
    case 'disabled':
    case 'trust_pending':
    case 'denied':
    case 'approval_expired':
    case 'approval_pending':
    case 'tool_changed':
    case 'not_an_approver':
    case 'paused':
      return 4;
    case 'command_not_found':
    case 'spawn_failed':
    case 'exited':
    case 'start_timeout':
    case 'protocol':
    case 'http_status':
    case 'dns':
    case 'refused':
    case 'tls':
    case 'auth_required':
    case 'secret_missing':
    case 'placeholder_unset':
    case 'message_too_large':
    case 'call_timeout':
    case 'unavailable':
    case 'outcome_unknown':
    case 'keychain_unavailable':
    case 'owner_busy':
    case 'owner_unreachable':
    case 'port_in_use':
      return 5;
    case 'already_exists':
    case 'unreadable_file':
    case 'invalid_entry':
    case 'file_conflict':
    case 'file_locked':
    case 'file_error':
    case 'disk_full':
    case 'cancelled':
    case 'journal_unavailable':
    case 'internal':
      return 1;
    default:
      return assertNever(code);
  }
}
