/**
 * What looks like a secret, by its name or by its form. Both err towards yes: a value that goes to
 * the keychain without need costs nothing, one that stays in a file costs an account.
 */
const NAME_WORD =
  /^(?:key|apikey|auth|authorization|bearer|cookie|credentials?|dsn|jwt|pass|passphrase|passwd|password|pat|pwd|secret|sig|signature|token)$|(?:apikey|accesskey|secretkey|passwd|password|passphrase|secret|token)$/;

/** Names that end so hold something about a secret, not the secret. */
const ABOUT_WORD =
  /^(?:count|dir|enabled|env|expiry|file|format|header|host|id|length|limit|max|min|mode|name|path|port|prefix|region|scope|size|timeout|ttl|type|uri|url|user|username|var|version)$/;

export function isSecretName(name: string): boolean {
  const words = name
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const last = words.at(-1) ?? '';
  if (ABOUT_WORD.test(last) || words.includes('public')) return false;
  return words.some((word) => NAME_WORD.test(word));
}

/** Values that no secret has, whatever the name says. */
export const isPlainSwitch = (value: string): boolean =>
  /^(?:true|false|yes|no|on|off|none|null|0|1)$/i.test(value.trim());

/** What documentation writes where the reader's own secret belongs. */
export const isSample = (value: string): boolean =>
  /^\s*$|^<.*>$|^\[.*\]$|^\{\{.*\}\}$|^[*.•…x]+$|[x*.…]{5,}$|^(?:your|my|insert|replace|enter|paste|add)[-_ ]|(?:_|-| )here$|^change[-_ ]?me$|^todo$/i.test(
    value.trim(),
  );

export interface SecretSpan {
  readonly start: number;
  readonly end: number;
}

const KNOWN_FORMS = new RegExp(
  [
    'gh[pousr]_[A-Za-z0-9]{16,}',
    'github_pat_\\w{16,}',
    'glpat-[\\w-]{16,}',
    'sk-(?=[\\w-]{0,200}\\d)[\\w-]{14,}',
    '[sr]k_(?:live|test)_\\w{10,}',
    'xox[a-z]-[\\w-]{8,}',
    'xapp-[\\w-]{8,}',
    'A[KS]IA[A-Z0-9]{12,}',
    'AIza[\\w-]{30,}',
    'ya29\\.[\\w-]{16,}',
    'eyJ[\\w-]{8,}(?:\\.[\\w-]+)*',
    '(?:npm|hf|gsk|r8|lin_api|ntn|secret|figd|tvly|pypi|dop_v1|shpat|gth|pat)[_-](?=\\w{0,200}\\d)\\w{20,}',
    'SG\\.[\\w-]{16,}\\.[\\w-]{16,}',
    '-----BEGIN [A-Z ]*PRIVATE KEY-----[\\s\\S]*',
  ].join('|'),
  'g',
);

const SCHEME_VALUE = /\b(?:bearer|basic)\s+([\w+/=.~-]{8,})/gi;
const LONG_TOKEN = /[A-Za-z0-9+_=-]{20,}/g;

/** Where in a text secrets stand, judged by their form alone; ordered, without overlap. */
export function secretSpans(text: string): SecretSpan[] {
  const found: SecretSpan[] = [];
  for (const match of text.matchAll(KNOWN_FORMS)) {
    if (!isSample(match[0])) found.push({ start: match.index, end: match.index + match[0].length });
  }
  for (const match of text.matchAll(SCHEME_VALUE)) {
    const value = match[1] ?? '';
    if (isSample(value)) continue;
    const end = match.index + match[0].length;
    found.push({ start: end - value.length, end });
  }
  for (const match of text.matchAll(LONG_TOKEN)) {
    const before = text.slice(Math.max(0, match.index - 7), match.index);
    // A digest or a commit names a version; it is no secret.
    if (/(?:sha\d{3}:|[@#])$/.test(before)) continue;
    if (looksRandom(match[0])) {
      found.push({ start: match.index, end: match.index + match[0].length });
    }
  }
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  return found.reduce<SecretSpan[]>((kept, span) => {
    const last = kept.at(-1);
    if (!last || span.start >= last.end) kept.push(span);
    else kept[kept.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    return kept;
  }, []);
}

export const holdsSecret = (text: string): boolean =>
  secretSpans(text).length > 0 || /:\/\/[^/\s:@]*:[^/\s@]+@/.test(text);

export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text);

/** A long run of mixed letters and digits; words, versions, dates and UUIDs are not random. */
function looksRandom(token: string): boolean {
  if (isUuid(token)) return false;
  return token.split(/[-_=+]/).some((run) => {
    if (run.length < 16) return false;
    const digits = run.replace(/[^0-9]/g, '').length;
    const turns = run.match(/[a-z](?=[A-Z0-9])|[A-Z](?=[0-9])|[0-9](?=[A-Za-z])/g)?.length ?? 0;
    const mixed = digits >= 3 && run.length - digits >= 3 && turns >= 3;
    return (mixed || (run.length >= 32 && turns >= 6)) && bitsPerCharacter(run) >= 3;
  });
}

function bitsPerCharacter(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) {
    const share = count / text.length;
    bits -= share * Math.log2(share);
  }
  return bits;
}
