const MIN_LENGTH = 4;
const MIN_BASE64_LENGTH = 8;
const MIN_LINE_LENGTH = 16;

/**
 * Every way in which a value may stand in a text that leaves the process: as it is, JSON-escaped once
 * or twice, percent-encoded, inside base64 or base64url at any offset, and its long lines one by one.
 * Empty for values shorter than 4 characters, which would hit ordinary words.
 */
export function secretSpellings(value: string): string[] {
  if (value.length < MIN_LENGTH) return [];
  const plain = [value, ...longLines(value)];
  const all = new Set<string>();
  for (const text of plain) {
    all.add(text);
    all.add(jsonEscaped(text));
    all.add(jsonEscaped(jsonEscaped(text)));
    const percent = encodeURIComponent(text.toWellFormed());
    all.add(percent);
    all.add(percent.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase()));
    all.add(percent.replaceAll('%20', '+'));
  }
  const bytes = Buffer.from(value);
  if (bytes.length >= MIN_BASE64_LENGTH) {
    for (const offset of [0, 1, 2]) {
      const base64 = base64At(bytes, offset);
      all.add(base64);
      all.add(base64.replaceAll('+', '-').replaceAll('/', '_'));
    }
  }
  return [...all];
}

const jsonEscaped = (text: string): string => JSON.stringify(text).slice(1, -1);

function longLines(value: string): string[] {
  if (!value.includes('\n')) return [];
  return value
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length >= MIN_LINE_LENGTH);
}

/** The base64 characters that depend on these bytes alone, when `offset` (mod 3) other bytes come first. */
function base64At(bytes: Uint8Array, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  const start = Math.ceil((offset * 8) / 6);
  const end = Math.floor(((offset + bytes.length) * 8) / 6);
  return encoded.slice(start, end);
}
