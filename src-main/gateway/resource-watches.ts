import type { Result } from '../kernel/result.ts';

export interface ResourceWatches {
  /** Returns its undo. */
  follow(uris: Iterable<string>): () => void;
  close(): void;
}

/** Resources that the streams of one client follow: each is followed once, however many want it. */
export function createResourceWatches(parts: {
  readonly subscribe: (
    uri: string,
    signal: AbortSignal,
    onUpdated: () => void,
  ) => Promise<Result<void>>;
  readonly onUpdated: (uri: string) => void;
  readonly onBug: (bug: unknown) => void;
}): ResourceWatches {
  const followed = new Map<string, { count: number; readonly stop: AbortController }>();

  function add(uri: string): void {
    const known = followed.get(uri);
    if (known !== undefined) {
      known.count += 1;
      return;
    }
    const stop = new AbortController();
    followed.set(uri, { count: 1, stop });
    // One that cannot be followed is on record, and is never told to have changed.
    parts.subscribe(uri, stop.signal, () => parts.onUpdated(uri)).catch(parts.onBug);
  }

  function remove(uri: string): void {
    const known = followed.get(uri);
    if (known === undefined) return;
    known.count -= 1;
    if (known.count > 0) return;
    followed.delete(uri);
    known.stop.abort();
  }

  return {
    follow: (uris) => {
      const mine = new Set(uris);
      for (const uri of mine) add(uri);
      return () => {
        for (const uri of mine) remove(uri);
        mine.clear();
      };
    },
    close: () => {
      for (const { stop } of followed.values()) stop.abort();
      followed.clear();
    },
  };
}
