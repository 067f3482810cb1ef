import {
  LABELLED_PATTERNS,
  mayHoldSecret,
  PEM_BEGIN,
  PEM_END,
  TOKEN_PATTERNS,
} from './token-patterns.ts';

/** A stretch of text to hide, and what to write instead. */
export interface SecretRange {
  readonly start: number;
  readonly end: number;
  readonly label: string;
}

export const REDACTED = '[redacted]';
export const REDACTED_PEM = '[redacted private key]';

/** Known spellings in a text, each once; overlapping stretches become one. Sorted. */
export function knownRanges(text: string, spellings: ReadonlyMap<string, string>): SecretRange[] {
  const ranges: SecretRange[] = [];
  for (const [spelling, name] of spellings) {
    let at = text.indexOf(spelling);
    while (at !== -1) {
      let end = at + spelling.length;
      const start = at;
      // A value such as "aaaa" may overlap itself for a long stretch: one range, one pass.
      for (at = text.indexOf(spelling, at + 1); at !== -1 && at < end; ) {
        end = at + spelling.length;
        at = text.indexOf(spelling, at + 1);
      }
      ranges.push({ start, end, label: `[secret ${name}]` });
    }
  }
  return merged(ranges);
}

/** What looks like a secret by its shape. Sorted, not overlapping. */
export function shapedRanges(text: string): SecretRange[] {
  if (!mayHoldSecret(text)) return [];
  const ranges: SecretRange[] = [...pemRanges(text)];
  for (const pattern of TOKEN_PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      ranges.push({ start: match.index, end: match.index + match[0].length, label: REDACTED });
    }
  }
  for (const pattern of LABELLED_PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const start = match.index + (match[1]?.length ?? 0);
      ranges.push({ start, end: start + (match[2]?.length ?? 0), label: REDACTED });
    }
  }
  return merged(ranges);
}

/** A private key block whose end is missing is hidden to the end of the text. */
function pemRanges(text: string): SecretRange[] {
  const ranges: SecretRange[] = [];
  let from = 0;
  for (const begin of text.matchAll(PEM_BEGIN)) {
    if (begin.index < from) continue;
    PEM_END.lastIndex = begin.index;
    const end = PEM_END.exec(text);
    from = end === null ? text.length : end.index + end[0].length;
    ranges.push({ start: begin.index, end: from, label: REDACTED_PEM });
  }
  return ranges;
}

/** Overlapping ranges united; the longest one names the union. */
export function merged(ranges: readonly SecretRange[]): SecretRange[] {
  const united: (SecretRange & { longest: number })[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const length = range.end - range.start;
    const last = united.at(-1);
    if (last === undefined || range.start >= last.end) {
      united.push({ ...range, longest: length });
    } else {
      united[united.length - 1] = {
        start: last.start,
        end: Math.max(last.end, range.end),
        label: length > last.longest ? range.label : last.label,
        longest: Math.max(length, last.longest),
      };
    }
  }
  return united.map(({ start, end, label }) => ({ start, end, label }));
}

export function withoutRanges(text: string, ranges: readonly SecretRange[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, label } of ranges) {
    result += text.slice(at, start) + label;
    at = end;
  }
  return result + text.slice(at);
}
