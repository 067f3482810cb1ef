export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
  /** Where the line differs from its counterpart; absent when all of it does. */
  readonly pieces?: readonly Piece[];
}

/** A stretch of a line; `changed` when the counterpart has it not. */
export interface Piece {
  readonly text: string;
  readonly changed: boolean;
}

/** Steps that one comparison may take; beyond it the middle counts as wholly changed. */
const MOST_STEPS = 1_000_000;
const MOST_WORDS = 800;

/** Indices of what both lists have in common, in order: a longest common subsequence. */
function common(left: readonly string[], right: readonly string[]): [number, number][] {
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let end = 0;
  while (
    end < left.length - start &&
    end < right.length - start &&
    left[left.length - 1 - end] === right[right.length - 1 - end]
  )
    end += 1;
  const head = Array.from({ length: start }, (_, at): [number, number] => [at, at]);
  const tail = Array.from({ length: end }, (_, at): [number, number] => [
    left.length - end + at,
    right.length - end + at,
  ]);
  const middle = longest(
    left.slice(start, left.length - end),
    right.slice(start, right.length - end),
  );
  return [...head, ...middle.map(([a, b]): [number, number] => [a + start, b + start]), ...tail];
}

function longest(left: readonly string[], right: readonly string[]): [number, number][] {
  const width = right.length + 1;
  if (left.length * right.length === 0 || left.length * right.length > MOST_STEPS) return [];
  const lengths = new Uint32Array((left.length + 1) * width);
  const at = (a: number, b: number) => lengths[a * width + b] ?? 0;
  for (let a = left.length - 1; a >= 0; a -= 1)
    for (let b = right.length - 1; b >= 0; b -= 1)
      lengths[a * width + b] =
        left[a] === right[b] ? at(a + 1, b + 1) + 1 : Math.max(at(a + 1, b), at(a, b + 1));
  const pairs: [number, number][] = [];
  let a = 0;
  let b = 0;
  while (a < left.length && b < right.length) {
    if (left[a] === right[b]) pairs.push([a++, b++]);
    else if (at(a + 1, b) >= at(a, b + 1)) a += 1;
    else b += 1;
  }
  return pairs;
}

const wordsOf = (line: string): string[] => line.match(/[\p{L}\p{N}_]+|\s+|./gsu) ?? [];

/** Marks the words in which two lines differ; both wholly when they have little in common. */
function compareWords(before: string, after: string): [DiffLine, DiffLine] {
  const left = wordsOf(before);
  const right = wordsOf(after);
  const whole: [DiffLine, DiffLine] = [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ];
  if (left.length > MOST_WORDS || right.length > MOST_WORDS) return whole;
  const pairs = common(left, right);
  const kept = pairs.reduce((sum, [at]) => sum + (left[at]?.trim().length ?? 0), 0);
  if (kept * 3 < Math.min(before.length, after.length)) return whole;
  return [
    { ...whole[0], pieces: piecesOf(left, new Set(pairs.map(([at]) => at))) },
    { ...whole[1], pieces: piecesOf(right, new Set(pairs.map(([, at]) => at))) },
  ];
}

function piecesOf(words: readonly string[], same: ReadonlySet<number>): Piece[] {
  const pieces: { text: string; changed: boolean }[] = [];
  words.forEach((word, at) => {
    const changed = !same.has(at);
    const last = pieces.at(-1);
    if (last?.changed === changed) last.text += word;
    else pieces.push({ text: word, changed });
  });
  return pieces;
}

/** Old and new text line by line: what left stands before what came, words that differ are marked. */
export function diffLines(before: string, after: string): DiffLine[] {
  const left = before.split('\n');
  const right = after.split('\n');
  const lines: DiffLine[] = [];
  let a = 0;
  let b = 0;
  const until = (endA: number, endB: number) => {
    const removed = left.slice(a, endA);
    const added = right.slice(b, endB);
    const compared = removed.map((text, at): [DiffLine, DiffLine | null] => {
      const counterpart = added[at];
      return counterpart === undefined
        ? [{ kind: 'removed', text }, null]
        : compareWords(text, counterpart);
    });
    lines.push(...compared.map(([line]) => line));
    lines.push(...added.map((text, at): DiffLine => compared[at]?.[1] ?? { kind: 'added', text }));
    a = endA;
    b = endB;
  };
  for (const [inLeft, inRight] of common(left, right)) {
    until(inLeft, inRight);
    lines.push({ kind: 'same', text: left[inLeft] ?? '' });
    a = inLeft + 1;
    b = inRight + 1;
  }
  until(left.length, right.length);
  return lines;
}

/** Lines to read: long stretches without a change are one number, `context` lines stay around changes. */
export function folded(
  lines: readonly DiffLine[],
  context = 3,
): readonly (readonly DiffLine[] | number)[] {
  const near = new Set<number>();
  lines.forEach(({ kind }, at) => {
    if (kind === 'same') return;
    for (let by = -context; by <= context; by += 1) near.add(at + by);
  });
  const parts: (DiffLine[] | number)[] = [];
  lines.forEach((line, at) => {
    const last = parts.at(-1);
    if (!near.has(at)) {
      if (typeof last === 'number') parts[parts.length - 1] = last + 1;
      else parts.push(1);
    } else if (Array.isArray(last)) last.push(line);
    else parts.push([line]);
  });
  return parts;
}
