export type SplitWords =
  | { readonly ok: true; readonly words: string[] }
  | { readonly ok: false; readonly reason: string };

/**
 * Splits a command line at blanks, with the quotes and backslashes of a POSIX shell, and runs or
 * expands nothing. A backslash that escapes nothing stays, so that Windows paths come through.
 * What only a shell could do (pipes, redirection, substitution) is refused.
 */
export function splitWords(line: string): SplitWords {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  let quoted = false;
  const endWord = (): string | undefined => {
    if (word === undefined) return undefined;
    const operator =
      !quoted && /^(?:\|\|?|&&?|;|\d?(?:>>?|<<?)&?\d*|\d?>>?[/\w&].*|[^;]*;)$/.test(word);
    words.push(word);
    const found = operator ? word : undefined;
    word = undefined;
    quoted = false;
    return found;
  };
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? '';
    const next = line[at + 1] ?? '';
    if (quote === "'") {
      if (character === "'") quote = '';
      else word += character;
    } else if (character === '`' || (character === '$' && next === '(')) {
      return { ok: false, reason: 'it uses the output of another command, which needs a shell' };
    } else if (character === '\\' && isEscape(next, quote, word)) {
      word = (word ?? '') + next;
      quoted = true;
      at += 1;
    } else if (quote === '"') {
      if (character === '"') quote = '';
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      quoted = true;
      word ??= '';
    } else if (/\s/.test(character)) {
      const operator = endWord();
      if (operator) return shellOnly(operator);
    } else {
      word = (word ?? '') + character;
    }
  }
  if (quote !== '') return { ok: false, reason: `a ${quote} is not closed` };
  const operator = endWord();
  return operator ? shellOnly(operator) : { ok: true, words };
}

const shellOnly = (operator: string): SplitWords => ({
  ok: false,
  reason: `"${operator.slice(0, 20)}" needs a shell, and Gatehouse starts programs without one`,
});

/** In double quotes a backslash escapes less; two at the start of a word begin a network path. */
function isEscape(next: string, quote: string, word: string | undefined): boolean {
  if (quote === '"') return ['"', '\\', '`', '$'].includes(next);
  if (next === '\\') return word !== undefined && word !== '';
  return next !== '' && /[\s"'`$&|;<>()#*?!~]/.test(next);
}
