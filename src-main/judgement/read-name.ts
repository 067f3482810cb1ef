import type { Finding } from './danger.ts';
import { readEastAsian } from './read-east-asian.ts';
import {
  CONJUNCTIONS,
  FINAL_VERBS,
  PAIRS_BY_VERB,
  PARTICIPLES,
  PLAIN_READS,
  READ_VERBS,
  RECORDED,
  RECORDS,
  TRIVIAL,
  VERBS,
} from './words/english.ts';
import { EUROPEAN_READS, EUROPEAN_VERBS } from './words/european.ts';
import { splitNormalised } from './words.ts';

const isKnown = (word: string): boolean => VERBS.has(word) || EUROPEAN_VERBS.has(word);
const singular = (word: string): string =>
  word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.endsWith('s') ? word.slice(0, -1) : word;

/** True where `objects` has the word, in singular or plural. */
export const hasObject = (objects: ReadonlySet<string>, word: string): boolean =>
  objects.has(word) || objects.has(singular(word));

const isRead = (word: string): boolean => READ_VERBS.has(word) || EUROPEAN_READS.has(word);

/** True for a name that begins by asking for something (`get_user`, `slack_list_channels`). */
export function readsOnly(normalised: string): boolean {
  const words = nameWords(normalised);
  return words.some(isRead) && !words.some((word) => CONJUNCTIONS.has(word));
}

/** True where the name says that the outcome stays a draft. */
export const drafts = (normalised: string): boolean => nameWords(normalised).includes('draft');

const nameWords = (normalised: string): string[] => {
  const words = splitNormalised(normalised, isKnown).flatMap(unglue);
  return words.flatMap((word, index) =>
    word === 'up' && words[index - 1] === 'clean' ? ['cleanup'] : [word],
  );
};

const GLUED_OBJECT =
  /^(?:all)?(?:files?|users?|mails?|emails?|messages?|records?|accounts?|data|database|tables?|rows?|notes?|items?|folders?|money|payments?|commands?|code|sql|invoices?|orders?|packages?|apps?|keys?|repos?|projects?)$/;

/** `deletefile` -> delete file: a known verb and a usual object, written as one word. */
function unglue(word: string): string[] {
  if (word.length < 7 || word.length > 32) return [word];
  for (let cut = 3; cut <= 10 && cut < word.length - 2; cut += 1) {
    const verb = word.slice(0, cut);
    if ((VERBS.has(verb) || FINAL_VERBS.has(verb)) && GLUED_OBJECT.test(word.slice(cut)))
      return [verb, word.slice(cut)];
  }
  return [word];
}

/**
 * Dangers in a name: a tool's name or title, an action in an enum. A danger word counts as a verb
 * in its base form, unless a reading verb comes before it (`get_send_status`, `list_deleted`) or a
 * record of the deed after it (`deploy_status`); `and` begins anew (`list_and_delete`).
 * `normalised` went through `normaliseForReading`.
 */
export function readName(normalised: string): Finding[] {
  const words = nameWords(normalised);
  const rehearsal = words.some(
    (word, index) => word === 'dryrun' || (word === 'dry' && words[index + 1] === 'run'),
  );
  if (rehearsal) return [];
  const found: Finding[] = [];
  let readAt = -1;
  words.forEach((word, index) => {
    if (CONJUNCTIONS.has(word)) readAt = -1;
    else if (isRead(word) && readAt < 0) readAt = index;
    else if (readAt < 0 || isFinalDeed(words, index, readAt)) found.push(...deed(words, index));
  });
  return [...found, ...words.flatMap(readEastAsian)];
}

/** `query_execute`, `list_delete`: the noun comes first, and the deed is the last word. */
const isFinalDeed = (words: readonly string[], index: number, readAt: number): boolean =>
  index === readAt + 1 && index === words.length - 1 && !PLAIN_READS.has(words[readAt] ?? '');

function deed(words: readonly string[], index: number): Finding[] {
  const word = words[index] ?? '';
  const next = words[index + 1] ?? '';
  const last = index === words.length - 1;
  const draft = words.includes('draft');
  const noun = words.slice(0, index).some((other) => PAIRS_BY_VERB.has(other));
  const final = last && !noun ? FINAL_VERBS.get(word) : undefined;
  const sure = VERBS.get(word) ?? EUROPEAN_VERBS.get(word) ?? final;
  if (sure !== undefined && !(draft && word === 'reply')) {
    if (word === 'remove' && words.slice(index + 1).some((other) => hasObject(TRIVIAL, other)))
      return [];
    if (RECORDED.has(sure) && RECORDS.has(next)) return [];
    return [{ danger: sure, word }];
  }
  if (draft || PARTICIPLES.has(word)) return [];
  for (const { danger, objects } of PAIRS_BY_VERB.get(word) ?? []) {
    const object = words.find((other, at) => at !== index && hasObject(objects, other));
    if (object !== undefined) return [{ danger, word: `${word} ${object}` }];
  }
  return [];
}
