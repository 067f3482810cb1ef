/**
 * Secrets that nobody told us about, by their shape. Every pattern starts at a fixed text or at a
 * token border and runs over one character class, so that each takes linear time.
 */
export const TOKEN_PATTERNS: readonly RegExp[] = [
  /(?<![A-Za-z0-9])gh[pousr]_[A-Za-z0-9]{20,}/g,
  /(?<![A-Za-z0-9])github_pat_[A-Za-z0-9_]{20,}/g,
  /(?<![A-Za-z0-9])glpat-[A-Za-z0-9_-]{16,}/g,
  /(?<![A-Za-z0-9])gth_[A-Za-z0-9_-]{20,}/g,
  /(?<![A-Za-z0-9])sk-[A-Za-z0-9_-]{16,}/g,
  /(?<![A-Za-z0-9])[rsp]k_(?:live|test)_[A-Za-z0-9]{10,}/g,
  /(?<![A-Za-z0-9])xox[abeoprs]-[A-Za-z0-9-]{10,}/g,
  /(?<![A-Za-z0-9])(?:AKIA|ASIA)[0-9A-Z]{16}(?![0-9A-Z])/g,
  /(?<![A-Za-z0-9])AIza[0-9A-Za-z_-]{35}/g,
  /(?<![A-Za-z0-9])(?:npm|hf)_[A-Za-z0-9]{20,}/g,
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?/g,
];

/** As above, but only group 2 is the secret; group 1 says what it is and stays. */
export const LABELLED_PATTERNS: readonly RegExp[] = [
  /(?<![A-Za-z])((?:bearer|authorization["']?: {0,3}["']?basic)[ \t]{1,4})([A-Za-z0-9._~+/=-]{8,})/gi,
  /(:\/\/[^\s/@:"'<>]{0,100}:)([^\s/@"'<>]{1,300})(?=@)/g,
  /(:\/\/)([^\s/@:"'<>]{16,300})(?=@)/g,
  /((?:password|passwd|passphrase|secret|token|api[_-]?key|apikey|access[_-]?key|private[_-]?key|cookie)\\?["']? {0,3}[:=] {0,3}\\?["']?)(?!\$\{|\[secret |\[redacted)([^\s"'\\,;&<>(){}]{6,})/gi,
];

/**
 * Whether anything above could match: each of its beginnings, in one look. Nearly every text holds
 * none of them, and is then spared the rest.
 */
export const mayHoldSecret = (text: string): boolean => BEGINNINGS.test(text);
const BEGINNINGS =
  /gh[pousr]_|github_pat_|glpat-|gth_|sk-|[rsp]k_|xox[abeoprs]-|akia|asia|aiza|npm_|hf_|eyj|-----begin|:\/\/|bearer|basic|passw|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|cookie/i;

export const PEM_BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----/g;
export const PEM_END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----/g;

const LAST_WORDS = new Set([
  ...['password', 'passwd', 'passphrase', 'pwd', 'secret', 'secrets', 'token', 'cookie', 'cookies'],
  ...['authorization', 'credential', 'credentials', 'apikey', 'jwt'],
]);
const BEFORE_KEY = new Set(['api', 'private', 'secret', 'access', 'signing', 'encryption']);

/** A part of each of the words above. */
const HINT = /pass|pwd|secret|token|cookie|auth|cred|key|jwt/i;

/** Whether a field of this name holds a secret, by its last words: `client_secret`, `apiKey`, `X-Api-Key`. */
export function isSecretName(name: string): boolean {
  if (name.length > 200 || !HINT.test(name)) return false;
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const [last = '', before = ''] = words.toReversed();
  return LAST_WORDS.has(last) || (last === 'key' && BEFORE_KEY.has(before));
}
