import type { Client } from '../trust/client-tokens.ts';
import type { Exposed, ListFingerprints } from './exposed.ts';

/** Says that something may have changed, not what. */
export interface Signal {
  subscribe(listener: () => void): () => void;
}

export type ListName = keyof ListFingerprints;
/** false when nobody is there to hear it: then it is told at the next comparison. */
export type TellChanges = (changed: readonly ListName[]) => boolean;

export interface ListChanges {
  /** Tells which lists of the client differ from what it was last told of. Returns its undo. */
  watch(client: Client, tell: TellChanges): () => void;
  /** Compares, once things have settled. */
  soon(): void;
  close(): void;
}

/** Several changes that come together are one for whoever lists. */
const SETTLE_MS = 100;
const NAMES: readonly ListName[] = ['tools', 'prompts', 'resources'];

/** One notice per real change: whatever happens, the lists themselves are compared. */
export function watchLists(parts: {
  readonly exposed: Pick<Exposed, 'fingerprints'>;
  readonly topics: readonly Signal[];
  readonly onBug: (bug: unknown) => void;
}): ListChanges {
  const { exposed } = parts;
  const watching = new Set<{
    readonly client: Client;
    last: ListFingerprints;
    readonly tell: TellChanges;
  }>();
  let timer: NodeJS.Timeout | undefined;

  function compare(): void {
    timer = undefined;
    for (const watched of [...watching]) {
      // In a timer nobody would catch it, and one client's trouble is not another's.
      try {
        const now = exposed.fingerprints(watched.client);
        const changed = NAMES.filter((name) => now[name] !== watched.last[name]);
        if (changed.length === 0 || watched.tell(changed)) watched.last = now;
      } catch (bug) {
        parts.onBug(bug);
      }
    }
  }
  const soon = (): void => {
    if (watching.size > 0) timer ??= setTimeout(compare, SETTLE_MS).unref();
  };
  const undos = parts.topics.map((topic) => topic.subscribe(soon));

  return {
    watch: (client, tell) => {
      const watched = { client, last: exposed.fingerprints(client), tell };
      watching.add(watched);
      return () => watching.delete(watched);
    },
    soon,
    close: () => {
      clearTimeout(timer);
      watching.clear();
      for (const undo of undos) undo();
    },
  };
}
