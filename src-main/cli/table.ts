/** Columns padded to their widest cell; control characters of foreign text made visible. */
export function table(rows: readonly (readonly string[])[]): string {
  const clean = rows.map((row) => row.map(plainText));
  const widths = (clean[0] ?? []).map((_, column) =>
    Math.max(...clean.map((row) => (row[column] ?? '').length)),
  );
  return clean
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/**
 * Text of another program for a terminal: no escape sequence, no line break, no invisible or
 * direction-changing character gets through; each shows as its code point.
 */
export const plainText = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );

/** The same, but line breaks and tabs stay. */
export const plainLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.split('\t').map(plainText).join('\t'))
    .join('\n');
