import { canonicalJson, sha256Hex } from '../kernel/canonical-json.ts';

export interface ResultText {
  readonly redacted: unknown;
  /** RFC 8785 JSON of `redacted`, and the SHA-256 of its UTF-8. */
  readonly text: string;
  readonly sha256: string;
}

export function resultText(result: unknown, redact: (value: unknown) => unknown): ResultText {
  const redacted = redact(result);
  const text = canonicalJson(redacted);
  return { redacted, text, sha256: sha256Hex(text) };
}

/** Whether a JSON value would be longer than so many characters, about; looks no further than it must. */
export function isLongerThan(value: unknown, chars: number): boolean {
  let left = chars;
  const open: unknown[] = [value];
  while (open.length > 0 && left >= 0) {
    const next = open.pop();
    left -= 4;
    if (typeof next === 'string') left -= next.length;
    else if (Array.isArray(next)) for (const item of next) open.push(item);
    else if (typeof next === 'object' && next !== null)
      for (const [key, item] of Object.entries(next)) {
        left -= key.length;
        open.push(item);
      }
  }
  return left < 0;
}
