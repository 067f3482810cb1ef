import type { Danger, Finding } from './danger.ts';
import {
  EAST_ASIAN_HARMLESS,
  EAST_ASIAN_READS,
  EAST_ASIAN_VERBS,
  NEGATED_AFTER,
  NEGATED_BEFORE,
  READS_AFTER,
} from './words/east-asian.ts';

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const NEAR = 12;

interface Term {
  readonly text: string;
  readonly danger: Danger | undefined;
}

/** By first character, longest first, so that 已删除 is met before 删除. */
const TERMS: ReadonlyMap<string, readonly Term[]> = (() => {
  const all: Term[] = [
    ...Array.from(EAST_ASIAN_VERBS, ([text, danger]) => ({ text, danger })),
    ...EAST_ASIAN_HARMLESS.map((text) => ({ text, danger: undefined })),
  ].sort((a, b) => b.text.length - a.text.length);
  const table = new Map<string, Term[]>();
  for (const term of all)
    table.set(term.text.charAt(0), [...(table.get(term.text.charAt(0)) ?? []), term]);
  return table;
})();

/**
 * Dangers in one clause of Chinese, Japanese or Korean, which writes words without gaps: longest
 * match against danger words and the harmless compounds that hold them. A clause that looks at
 * things (查看…, …を表示) has none; a negated verb (不会删除, 送信しません) is none.
 */
export function readEastAsian(clause: string): Finding[] {
  if (!EAST_ASIAN.test(clause)) return [];
  const start = clause.trimStart();
  if (EAST_ASIAN_READS.some((read) => start.startsWith(read)) || READS_AFTER.test(clause))
    return [];
  const found: Finding[] = [];
  for (let at = 0; at < clause.length; ) {
    const term = TERMS.get(clause.charAt(at))?.find(({ text }) => clause.startsWith(text, at));
    if (term === undefined) {
      at += 1;
      continue;
    }
    const end = at + term.text.length;
    const before = clause.slice(Math.max(0, at - NEAR), at);
    const after = clause.slice(end, end + NEAR);
    if (term.danger !== undefined && !NEGATED_BEFORE.test(before) && !NEGATED_AFTER.test(after))
      found.push({ danger: term.danger, word: term.text });
    at = end;
  }
  return found;
}
