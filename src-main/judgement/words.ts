import { normaliseForReading } from './normalise.ts';

const CJK = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々';
const PIECE = new RegExp(`[${CJK}]+|(?:(?![${CJK}])\\p{L})+|\\p{N}+`, 'gu');
const HUMP = /(\p{Ll})(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu;
const SPELLED_OUT = 4;

/**
 * The words of an identifier or a sentence, lower-case, in order: split at everything that is not
 * a letter or digit (snake_case, kebab-case, dots), at camelCase humps (`dbExecSQL` -> db exec sql)
 * and between scripts; letters that stand alone in a row (`d_e_l_e_t_e`) are one word. Chinese and
 * Japanese runs stay whole. `isWord` keeps a run whole despite its humps (`DeLeTe`).
 */
export function splitWords(text: string, isWord?: (word: string) => boolean): string[] {
  return splitNormalised(normaliseForReading(text), isWord);
}

/** `splitWords` for text that went through `normaliseForReading` already. */
export function splitNormalised(text: string, isWord?: (word: string) => boolean): string[] {
  const words: string[] = [];
  let letters: string[] = [];
  const flush = () => {
    if (letters.length >= SPELLED_OUT) words.push(letters.join(''));
    else words.push(...letters);
    letters = [];
  };
  for (const [piece] of text.matchAll(PIECE)) {
    const whole = piece.toLowerCase();
    const parts = isWord?.(whole) ? [whole] : whole === piece ? [piece] : humps(piece);
    for (const part of parts) {
      if (part.length === 1 && /[a-z]/.test(part)) letters.push(part);
      else {
        flush();
        words.push(part);
      }
    }
  }
  flush();
  return words;
}

const humps = (piece: string): string[] => piece.replace(HUMP, '$1$2 ').toLowerCase().split(' ');
