import { nearWord } from './near-word.ts';

/** Fields of other programs' formats, and what says the same here. */
const FOREIGN: Readonly<Record<string, string>> = {
  command: 'Use "command_argv": the command and its arguments as one list.',
  args: 'Use "command_argv": the command and its arguments as one list.',
  type: 'Use "transport": "stdio", "sse" or "http".',
  headers: 'Use "auth" with "env_key"; header values are secrets.',
  httpurl: 'Use "url" with "transport": "http".',
  serverurl: 'Use "url" with "transport": "http" or "sse".',
  disabled: 'Use "enabled": false.',
  disable: 'Use "enabled": false.',
};

const POLICY = 'Rules about calls belong in policy.yml; whether a server runs is "enabled".';

/** Words that would switch protection on or off if anybody heeded them here. */
const SWITCHES = [
  ...['requireApproval', 'approval', 'approvals', 'autoApprove', 'alwaysAllow', 'autoAllow'],
  ...['readOnly', 'permission', 'permissions', 'policy', 'policies', 'sandbox', 'trusted'],
  ...['allow', 'deny', 'allowed', 'denied', 'allowedTools', 'deniedTools', 'disabledTools'],
  ...['enabledTools', 'excludeTools', 'includeTools', 'disabled', 'disable', 'risk', 'riskLevel'],
  ...['confirm', 'confirmation', 'requireConfirmation', 'requiresApproval', 'trust'],
];

/**
 * Why an unknown key cannot simply be ignored: it looks like a misspelt known one, like a field of
 * another program, or like a policy switch, so that ignoring it would fail open. Null: harmless.
 */
export function misplacedKey(key: string, known: readonly string[]): string | null {
  const plain = key.toLowerCase().replace(/[^a-z0-9]/g, '');
  const foreign = Object.hasOwn(FOREIGN, plain) ? FOREIGN[plain] : undefined;
  if (foreign !== undefined) return foreign;
  const near = nearWord(key, known);
  if (near !== undefined) return `Did you mean "${near}"?`;
  const policy = nearWord(key, SWITCHES);
  return policy === undefined ? null : POLICY;
}
