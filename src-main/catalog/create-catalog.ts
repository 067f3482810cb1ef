import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../kernel/clock.ts';
import type { HomePaths } from '../kernel/home-paths.ts';
import type { Log } from '../kernel/log.ts';
import { assertNever, fail, ok, type Result } from '../kernel/result.ts';
import { Topic } from '../kernel/topic.ts';
import type { Registry } from '../registry/registry.ts';
import type { Supervisor } from '../servers/supervisor.ts';
import type { Trust } from '../trust/trust.ts';
import { openCacheDb, registryMtime } from './cache-db.ts';
import type { Catalog, ToolEntry } from './catalog.ts';
import { createCatalogStore } from './catalog-store.ts';
import { createDiscoveries } from './discoveries.ts';
import { createPins } from './pins.ts';
import { createProbes } from './probes.ts';
import { openWorkerPool, type WorkerPool } from './worker-pool-worker.ts';

/** How long a check of arguments may take: a call waits for it. */
const CHECK_MS = 10_000;

export interface CatalogParts {
  readonly paths: HomePaths;
  readonly registry: Registry;
  readonly supervisor: Supervisor;
  readonly trust: Trust;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
}

/** What every server offers, how risky it is, and what of it a person has accepted. */
export function createCatalog(parts: CatalogParts): Catalog {
  const { paths, registry, supervisor, trust, journal, clock, log } = parts;
  const progress: Catalog['progress'] = new Topic();
  const changed: Catalog['changed'] = new Topic();
  const pool = openWorkerPool();
  const cache = openCacheDb(paths.cacheDb, log);
  const pins = createPins(trust, clock);
  const store = createCatalogStore({ registry, pins, cache, log });
  const discoveries = createDiscoveries({ registry, store, pool, clock, log, progress, changed });
  // A call lists a link's tools before it uses it: such a link is not the probe's to stop.
  const used = new Set<string>();
  const probes = createProbes({
    ...{ registry, supervisor, journal, store, cache, discoveries, clock, log, progress, changed },
    configMtime: () => registryMtime(paths.registry),
    isUsed: (link_id) => used.has(link_id),
  });

  return {
    progress,
    changed,
    probe: probes.probe,
    cancelProbe: probes.cancel,
    lastProbe: probes.last,
    startRound: probes.startRound,
    ensureDiscovered(link, signal) {
      if (!used.has(link.link_id)) {
        used.add(link.link_id);
        void link.closed.then(() => used.delete(link.link_id));
      }
      return discoveries.ensure(link, signal);
    },
    tools: (id) =>
      (id === undefined ? registry.snapshot().servers.map((server) => server.id) : [id]).flatMap(
        store.tools,
      ),
    tool: store.tool,
    checkArguments: (entry, args) => checkArguments(pool, entry, args),
    resources(id) {
      const stored = store.current(id);
      return {
        resources: stored?.resources ?? [],
        resourceTemplates: stored?.resourceTemplates ?? [],
      };
    },
    prompts: store.prompts,
    review(id, tool, by) {
      const reviewed = store.review(id, tool, by);
      if (reviewed.ok) changed.emit({ id });
      return reviewed;
    },
    // Overrides are read with every look at a tool; whoever shows one must look again.
    async regrade(id) {
      changed.emit({ id });
    },
    forget(id) {
      probes.cancel(id);
      store.forget(id);
      changed.emit({ id });
    },
    async close() {
      await probes.close();
      await discoveries.close();
      await pool.close();
      cache.close();
    },
  };
}

async function checkArguments(
  pool: WorkerPool,
  { name, inputSchema }: ToolEntry,
  args: Record<string, unknown>,
): Promise<Result<void>> {
  const job = { kind: 'check', schema: inputSchema, args } as const;
  const end = await pool.run(job, { limit_ms: CHECK_MS });
  switch (end.end) {
    case 'answered': {
      const problems =
        end.reply.kind === 'checked' ? end.reply.problems : ['They were not checked.'];
      if (problems.length === 0) return ok();
      return fail('bad_arguments', `The arguments do not fit ${name}: ${problems.join(' ')}`, {
        fix: 'Look at its input schema.',
        params: { tool: name, problems: problems.join('\n') },
      });
    }
    case 'timeout':
      return fail(
        'bad_arguments',
        `The arguments of ${name} could not be checked within ${CHECK_MS / 1000} s: its input schema and these values do not get on.`,
        { params: { tool: name } },
      );
    case 'crash':
      return fail(
        'bad_arguments',
        `The arguments of ${name} could not be checked: its input schema broke the check.`,
        { params: { tool: name } },
      );
    case 'unstarted':
      return fail('internal', `The arguments could not be checked: ${end.message}`);
    case 'closed':
      return fail('cancelled', 'Gatehouse is closing.');
    default:
      return assertNever(end);
  }
}
