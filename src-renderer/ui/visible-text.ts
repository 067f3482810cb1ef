/** A piece of a text: shown as it is, or a mark that stands for one character a reader cannot see. */
export interface TextPart {
  readonly text: string;
  readonly mark: boolean;
}

export interface VisibleText {
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
export function visibleText(text: string): VisibleText {
  if (!ANY_HIDDEN.test(text))
    return { parts: text === '' ? [] : [{ text, mark: false }], text, marks: 0 };
  const parts: TextPart[] = [];
  let shown = 0;
  let marks = 0;
  for (const match of text.matchAll(HIDDEN)) {
    const character = match[0];
    if (shapesEmoji(text, match.index, character)) continue;
    if (match.index > shown) parts.push({ text: text.slice(shown, match.index), mark: false });
    parts.push({ text: markOf(character), mark: true });
    shown = match.index + character.length;
    marks += 1;
  }
  if (shown < text.length) parts.push({ text: text.slice(shown), mark: false });
  return { parts, text: parts.map((part) => part.text).join(''), marks };
}
