/** Where something stands in a text: 1-based, columns in UTF-16 units; null when the text cannot say. */
export interface Place {
  readonly line: number | null;
  readonly column: number | null;
}

export const NO_PLACE: Place = { line: null, column: null };

/** Line and column of an offset; `\n`, `\r\n` and a lone `\r` each end one line. */
export function placeAt(text: string, offset: number): Place {
  let line = 1;
  let start = 0;
  for (let at = 0; at < Math.min(offset, text.length); at += 1) {
    const char = text[at];
    if (char === '\n' || (char === '\r' && text[at + 1] !== '\n')) {
      line += 1;
      start = at + 1;
    }
  }
  return { line, column: offset - start + 1 };
}

/** ` (line 3, column 5)`, or nothing. */
export const inWords = (place: Place): string =>
  place.line === null ? '' : ` (line ${place.line}, column ${place.column ?? 1})`;

/** Line and column as a failure's `params`. */
export const placeParams = (place: Place): Record<string, number> =>
  place.line === null ? {} : { line: place.line, column: place.column ?? 1 };
