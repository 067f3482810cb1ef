import type { Danger, Finding } from './danger.ts';
import { readEastAsian } from './read-east-asian.ts';
import { hasObject } from './read-name.ts';
import {
  PAIRS_BY_VERB,
  PARTICIPLES,
  READ_VERBS,
  TRIVIAL,
  VERBS,
  VERBS_WITH_OBJECT,
} from './words/english.ts';
import { EUROPEAN_READS, EUROPEAN_VERBS } from './words/european.ts';
import {
  COPULAS,
  DETERMINERS,
  ENABLING,
  EXCEPTIONS,
  FILLERS,
  JOINTS,
  NEGATIONS,
  NEGATIONS_AFTER,
  PREPOSITIONS,
  SUBORDINATORS,
} from './words/grammar.ts';
import { splitNormalised } from './words.ts';

const SENTENCE_END = /[!?\n\r•。！？]|\.(?=\s|$)/u;
const CLAUSE_END = /[;:)[\]{}；：，、"`—–）]|(?=[(（])|\s[-*]\s/u;
/** `refund_id`, `files.delete`, `a/b`: names of other things, not words of the sentence. */
const IDENTIFIER = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[_./=]+[\p{L}\p{N}]+)+/gu;
const DRAG = /\bdrag(s|ging)?[- ]and[- ]drop(s|ping)?\b/gi;
const OBJECT_WINDOW = 7;
/** "This is irreversible"; "undone" says the same where it is denied. */
const FINALITY = new Set(['irreversible', 'irreversibly', 'unrecoverable']);

/** `deletes` -> delete, `replies` -> reply, `pushes` -> push; a base form stays. */
function baseForm(word: string, known: (base: string) => boolean): string | undefined {
  if (known(word)) return word;
  if (!word.endsWith('s')) return undefined;
  const candidates = [
    word.slice(0, -1),
    word.endsWith('es') ? word.slice(0, -2) : '',
    word.endsWith('ies') ? `${word.slice(0, -3)}y` : '',
  ];
  return candidates.find((base) => base !== '' && known(base));
}

/**
 * Dangers in a description. A clause counts by its verb: the first word after fillers ("This tool
 * will permanently …"), or what follows `and`, `or`, `then` or a comma. A word elsewhere ("a
 * delete", "the sender") is talked about, not done. Clauses with a negation before the verb do not
 * count. Where the tool's name asks for something (`reads`), orders after the first sentence are
 * hints to the caller; only "Sends …" is about the tool. Linear in the length. `normalised` went
 * through `normaliseForReading`.
 */
export function readProse(normalised: string, reads: boolean): Finding[] {
  const found: Finding[] = [];
  let hints = false;
  for (const sentence of normalised.split(SENTENCE_END)) {
    for (const clause of sentence.split(CLAUSE_END)) {
      if (!hints) found.push(...readEastAsian(clause));
      found.push(...readClause(clauseWords(clause), /^[(（]/u.test(clause), hints));
    }
    hints ||= reads && /\p{L}/u.test(sentence);
  }
  return found;
}

/** Words with `,` kept as a word of its own, and `n't` read as `not`; identifiers are one `§`. */
const clauseWords = (clause: string): string[] =>
  clause
    .replace(DRAG, 'drag')
    .replace(/n['’]t\b/gi, ' not')
    .replace(IDENTIFIER, '§')
    .split(/([,§])/)
    .flatMap((part) =>
      part === ',' || part === '§' ? [part] : splitNormalised(part.toLowerCase()),
    );

interface Clause {
  expectsVerb: boolean;
  /** The clause looks at things, or stands in brackets: a second verb must show its object. */
  reads: boolean;
  hints: boolean;
  foreignReads: boolean;
  enabling: boolean;
  negated: boolean;
  excepted: boolean;
  subordinate: boolean;
  copulaAt: number;
}

function readClause(words: readonly string[], aside: boolean, hints: boolean): Finding[] {
  const state: Clause = {
    expectsVerb: true,
    reads: aside,
    hints,
    foreignReads: false,
    enabling: false,
    negated: false,
    excepted: false,
    subordinate: false,
    copulaAt: -9,
  };
  const found: Finding[] = [];
  const readsAtEnd = /en$/.test(words.at(-1) ?? '') && EUROPEAN_READS.has(words.at(-1) ?? '');
  words.forEach((word, index) => {
    if (NEGATIONS.has(word)) state.negated = true;
    else if (EXCEPTIONS.has(word)) state.excepted = true;
    else if (word === 'but') state.negated = false;
    else if (word === ',') state.excepted = false;
    if (state.negated ? word === 'undone' : FINALITY.has(word))
      found.push({ danger: 'destroy', word });
    if (state.negated || state.excepted) return;
    const foreign =
      readsAtEnd || state.foreignReads || deniedAfter(words, index)
        ? undefined
        : EUROPEAN_VERBS.get(word);
    if (foreign !== undefined) found.push({ danger: foreign, word });
    found.push(
      ...(state.expectsVerb ? readVerb(words, index, state) : []),
      ...readPassive(word, index, state),
    );
    advance(words, index, state);
  });
  return found;
}

function readVerb(words: readonly string[], index: number, state: Clause): Finding[] {
  const word = words[index] ?? '';
  const next = words[index + 1];
  if (state.reads && !(next !== undefined && DETERMINERS.has(next)) && next !== 'to') return [];
  const base = baseForm(word, (candidate) => VERBS.has(candidate));
  if (state.hints && (base ?? word) === word && !word.endsWith('s')) return [];
  const danger = base === undefined ? undefined : VERBS.get(base);
  if (base !== undefined && danger !== undefined && isVerbHere(word, base, next)) {
    const trivial = base === 'remove' && objectOf(words, index, TRIVIAL) !== undefined;
    return trivial ? [] : [{ danger, word }];
  }
  const noun = baseForm(word, (candidate) => VERBS_WITH_OBJECT.has(candidate));
  const deed = noun === undefined ? undefined : VERBS_WITH_OBJECT.get(noun);
  if (deed !== undefined && next !== undefined && DETERMINERS.has(next))
    return [{ danger: deed, word }];
  return readPair(words, index);
}

/** "Transfer of …", "Sends" alone, "Posts are …" are told apart by what follows. */
const isVerbHere = (word: string, base: string, next: string | undefined): boolean =>
  !(next !== undefined && (COPULAS.has(next) || next === 'of')) && !(word === base && next === 's');

function readPair(words: readonly string[], index: number): Finding[] {
  const word = words[index] ?? '';
  const base = baseForm(word, (candidate) => PAIRS_BY_VERB.has(candidate));
  if (base === undefined) return [];
  for (const { danger, objects } of PAIRS_BY_VERB.get(base) ?? []) {
    const object = objectOf(words, index, objects);
    if (object !== undefined) return [{ danger, word: `${word} ${object}` }];
  }
  return [];
}

/** The verb's object in the few words after it, up to the first preposition. */
function objectOf(
  words: readonly string[],
  index: number,
  objects: ReadonlySet<string>,
): string | undefined {
  for (const word of words.slice(index + 1, index + 1 + OBJECT_WINDOW)) {
    if (word === ',') return undefined;
    if (hasObject(objects, word)) return word;
    if (word === 'draft' || (PREPOSITIONS.has(word) && word !== 'or' && word !== 'and'))
      return undefined;
  }
  return undefined;
}

/** "existing rows will be overwritten", but not "lists what was deleted". */
function readPassive(word: string, index: number, state: Clause): Finding[] {
  const danger: Danger | undefined = PARTICIPLES.get(word);
  if (
    danger === undefined ||
    state.reads ||
    state.hints ||
    state.subordinate ||
    index - state.copulaAt > 2
  )
    return [];
  return [{ danger, word }];
}

/** "löscht nichts", "no paga nada": the verb or its object is denied right after it. */
const deniedAfter = (words: readonly string[], index: number): boolean =>
  words.slice(index + 1, index + 3).some((word) => NEGATIONS_AFTER.has(word));

function advance(words: readonly string[], index: number, state: Clause): void {
  const word = words[index] ?? '';
  const first = state.expectsVerb && !state.reads;
  if (COPULAS.has(word)) state.copulaAt = index;
  if (SUBORDINATORS.has(word)) state.subordinate = true;
  if (ENABLING.has(word)) state.enabling = true;
  if (word === '§') state.enabling = false;
  if (EUROPEAN_READS.has(word)) state.foreignReads = true;
  if (first && (baseForm(word, (base) => READ_VERBS.has(base)) || EUROPEAN_READS.has(word)))
    state.reads = true;
  if (word === ',' || JOINTS.has(word)) state.expectsVerb = true;
  else if (word === 'to' && state.enabling) state.expectsVerb = true;
  else if (!FILLERS.has(word)) state.expectsVerb = false;
}
