import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Topic } from '../kernel/topic.ts';
import type { Registry } from '../registry/registry.ts';
import type { Link } from '../servers/connection.ts';
import { analyseTools } from './analyse-tools.ts';
import { type CatalogStore, confirmationOf } from './catalog-store.ts';
import { defineItem } from './definition.ts';
import { type Discovery, discover } from './discover.ts';
import { SharedFlights } from './shared-flights.ts';
import type { StoredCatalog } from './stored-catalog.ts';
import type { WorkerPool } from './worker-pool-worker.ts';

/** How long after a `list_changed` the lists are read again; more of them meanwhile change nothing. */
const SETTLE_MS = 500;

interface Known {
  /** How often the server has said that its lists changed, and at which count we last read them, and the tools. */
  changes: number;
  read: number;
  toolsRead: number;
  gone: boolean;
  timer: NodeJS.Timeout | undefined;
  /** Keeps the tools of the discovery under way ahead of its other lists; null while there are none. */
  keepTools: (() => Result<void>) | null;
  /** Who waits for the tools of the discovery under way. */
  readonly waiting: Set<() => void>;
}

interface Parts {
  readonly registry: Registry;
  readonly store: CatalogStore;
  readonly pool: WorkerPool;
  readonly clock: Clock;
  readonly log: Log;
  readonly progress: Topic<{ id: string; step: string; done: number; total: number }>;
  readonly changed: Topic<{ readonly id: string }>;
  /** Its lists were read anew and kept. */
  readonly onKept: (id: string) => void;
}

export type Discoveries = ReturnType<typeof createDiscoveries>;

/** Keeps one discovery per link, and a newer one whenever the server says that its lists changed. */
export function createDiscoveries(parts: Parts) {
  const { registry, store, pool, clock, log, progress, changed } = parts;
  const flights = new SharedFlights<void>();
  const links = new Map<string, Known>();
  const closing = new AbortController();

  function watch(link: Link): Known {
    const found = links.get(link.link_id);
    if (found !== undefined) return found;
    const known: Known = {
      ...{ changes: 0, read: -1, toolsRead: -1, gone: false, timer: undefined, keepTools: null },
      waiting: new Set(),
    };
    links.set(link.link_id, known);
    const unsubscribe = link.onListChanged(() => {
      known.changes += 1;
      known.timer ??= setTimeout(() => {
        known.timer = undefined;
        void again(link);
      }, SETTLE_MS);
    });
    void link.closed.then(() => {
      unsubscribe();
      clearTimeout(known.timer);
      known.gone = true;
      links.delete(link.link_id);
    });
    return known;
  }

  async function again(link: Link): Promise<void> {
    const id = link.server_id;
    try {
      const found = await ensure(link, closing.signal);
      if (!found.ok && !closing.signal.aborted)
        log.warn('a changed list could not be read', { id, ...found.failure });
    } catch (error) {
      log.error('reading a changed list broke down', { id, error: String(error) });
    }
  }

  async function ensure(link: Link, signal: AbortSignal): Promise<Result<void>> {
    const { read, changes } = watch(link);
    if (read === changes) return ok();
    return flights.join(link.link_id, signal, (shared) => run(link, shared, () => undefined));
  }

  /** The same for the tools alone: the other lists are then read on in the background. */
  async function ensureTools(link: Link, signal: AbortSignal): Promise<Result<void>> {
    const known = watch(link);
    if (known.toolsRead === known.changes) return ok();
    const whole = ensure(link, signal);
    const { promise: judged, resolve } = Promise.withResolvers<'tools'>();
    const told = () => resolve('tools');
    known.waiting.add(told);
    if (known.keepTools !== null) told();
    const first = await Promise.race([whole, judged]);
    known.waiting.delete(told);
    if (first !== 'tools') return first;
    flights.goOn(link.link_id, closing.signal);
    return known.keepTools?.() ?? whole;
  }

  async function run(link: Link, signal: AbortSignal, onTools: () => void): Promise<Result<void>> {
    const known = watch(link);
    const id = link.server_id;
    const before = registry.get(id);
    const confirmation = confirmationOf(before);
    if (before === undefined || confirmation === null) return unconfirmed(id);
    // What changes while we read is read again.
    const { changes } = known;
    let tools: StoredCatalog['tools'] = [];

    /** `found.prompts` is null when they could not be read. */
    function keep(found: Discovery, side: Side): Result<void> {
      const after = registry.get(id);
      // Never one launch's tools under another launch's yes.
      if (known.gone)
        return fail('unavailable', `${id} went away while its tools were read.`, {
          params: { id },
        });
      if (before === undefined || confirmation === null || confirmationOf(after) !== confirmation)
        return unconfirmed(id);
      const capabilities = after?.registration.capabilities ?? [];
      const isNews = store.keep(
        {
          server_id: id,
          launch_hash: before.launch_hash,
          confirmation,
          discovered_at: new Date(clock.now()).toISOString(),
          protocol_version: link.protocol_version,
          tools,
          set_aside: [...found.set_aside],
          ...side,
          instructions: defineItem('instructions', { instructions: found.instructions }),
          misbehaviour: [...found.misbehaviour],
        },
        {
          // A list that the registration does not allow was never asked for, so it is not the first one.
          tools: capabilities.includes('tools'),
          prompts: capabilities.includes('prompts') && found.prompts !== null,
        },
      );
      known.toolsRead = changes;
      if (isNews) {
        parts.onKept(id);
        changed.emit({ id });
      }
      return ok();
    }

    try {
      const listed = await discover(link, {
        signal,
        onProgress: (step, done) => progress.emit({ id, step, done, total: 0 }),
        onTools: async (found) => {
          onTools();
          const judged = await judge(id, found.tools, signal);
          if (!judged.ok) return judged;
          tools = judged.value;
          known.keepTools = () => (known.toolsRead === changes ? ok() : keep(found, sideOf(id)));
          for (const tell of known.waiting) tell();
          return ok();
        },
      });
      if (!listed.ok) return listed;
      const kept = keep(listed.value, sideFrom(listed.value));
      if (kept.ok) known.read = changes;
      return kept;
    } finally {
      known.keepTools = null;
    }
  }

  /** What is known of the other lists until they are read anew. */
  function sideOf(id: string): Side {
    const { resources, resourceTemplates, prompts } = store.current(id) ?? NO_SIDE;
    return { resources, resourceTemplates, prompts };
  }

  async function judge(
    id: string,
    found: Discovery['tools'],
    signal: AbortSignal,
  ): Promise<Result<StoredCatalog['tools']>> {
    const judged = await analyseTools(found, {
      pool,
      server_id: id,
      signal,
      onProgress: (done, total) => progress.emit({ id, step: 'judging', done, total }),
    });
    if (!judged.ok) return judged;
    return ok(
      judged.value.map((each) => ({
        ...each.tool,
        verdict: each.verdict,
        reason: each.verdict === null ? each.reason : null,
      })),
    );
  }

  return {
    ensure,
    ensureTools,
    /** A new discovery in any case; `onTools` is called unless another one was already under way. */
    refresh: (link: Link, signal: AbortSignal, onTools: () => void): Promise<Result<void>> =>
      flights.join(link.link_id, signal, (shared) => run(link, shared, onTools)),
    async close(): Promise<void> {
      closing.abort();
      for (const { timer } of links.values()) clearTimeout(timer);
      await flights.close();
    },
  };
}

type Side = Pick<StoredCatalog, 'resources' | 'resourceTemplates' | 'prompts'>;
const NO_SIDE: Side = { resources: [], resourceTemplates: [], prompts: [] };

const sideFrom = (found: Discovery): Side => ({
  resources: [...found.resources],
  resourceTemplates: [...found.resourceTemplates],
  prompts: (found.prompts ?? []).map((prompt) => ({
    entry: { ...prompt, arguments: [...prompt.arguments] },
    definition: defineItem(prompt.name, prompt.definition),
  })),
});

const unconfirmed = (id: string): Result<never> =>
  fail('unconfirmed', `The launch of ${id} is not confirmed.`, {
    fix: `Look at it and confirm: gatehouse server confirm ${id}`,
    params: { id },
  });
