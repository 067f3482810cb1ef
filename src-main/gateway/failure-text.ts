import type { Failure, FailureCode } from '../kernel/failure.ts';
import { assertNever } from '../kernel/result.ts';

/** How a failed call reaches the model: as a result with this prefix, as an unknown tool, or as our own fault. */
type Telling =
  | '[DENIED]'
  | '[APPROVAL_EXPIRED]'
  | '[APPROVAL_PENDING]'
  | '[MCP_UNAVAILABLE]'
  | '[MCP_DISABLED]'
  | '[MCP_UNCONFIRMED]'
  | '[MCP_OUTCOME_UNKNOWN]'
  | '[TOOL_CHANGED]'
  | '[INVALID_ARGUMENTS]'
  | 'unknown_tool'
  | 'own_fault';

function telling(code: FailureCode): Telling {
  switch (code) {
    case 'denied':
    case 'paused':
    case 'trust_pending':
    case 'not_an_approver':
    case 'cancelled':
    // The agent's own file cannot be used: then it may do nothing.
    case 'invalid_entry':
    case 'unreadable_file':
      return '[DENIED]';
    case 'approval_expired':
      return '[APPROVAL_EXPIRED]';
    case 'approval_pending':
      return '[APPROVAL_PENDING]';
    case 'disabled':
      return '[MCP_DISABLED]';
    case 'unconfirmed':
    case 'hash_mismatch':
      return '[MCP_UNCONFIRMED]';
    case 'outcome_unknown':
      return '[MCP_OUTCOME_UNKNOWN]';
    case 'tool_changed':
      return '[TOOL_CHANGED]';
    case 'bad_arguments':
      return '[INVALID_ARGUMENTS]';
    case 'runner_not_allowed':
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
    case 'keychain_unavailable':
      return '[MCP_UNAVAILABLE]';
    case 'not_found':
      return 'unknown_tool';
    case 'usage':
    case 'already_exists':
    case 'file_conflict':
    case 'file_locked':
    case 'file_error':
    case 'disk_full':
    case 'journal_unavailable':
    case 'owner_busy':
    case 'owner_unreachable':
    case 'port_in_use':
    case 'internal':
      return 'own_fault';
    default:
      return assertNever(code);
  }
}

/** DESIGN.md 6: a stable prefix, the sentence, and what to do; or that it is no result at all. */
export function failureText(
  server_id: string,
  { code, message, fix }: Failure,
): { readonly text: string } | 'unknown_tool' | 'own_fault' {
  const told = telling(code);
  switch (told) {
    case 'unknown_tool':
    case 'own_fault':
      return told;
    case '[MCP_UNAVAILABLE]':
      return { text: sentences(`${told} ${server_id}: ${message}`, fix) };
    default:
      return { text: sentences(`${told} ${message}`, fix) };
  }
}

const sentences = (text: string, fix: string | undefined): string =>
  fix === undefined ? text : `${text} ${fix}`;
