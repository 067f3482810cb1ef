/** A piece of a text: shown as it is, or a mark that stands for one character a reader cannot see. */
export interface TextPart {
  readonly text: string;
  readonly mark: boolean;
  /** Offset in the whole visible text. */
  readonly start: number;
}

export interface Visible {
  readonly parts: readonly TextPart[];
  /** The parts joined: what is shown, searched and measured. */
  readonly text: string;
  /** How many characters became marks. */
  readonly marks: number;
}

// Control, format (bidi, zero-width, tags), private-use, unassigned and lone surrogates; everything that
// fonts draw as nothing (also variation selectors and Hangul fillers); line separators; blanks that
// pass for a space. Line breaks, tabs, the space and the ideographic space stay.
const HIDDEN = /(?![\n\t \u3000])[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Zs}\u2800]/gu;
const ANY_HIDDEN = new RegExp(HIDDEN.source, 'u');

// Joiners and selectors that only shape an emoji which is itself visible.
const PICTURE_BEFORE = /(?:\p{Extended_Pictographic}\uFE0F?|\p{Emoji_Modifier}|[0-9#*])$/u;
const PICTURE_AFTER = /^\p{Extended_Pictographic}/u;

function shapesEmoji(text: string, at: number, character: string): boolean {
  const before = text.slice(Math.max(0, at - 4), at);
  if (character === '\uFE0F') return PICTURE_BEFORE.test(before) && !before.endsWith('\uFE0F');
  if (character !== '\u200D') return false;
  return (
    /(?:\p{Extended_Pictographic}\uFE0F?|\p{Emoji_Modifier})$/u.test(before) &&
    PICTURE_AFTER.test(text.slice(at + 1, at + 3))
  );
}

/** `‹U+200B›` for a character, with at least four hexadecimal digits. */
export function markOf(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  return `‹U+${point.toString(16).toUpperCase().padStart(4, '0')}›`;
}

/** Whether a text holds characters that a reader would not see. */
export const hasHidden = (text: string): boolean =>
  ANY_HIDDEN.test(text) && visibleText(text).marks > 0;

/**
 * Makes invisible, bidirectional, zero-width, control and tag characters visible as `‹U+200B›`. Nothing
 * is dropped and nothing is normalised, so that what is shown is what is sent.
 */
export function visibleText(text: string): Visible {
  if (!ANY_HIDDEN.test(text))
    return { parts: text === '' ? [] : [{ text, mark: false, start: 0 }], text, marks: 0 };
  const parts: TextPart[] = [];
  let read = 0;
  let start = 0;
  let marks = 0;
  const add = (part: string, mark: boolean) => {
    parts.push({ text: part, mark, start });
    start += part.length;
  };
  for (const match of text.matchAll(HIDDEN)) {
    const character = match[0];
    if (shapesEmoji(text, match.index, character)) continue;
    if (match.index > read) add(text.slice(read, match.index), false);
    add(markOf(character), true);
    read = match.index + character.length;
    marks += 1;
  }
  if (read < text.length) add(text.slice(read), false);
  return { parts, text: parts.map((part) => part.text).join(''), marks };
}

export type SeeText = (text: string) => Visible;

/** `visibleText` that reads each long text once: a view asks for the same ones over and over. */
export function seeOnce(longer = 1000): SeeText {
  const seen = new Map<string, Visible>();
  return (text) => {
    if (text.length <= longer) return visibleText(text);
    const known = seen.get(text) ?? visibleText(text);
    seen.set(text, known);
    return known;
  };
}

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A run of visible text that looks alike. */
export interface TextSegment extends TextPart {
  readonly hit: boolean;
}

/** Index of the part that holds an offset; a hostile text has millions, so it is not looked for one by one. */
function partAt(parts: readonly TextPart[], offset: number): number {
  let low = 0;
  let high = parts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((parts[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Cuts a stretch of a visible text wherever a mark or a search hit begins or ends. */
export function segmentsOf(
  visible: Visible,
  hits: readonly TextRange[],
  stretch: TextRange = { start: 0, end: visible.text.length },
): TextSegment[] {
  const segments: TextSegment[] = [];
  const near = hits.filter((hit) => hit.end > stretch.start && hit.start < stretch.end);
  for (let at = partAt(visible.parts, stretch.start); at < visible.parts.length; at += 1) {
    const part = visible.parts[at];
    if (part === undefined || part.start >= stretch.end) break;
    const start = Math.max(part.start, stretch.start);
    const end = Math.min(part.start + part.text.length, stretch.end);
    const cuts = near
      .flatMap((hit) => [hit.start, hit.end])
      .filter((cut) => cut > start && cut < end);
    const edges = [start, ...cuts, end];
    for (const [index, left] of edges.entries()) {
      const right = edges[index + 1];
      if (right === undefined || right <= left) continue;
      const hit = near.some((one) => one.start <= left && one.end >= right);
      segments.push({ text: visible.text.slice(left, right), mark: part.mark, hit, start: left });
    }
  }
  return segments;
}
