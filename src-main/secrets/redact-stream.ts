import { knownRanges, merged, REDACTED_PEM, shapedRanges, withoutRanges } from './secret-ranges.ts';
import { PEM_BEGIN, PEM_END } from './token-patterns.ts';

/** How much of one unbroken word is held back for the patterns; known values are found at any length. */
const WORD_MAX = 4_096;
const LINE_MAX = 16_384;
const PEM_LINE_MAX = 80;

/**
 * Redaction of a text that comes in pieces. What may be the beginning of a secret waits for the next
 * piece: a beginning of a known spelling, the last line, an open private key block.
 */
export function redactStream(spellings: () => ReadonlyMap<string, string>): {
  push(chunk: string): string;
  end(): string;
} {
  let held = '';
  let insidePem = false;

  const flush = (final: boolean): string => {
    let out = '';
    for (;;) {
      if (insidePem) {
        PEM_END.lastIndex = 0;
        const end = PEM_END.exec(held);
        if (end === null) {
          held = final ? '' : held.slice(-PEM_LINE_MAX);
          return out;
        }
        held = held.slice(end.index + end[0].length);
        insidePem = false;
      }
      PEM_BEGIN.lastIndex = 0;
      const begin = PEM_BEGIN.exec(held);
      if (begin === null) break;
      out += redacted(held.slice(0, begin.index), spellings()) + REDACTED_PEM;
      held = held.slice(begin.index + begin[0].length);
      insidePem = true;
    }
    const cut = final ? held.length : safeCut(held, spellings());
    out += redacted(held.slice(0, cut), spellings());
    held = held.slice(cut);
    return out;
  };

  return {
    push(chunk) {
      held += chunk;
      return flush(false);
    },
    end: () => flush(true),
  };
}

const redacted = (text: string, spellings: ReadonlyMap<string, string>): string =>
  withoutRanges(text, merged([...knownRanges(text, spellings), ...shapedRanges(text)]));

/** The largest place at which the text can be cut without cutting anything that may be a secret. */
function safeCut(text: string, spellings: ReadonlyMap<string, string>): number {
  let cut = Math.min(lastLineStart(text), openSpellingStart(text, spellings));
  for (const { start, end } of merged([...knownRanges(text, spellings), ...shapedRanges(text)])) {
    if (start < cut && cut < end) cut = start;
  }
  return cut;
}

/** A line that never ends is let go word by word, and a word that never ends piece by piece. */
function lastLineStart(text: string): number {
  const line = text.lastIndexOf('\n') + 1;
  if (text.length - line <= LINE_MAX) return line;
  const word = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\t')) + 1;
  return Math.max(text.length - WORD_MAX, Math.min(word, text.length - 200));
}

function openSpellingStart(text: string, spellings: ReadonlyMap<string, string>): number {
  let earliest = text.length;
  for (const spelling of spellings.keys()) {
    let at = Math.max(0, text.length - spelling.length + 1);
    const first = spelling.slice(0, 1);
    for (
      at = text.indexOf(first, at);
      at !== -1 && at < earliest;
      at = text.indexOf(first, at + 1)
    ) {
      if (spelling.startsWith(text.slice(at))) earliest = at;
    }
  }
  return earliest;
}
