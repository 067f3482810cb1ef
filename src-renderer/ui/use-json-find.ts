import { useDeferredValue, useMemo, useState } from 'react';
import type { JsonRoot } from './json-rows.ts';
import { type JsonHit, searchJson } from './json-search.ts';
import type { SeeText } from './visible-text.ts';

export interface JsonFind {
  readonly query: string;
  /** The hits are those of an earlier query: a large value is still searched. */
  readonly searching: boolean;
  readonly hits: readonly JsonHit[];
  readonly current: JsonHit | undefined;
  /** Of the current hit; -1 when there is none. */
  readonly index: number;
  readonly ask: (query: string) => void;
  readonly step: (by: 1 | -1) => void;
  readonly hitsAt: (path: string, part: JsonHit['part']) => readonly JsonHit[];
}

const NONE: readonly JsonHit[] = [];
const key = (path: string, part: JsonHit['part']): string => `${part}${path}`;

/** Search over a value: the query, its hits and the one the reader stands on. */
export function useJsonFind(roots: readonly JsonRoot[], see: SeeText): JsonFind {
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const late = useDeferredValue(query);
  const hits = useMemo(() => searchJson(roots, late, see), [roots, late, see]);
  const byPlace = useMemo(() => Map.groupBy(hits, (hit) => key(hit.path, hit.part)), [hits]);
  const index = hits.length === 0 ? -1 : Math.min(at, hits.length - 1);
  return {
    query,
    searching: late !== query,
    hits,
    index,
    current: hits[index],
    ask: (text) => {
      setQuery(text);
      setAt(0);
    },
    step: (by) => {
      if (hits.length > 0) setAt((index + by + hits.length) % hits.length);
    },
    hitsAt: (path, part) => byPlace.get(key(path, part)) ?? NONE,
  };
}
