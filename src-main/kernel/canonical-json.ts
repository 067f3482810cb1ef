import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';

/**
 * RFC 8785 text of a JSON value: equal values give equal text, so it can be hashed. A value that is
 * no JSON (undefined, NaN, a cycle) is a bug and throws. RFC 8785 has no text for a string with a
 * lone surrogate, which a hostile server can send: such a value gets a text of its own (escaped by
 * JSON.stringify, keys sorted), still parseable, still the same for equal values only.
 */
export function canonicalJson(value: unknown): string {
  return plainText(value, 0) ?? anyText(value);
}

const LEVELS_MAX = 100;

/** The same text for ordinary values, in one pass; null for whatever is not ordinary. */
function plainText(value: unknown, level: number): string | null {
  if (typeof value === 'string') return value.isWellFormed() ? JSON.stringify(value) : null;
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? JSON.stringify(value) : null;
  if (typeof value !== 'object' || level > LEVELS_MAX || 'toJSON' in value) return null;
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) {
      const inner = plainText(item, level + 1);
      if (inner === null) return null;
      text += text === '' ? inner : `,${inner}`;
    }
    return `[${text}]`;
  }
  for (const key of Object.keys(value).sort()) {
    const inner = plainText(Reflect.get(value, key), level + 1);
    if (inner === null || !key.isWellFormed()) return null;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${inner}`;
  }
  return `{${text}}`;
}

function anyText(value: unknown): string {
  const text = hasLoneSurrogate(value)
    ? JSON.stringify(withSortedKeys(value))
    : canonicalize(value);
  if (text === undefined) throw new TypeError('Only JSON values have a canonical text');
  return text;
}

/** Lower-case hex SHA-256; text is hashed as UTF-8. */
export const sha256Hex = (data: string | Uint8Array): string => hash('sha256', data, 'hex');

/** SHA-256 of the canonical text, in hex. */
export const hashOf = (value: unknown): string => sha256Hex(canonicalJson(value));

function hasLoneSurrogate(value: unknown): boolean {
  const open: unknown[] = [value];
  const seen = new Set<object>();
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') {
      if (!next.isWellFormed()) return true;
    } else if (next !== null && typeof next === 'object' && !seen.has(next)) {
      seen.add(next);
      for (const [key, inner] of Object.entries(next)) open.push(key, inner);
    }
  }
  return false;
}

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(
    ([key, inner]) => [key, withSortedKeys(inner)] as const,
  );
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
