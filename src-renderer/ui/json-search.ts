import { childrenOf, type JsonRoot, type JsonRow } from './json-rows.ts';
import { type SeeText, visibleText } from './visible-text.ts';

/** Where a search hits: in a name or a value, at an offset of the visible text. */
export interface JsonHit {
  readonly path: string;
  readonly part: 'label' | 'value';
  readonly start: number;
  readonly end: number;
}

export const MAX_HITS = 10_000;

/** What a scalar looks like as text; strings through `visibleText`, without quotes. */
export function scalarText(value: unknown, see: SeeText = visibleText): string {
  if (typeof value === 'string') return see(value).text;
  return JSON.stringify(value) ?? String(value);
}

/** Places of `query` in `text`, ignoring case, without overlap. */
export function findAll(text: string, query: string): { start: number; end: number }[] {
  if (query === '') return [];
  const pattern = new RegExp(query.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'giu');
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** All hits in reading order, at most `MAX_HITS`. Finds marks too: `U+202E` is part of the text. */
export function searchJson(
  roots: readonly JsonRoot[],
  query: string,
  see: SeeText = visibleText,
): JsonHit[] {
  if (query === '') return [];
  const hits: JsonHit[] = [];
  const stack = [...roots].reverse();
  for (let next = stack.pop(); next !== undefined && hits.length < MAX_HITS; next = stack.pop()) {
    const { label, path, value } = next;
    if (label !== null)
      for (const at of findAll(visibleText(label).text, query))
        hits.push({ path, part: 'label', ...at });
    const children = childrenOf(path, value);
    if (children === null || children.length === 0) {
      for (const at of findAll(scalarText(value, see), query))
        hits.push({ path, part: 'value', ...at });
      continue;
    }
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child = children[index];
      if (child !== undefined) stack.push(child);
    }
  }
  return hits.slice(0, MAX_HITS);
}

/** Paths that must be open for a hit to be seen: all above it, and the long string itself. */
export function pathsAbove(path: string): string[] {
  const above: string[] = [''];
  for (let at = path.indexOf('/', 1); at > 0; at = path.indexOf('/', at + 1))
    above.push(path.slice(0, at));
  return above;
}

/** Index of the row that shows a hit; -1 when it is not among the rows. */
export function rowOfHit(rows: readonly JsonRow[], hit: JsonHit): number {
  const chunk = rows.findIndex(
    (row) =>
      row.kind === 'chunk' &&
      row.path === hit.path &&
      hit.part === 'value' &&
      hit.start >= row.start &&
      hit.start <= row.end,
  );
  return chunk >= 0 ? chunk : rows.findIndex((row) => row.id === hit.path);
}

/** How many characters in all names and texts cannot be seen. */
export function hiddenCount(roots: readonly JsonRoot[], see: SeeText = visibleText): number {
  const queue = [...roots];
  let count = 0;
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (next.label !== null) count += visibleText(next.label).marks;
    if (typeof next.value === 'string') count += see(next.value).marks;
    for (const child of childrenOf('', next.value) ?? []) queue.push(child);
  }
  return count;
}
