/** Insertions, removals, replacements and swaps of neighbours that turn one word into the other. */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let best = Math.min(
        (above[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (row > 1 && column > 1 && swapped) best = Math.min(best, (before[column - 2] ?? 0) + 1);
      line.push(best);
    }
    before = above;
    above = line;
  }
  return above[b.length] ?? 0;
}

const plain = (word: string): string => word.toLowerCase().replace(/[^a-z0-9]/g, '');

/**
 * The known word that `word` was probably meant to be: equal but for case and separators, or one
 * (from five letters on: two) slips away. Undefined when none is near.
 */
export function nearWord(word: string, known: readonly string[]): string | undefined {
  const written = plain(word.slice(0, 64));
  if (written === '') return undefined;
  const limit = written.length < 5 ? 1 : 2;
  let best: { word: string; distance: number } | undefined;
  for (const candidate of known) {
    const meant = plain(candidate);
    if (Math.abs(meant.length - written.length) > limit) continue;
    const distance = editDistance(written, meant);
    if (distance <= limit && (!best || distance < best.distance)) {
      best = { word: candidate, distance };
    }
  }
  return best?.word;
}
