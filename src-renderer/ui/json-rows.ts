import { type SeeText, visibleText } from './visible-text.ts';

/** A value with the name it is shown under; `path` is its JSON pointer. */
export interface JsonRoot {
  readonly label: string | null;
  readonly path: string;
  readonly value: unknown;
}

export type JsonRow = { readonly id: string; readonly path: string; readonly depth: number } & (
  | {
      readonly kind: 'open';
      readonly label: string | null;
      readonly list: boolean;
      readonly size: number;
      readonly expanded: boolean;
    }
  | { readonly kind: 'close'; readonly list: boolean }
  | { readonly kind: 'scalar'; readonly label: string | null; readonly value: unknown }
  | {
      readonly kind: 'long';
      readonly label: string | null;
      readonly value: string;
      readonly expanded: boolean;
    }
  /** A stretch of an expanded string, as offsets into its visible text; `line` is null where a line goes on. */
  | {
      readonly kind: 'chunk';
      readonly value: string;
      readonly start: number;
      readonly end: number;
      readonly line: number | null;
    }
);

export const LONG_CHARS = 100;
export const CHUNK_CHARS = 2000;
/** Values with at most this many parts start wholly open. */
const ALL_OPEN = 200;

const pointer = (path: string, key: string): string =>
  `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;

export const isLong = (value: string): boolean => value.length > LONG_CHARS || value.includes('\n');

/** Children of an object or list, in their own order; null for a scalar. */
export function childrenOf(path: string, value: unknown): JsonRoot[] | null {
  if (Array.isArray(value))
    return value.map((item: unknown, index) => ({
      label: String(index),
      path: pointer(path, String(index)),
      value: item,
    }));
  if (typeof value !== 'object' || value === null) return null;
  return Object.entries(value).map(([key, item]) => ({
    label: key,
    path: pointer(path, key),
    value: item,
  }));
}

/** Counts parts, but never more than `limit`: enough to know whether a value is small. */
export function partCount(roots: readonly JsonRoot[], limit: number): number {
  const queue = [...roots];
  let count = 0;
  for (let next = queue.pop(); next !== undefined && count < limit; next = queue.pop()) {
    count += 1;
    const children = childrenOf('', next.value);
    if (children !== null) queue.push(...children.slice(0, limit));
  }
  return count;
}

/** Whether a container starts open: all of a small value, else its first level. */
export function startsOpen(roots: readonly JsonRoot[]): (depth: number) => boolean {
  const small = partCount(roots, ALL_OPEN + 1) <= ALL_OPEN;
  return (depth) => small || (depth === 0 && roots.length === 1);
}

/** Cuts a visible text at its line breaks, and lines longer than `CHUNK_CHARS` into stretches. */
export function chunksOf(text: string): { start: number; end: number; line: number | null }[] {
  const chunks: { start: number; end: number; line: number | null }[] = [];
  let line = 1;
  let from = 0;
  while (from <= text.length) {
    const at = text.indexOf('\n', from);
    const until = at < 0 ? text.length : at;
    let start = from;
    do {
      let end = Math.min(start + CHUNK_CHARS, until);
      if (end < until && /[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end -= 1;
      chunks.push({ start, end, line: start === from ? line : null });
      start = end;
    } while (start < until);
    if (at < 0) break;
    from = at + 1;
    line += 1;
  }
  return chunks;
}

interface Visit extends JsonRoot {
  readonly depth: number;
  readonly close?: boolean;
}

/**
 * The rows to show, in order. Walks with a stack of its own: nesting in a hostile value must not
 * exhaust the call stack.
 */
export function jsonRows(
  roots: readonly JsonRoot[],
  isOpen: (path: string, depth: number, long: boolean) => boolean,
  see: SeeText = visibleText,
): JsonRow[] {
  const rows: JsonRow[] = [];
  const stack: Visit[] = roots.map((root) => ({ ...root, depth: 0 })).reverse();
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { label, path, value, depth } = next;
    const list = Array.isArray(value);
    if (next.close === true) {
      rows.push({ kind: 'close', id: `#end${path}`, path, depth, list });
      continue;
    }
    if (typeof value === 'string' && isLong(value)) {
      const expanded = isOpen(path, depth, true);
      rows.push({ kind: 'long', id: path, path, depth, label, value, expanded });
      if (!expanded) continue;
      for (const chunk of chunksOf(see(value).text))
        rows.push({ kind: 'chunk', id: `#${chunk.start}${path}`, path, depth, value, ...chunk });
      continue;
    }
    const children = childrenOf(path, value);
    if (children === null || children.length === 0) {
      rows.push({ kind: 'scalar', id: path, path, depth, label, value });
      continue;
    }
    const expanded = isOpen(path, depth, false);
    const size = children.length;
    rows.push({ kind: 'open', id: path, path, depth, label, list, size, expanded });
    if (!expanded) continue;
    stack.push({ ...next, close: true });
    for (let index = size - 1; index >= 0; index -= 1) {
      const child = children[index];
      if (child !== undefined) stack.push({ ...child, depth: depth + 1 });
    }
  }
  return rows;
}
