import {
  FAILURE_KINDS,
  type Failure,
  type FailureCode,
  type FailureKind,
} from '../kernel/failure.ts';

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

const OF_CODE: Partial<Record<FailureCode, Telling>> = {
  approval_expired: '[APPROVAL_EXPIRED]',
  approval_pending: '[APPROVAL_PENDING]',
  disabled: '[MCP_DISABLED]',
  unconfirmed: '[MCP_UNCONFIRMED]',
  hash_mismatch: '[MCP_UNCONFIRMED]',
  outcome_unknown: '[MCP_OUTCOME_UNKNOWN]',
  tool_changed: '[TOOL_CHANGED]',
  bad_arguments: '[INVALID_ARGUMENTS]',
  runner_not_allowed: '[MCP_UNAVAILABLE]',
  keychain_unavailable: '[MCP_UNAVAILABLE]',
  cancelled: '[DENIED]',
  // Nothing runs that cannot be recorded; the model should know that trying again does not help.
  journal_unavailable: '[DENIED]',
  // The agent's own file cannot be used: then it may do nothing.
  invalid_entry: '[DENIED]',
  unreadable_file: '[DENIED]',
};
const OF_KIND: Record<FailureKind, Telling> = {
  refused: '[DENIED]',
  server: '[MCP_UNAVAILABLE]',
  missing: 'unknown_tool',
  input: 'own_fault',
  conflict: 'own_fault',
  file: 'own_fault',
  machine: 'own_fault',
  own: 'own_fault',
};
const telling = (code: FailureCode): Telling => OF_CODE[code] ?? OF_KIND[FAILURE_KINDS[code]];

const COME_BACK =
  'A person has not answered yet. Nothing has run. Make the identical call again later, with the same tool and the same arguments: it then takes the answer.';

/** DESIGN.md 6: a stable prefix, the sentence, and what to do; or that it is no result at all. */
export function failureText(
  server_id: string | null,
  { code, message, fix }: Failure,
): { readonly text: string } | 'unknown_tool' | 'own_fault' {
  const told = telling(code);
  switch (told) {
    case 'unknown_tool':
    case 'own_fault':
      return told;
    case '[MCP_UNAVAILABLE]':
      return { text: sentences(`${told} ${server_id ?? 'gatehouse'}: ${message}`, fix) };
    case '[APPROVAL_PENDING]':
      return { text: `${told} ${COME_BACK}` };
    default:
      if (code === 'journal_unavailable')
        return { text: `${told} The journal cannot be written, so nothing runs. ${message}` };
      return { text: sentences(`${told} ${message}`, fix) };
  }
}

const sentences = (text: string, fix: string | undefined): string =>
  fix === undefined ? text : `${text} ${fix}`;
