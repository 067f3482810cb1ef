import { fail, ok, type Result } from '../kernel/result.ts';
import type { Link, ListKind, RawPage } from '../servers/connection.ts';
import { type JsonLimits, type JsonSize, jsonSize } from './json-size.ts';

const MAX_CURSOR = 65_536;
/** A server that turns pages without anything new on them is going round. */
const MAX_IDLE_PAGES = 5;

export const METHODS: Readonly<Record<ListKind, string>> = {
  tools: 'tools/list',
  resources: 'resources/list',
  resourceTemplates: 'resources/templates/list',
  prompts: 'prompts/list',
};

export interface ListLimits {
  readonly pages: number;
  readonly items: number;
  readonly item: JsonLimits;
  /** Of all the items together. */
  readonly bytes: number;
}

export interface ListedItem {
  readonly value: unknown;
  readonly key: string | null;
  readonly over: JsonSize['over'];
}

export interface Listed {
  readonly items: readonly ListedItem[];
  readonly bytes: number;
  /** Sentences about how the list broke the protocol. */
  readonly notes: readonly string[];
}

interface Listing {
  readonly signal: AbortSignal;
  readonly limits: ListLimits;
  /** What makes two items the same one: the first stays. null: it has no name of its own. */
  readonly keyOf: (item: unknown) => string | null;
  readonly onPage: (items: number) => void;
}

/**
 * Every page of one list, under the limits. Ends without a failure on a repeated cursor, on pages that
 * bring nothing new and at every limit, with a note that says so. The items are as the server sent
 * them; one over `limits.item` says which limit.
 */
export async function listAll(
  link: Link,
  kind: ListKind,
  listing: Listing,
): Promise<Result<Listed>> {
  const { signal, limits, keyOf } = listing;
  const items: ListedItem[] = [];
  const keys = new Set<string>();
  const cursors = new Set<string>();
  const method = METHODS[kind];
  let bytes = 0;
  let twice = 0;
  let idle = 0;
  let cursor: string | null = null;
  const listed = (note?: string): Result<Listed> => {
    const notes = note === undefined ? [] : [note];
    if (twice > 0) notes.push(`${method} names ${twice} item(s) more than once; the first counts.`);
    return ok({ items, bytes, notes });
  };
  for (let page = 0; page < limits.pages; page += 1) {
    const answer: Result<RawPage> = await beforeAbort(link.listPage(kind, cursor, signal), signal);
    if (!answer.ok) return answer;
    const before = items.length;
    for (const value of answer.value.items) {
      if (items.length >= limits.items)
        return listed(`${method} goes on after ${limits.items} items; the rest was not read.`);
      const key = keyOf(value);
      if (key !== null && keys.has(key)) {
        twice += 1;
        continue;
      }
      if (key !== null) keys.add(key);
      const size = jsonSize(value, limits.item);
      bytes += size.bytes;
      if (bytes > limits.bytes)
        return listed(`${method} is larger than ${limits.bytes} bytes; the rest was not read.`);
      items.push({ value, key, over: size.over });
    }
    listing.onPage(items.length);
    const next: string | null = answer.value.next_cursor;
    if (next === null || next === '') return listed();
    if (next.length > MAX_CURSOR) return listed(`${method} gives a cursor that is too long.`);
    if (cursors.has(next)) return listed(`${method} repeats a cursor and would never end.`);
    cursors.add(next);
    idle = items.length === before ? idle + 1 : 0;
    if (idle >= MAX_IDLE_PAGES)
      return listed(`${method} gives page after page with nothing new on it.`);
    cursor = next;
  }
  return listed(`${method} has more than ${limits.pages} pages; the rest was not read.`);
}

/** The answer, or `cancelled` at once when the signal fires, also when the other side ignores it. */
function beforeAbort<T>(answer: Promise<Result<T>>, signal: AbortSignal): Promise<Result<T>> {
  return new Promise((resolve, reject) => {
    const end = () => resolve(fail('cancelled', 'It was cancelled.'));
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}
