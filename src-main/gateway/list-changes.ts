import type { Client } from '../trust/client-tokens.ts';
import type { Exposed, ListFingerprints } from './exposed.ts';

/** Says that something may have changed, not what. */
export interface Signal {
  subscribe(listener: () => void): () => void;
}

export type ListName = keyof ListFingerprints;

export interface ListChanges {
  /** Tells which lists of the client differ from the last time. Returns its undo. */
  watch(client: Client, tell: (changed: readonly ListName[]) => void): () => void;
  close(): void;
}

/** Several changes that come together are one for whoever lists. */
const SETTLE_MS = 100;
const NAMES: readonly ListName[] = ['tools', 'prompts', 'resources'];

/** One notice per real change: whatever happens, the lists themselves are compared. */
export function watchLists(parts: {
  readonly exposed: Exposed;
  readonly topics: readonly Signal[];
}): ListChanges {
  const { exposed } = parts;
  const watching = new Map<symbol, { client: Client; last: ListFingerprints; tell: Tell }>();
  let timer: NodeJS.Timeout | undefined;

  function compare(): void {
    timer = undefined;
    for (const watched of watching.values()) {
      const now = exposed.fingerprints(watched.client);
      const changed = NAMES.filter((name) => now[name] !== watched.last[name]);
      watched.last = now;
      if (changed.length > 0) watched.tell(changed);
    }
  }
  const soon = (): void => {
    if (watching.size > 0) timer ??= setTimeout(compare, SETTLE_MS).unref();
  };
  const undos = parts.topics.map((topic) => topic.subscribe(soon));

  return {
    watch: (client, tell) => {
      const key = Symbol(client.id);
      watching.set(key, { client, last: exposed.fingerprints(client), tell });
      return () => watching.delete(key);
    },
    close: () => {
      clearTimeout(timer);
      watching.clear();
      for (const undo of undos) undo();
    },
  };
}
type Tell = (changed: readonly ListName[]) => void;
