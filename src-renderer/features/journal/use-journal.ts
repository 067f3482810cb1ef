import { useCallback, useEffect, useRef, useState } from 'react';
import type { Failure, JournalFilter } from '../../../src-preload/contract/index.ts';
import { send, useBridgeEvent } from '../../bridge.ts';
import { type BriefEntry, brief, mergeEntries } from './journal-rows.ts';

const FIRST = 200;
const OLDER = 500;
/** Pages asked at most to close the gap between what is shown and the newest; beyond it starts over. */
const CATCH_UP_PAGES = 10;
const QUIET_MS = 300;

interface Loaded {
  readonly entries: readonly BriefEntry[];
  readonly total: number;
  /** Nothing older is left. */
  readonly complete: boolean;
}

export interface JournalFeed {
  /** Null until the first answer. */
  readonly loaded: Loaded | null;
  readonly failure: Failure | null;
  readonly again: () => void;
  readonly loadOlder: () => void;
}

/** Entries that match, newest first: pages towards the past on demand, new ones as they are written. */
export function useJournal(filter: JournalFilter): JournalFeed {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [round, setRound] = useState(0);
  const busy = useRef(false);
  const state = useRef({ filter, loaded });
  state.current = { filter, loaded };
  const key = JSON.stringify(filter);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the filter; a round asks anew
  useEffect(() => {
    let stale = false;
    setLoaded(null);
    setFailure(null);
    void send('journal/list', { ...filter, limit: FIRST }).then((answer) => {
      if (stale) return;
      if (!answer.ok) return setFailure(answer.failure);
      const { entries, total } = answer.value;
      setLoaded({ entries: entries.map(brief), total, complete: entries.length < FIRST });
    });
    return () => {
      stale = true;
    };
  }, [key, round]);

  const loadOlder = useCallback(() => {
    const { filter: asked, loaded: known } = state.current;
    const last = known?.entries.at(-1);
    if (known === null || known.complete || last === undefined || busy.current) return;
    busy.current = true;
    void send('journal/list', { ...asked, before_seq: last.seq, limit: OLDER }).then((answer) => {
      busy.current = false;
      if (state.current.filter !== asked) return;
      if (!answer.ok) return setFailure(answer.failure);
      const page = answer.value.entries.map(brief);
      setLoaded((before) =>
        before === null
          ? before
          : {
              ...before,
              entries: mergeEntries(before.entries, page),
              complete: page.length < OLDER,
            },
      );
    });
  }, []);

  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const catchUp = useCallback(async () => {
    timer.current = null;
    const { filter: asked, loaded: known } = state.current;
    if (known === null) return;
    const top = known.entries[0]?.seq ?? 0;
    let page: BriefEntry[] = [];
    for (let pages = 0; pages < CATCH_UP_PAGES; pages += 1) {
      const before = page.at(-1)?.seq;
      const answer = await send('journal/list', {
        ...asked,
        limit: FIRST,
        ...(before === undefined ? {} : { before_seq: before }),
      });
      if (state.current.filter !== asked) return;
      if (!answer.ok) return setFailure(answer.failure);
      const { entries, total } = answer.value;
      page = [...page, ...entries.map(brief)];
      if (entries.length < FIRST || (entries.at(-1)?.seq ?? 0) <= top) {
        setLoaded((now) =>
          now === null ? now : { ...now, total, entries: mergeEntries(now.entries, page) },
        );
        return;
      }
    }
    setRound((count) => count + 1);
  }, []);
  useBridgeEvent('journal/appended', () => {
    timer.current ??= setTimeout(() => void catchUp(), QUIET_MS);
  });
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );

  return { loaded, failure, loadOlder, again: () => setRound((count) => count + 1) };
}
