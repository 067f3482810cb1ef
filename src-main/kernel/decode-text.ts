export type DecodedText =
  | { readonly text: string; readonly bom: boolean }
  | { readonly problem: string; readonly line: number; readonly column: number };

/** Bytes as UTF-8, or the encoding that they look like. Line and column count from 1, in characters. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const wide = utf16Kind(bytes);
  if (wide !== null) return { problem: `it is ${wide}`, line: 1, column: 1 };
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const body = bom ? bytes.subarray(3) : bytes;
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body), bom };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  const before = new TextDecoder('utf-8').decode(body.subarray(0, firstInvalid(body)));
  const line = before.split('\n').length;
  const column = before.length - before.lastIndexOf('\n');
  const kind = body.includes(0)
    ? 'it holds binary data'
    : 'it holds bytes that are not UTF-8; it may be Latin-1 or Windows-1252';
  return { problem: `${kind} (line ${line}, column ${column})`, line, column };
}

/** By its mark, or because every second byte of its beginning is zero, as ASCII text in UTF-16 is. */
function utf16Kind(bytes: Uint8Array): string | null {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe && third === 0 && fourth === 0) return 'UTF-32 (LE)';
  if (first === 0 && second === 0 && third === 0xfe && fourth === 0xff) return 'UTF-32 (BE)';
  if (first === 0xff && second === 0xfe) return 'UTF-16 (LE)';
  if (first === 0xfe && second === 0xff) return 'UTF-16 (BE)';
  const head = bytes.subarray(0, Math.min(64, bytes.length - (bytes.length % 2)));
  if (head.length < 4) return null;
  const zeros = (offset: number) => head.every((byte, at) => at % 2 !== offset || byte === 0);
  if (zeros(1) && !zeros(0)) return 'UTF-16 (LE)';
  return zeros(0) && !zeros(1) ? 'UTF-16 (BE)' : null;
}

/** Index of the first byte that is not part of well-formed UTF-8 (by bisection on a streaming decoder). */
function firstInvalid(bytes: Uint8Array): number {
  let valid = 0;
  let invalid = bytes.length;
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    if (isPrefixValid(bytes.subarray(0, middle))) valid = middle;
    else invalid = middle;
  }
  // A lead byte is accepted until its broken follower is seen: step back to the lead.
  let start = valid;
  while (start > 0 && valid - start < 3 && !isComplete(bytes.subarray(0, start))) start -= 1;
  return start;
}

const isPrefixValid = (bytes: Uint8Array): boolean => decodes(bytes, true);
const isComplete = (bytes: Uint8Array): boolean => decodes(bytes, false);

function decodes(bytes: Uint8Array, stream: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream });
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
