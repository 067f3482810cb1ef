import { DISGUISED, LOOSE, TWINS } from './confusables.ts';

/** Format, control and filler characters that show nothing: they split a word unseen. */
const UNSEEN =
  /\p{Cf}|\u034f|[\u115f\u1160]|[\u17b4\u17b5]|[\u180b-\u180f]|[\u2800\u3164\uffa0]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]|(?![\t\n\r])\p{Cc}/gu;
/** Marks on Latin, Greek and Cyrillic letters; kana and Hangul marks are not among them. */
const MARKS =
  /[\u0300-\u036f]|[\u0483-\u0489]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/gu;
const WORD = /\p{L}+/gu;
const LATIN = /\p{Script=Latin}/u;
const LOOKALIKE = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
const DISGUISE = /[ɡɑɩʋøłđħı\u0250-\u02af\u1d00-\u1d7f\ua700-\ua7ff]/gu;

const swap = (word: string, table: ReadonlyMap<string, string>): string =>
  Array.from(word, (letter) => table.get(letter) ?? letter).join('');

function unmask(word: string): string {
  if (!LOOKALIKE.test(word)) return word;
  if (LATIN.test(word)) return swap(word, LOOSE);
  return word.length >= 3 && Array.from(word).every((letter) => TWINS.has(letter))
    ? swap(word, TWINS)
    : word;
}

/**
 * Text as a person would read it: compatibility forms folded (NFKC), invisible and direction
 * characters gone, accents dropped, look-alike letters of other scripts turned into the Latin ones
 * they imitate. Case, punctuation and line breaks stay. For judging only: what is shown or sent is
 * always the original. Linear in the length of the text.
 */
export function normaliseForReading(text: string): string {
  return text
    .toWellFormed()
    .replace(UNSEEN, '')
    .normalize('NFKD')
    .replace(UNSEEN, '')
    .replace(MARKS, '')
    .normalize('NFKC')
    .replace(DISGUISE, (letter) => DISGUISED.get(letter) ?? letter)
    .replace(WORD, unmask);
}
