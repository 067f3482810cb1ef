import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../kernel/clock.ts';
import type { HomePaths } from '../kernel/home-paths.ts';
import type { Log } from '../kernel/log.ts';
import { Topic } from '../kernel/topic.ts';
import type { Registry } from '../registry/registry.ts';
import type { SettingsStore } from '../registry/settings-file.ts';
import type { Link } from '../servers/connection.ts';
import type { Supervisor } from '../servers/supervisor.ts';
import type { Trust } from '../trust/trust.ts';
import { openCacheDb, registryMtime } from './cache-db.ts';
import type { Catalog } from './catalog.ts';
import { createCatalogStore } from './catalog-store.ts';
import { createArgumentChecks } from './check-arguments.ts';
import { createLooks } from './create-looks.ts';
import { createDiscoveries } from './discoveries.ts';
import { lookFacts } from './look-facts.ts';
import { createPins } from './pins.ts';
import { createProbes } from './probes.ts';
import { openWorkerPool } from './worker-pool-worker.ts';

export interface CatalogParts {
  readonly paths: HomePaths;
  readonly registry: Registry;
  readonly supervisor: Supervisor;
  readonly trust: Trust;
  readonly journal: Journal;
  readonly settings: Pick<SettingsStore, 'get' | 'changed'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** What every server offers, how risky it is, and what of it a person has accepted. */
export function createCatalog(parts: CatalogParts): Catalog {
  const { paths, registry, supervisor, trust, journal, clock, log } = parts;
  const progress: Catalog['progress'] = new Topic();
  const changed: Catalog['changed'] = new Topic();
  const probed: Catalog['probed'] = new Topic();
  const pool = openWorkerPool();
  const cache = openCacheDb(paths.cacheDb, log);
  const pins = createPins(trust, clock);
  const store = createCatalogStore({ registry, pins, cache, log });
  // Calls wait for these: not behind the analysis of what some server lists.
  const checkPool = openWorkerPool();
  const checks = createArgumentChecks(checkPool, clock);
  const discoveries = createDiscoveries({
    ...{ registry, store, pool, clock, log, progress, changed },
    onKept: checks.forget,
  });
  // A call lists a link's tools before it uses it: such a link is not the probe's to stop.
  const used = new Set<string>();
  const noteUse = (link: Link): void => {
    if (used.has(link.link_id)) return;
    used.add(link.link_id);
    void link.closed.then(() => used.delete(link.link_id));
  };
  const probes = createProbes({
    ...{ registry, supervisor, journal, store, cache, discoveries, clock, log, progress, probed },
    configMtime: () => registryMtime(paths.registry),
    isUsed: (link_id) => used.has(link_id),
  });

  const looks = createLooks({
    facts: () =>
      registry.snapshot().servers.flatMap((server) => {
        const facts = lookFacts(server, {
          row: cache.probe(server.id),
          discovered_at: store.current(server.id)?.discovered_at ?? null,
          failed: probes.lastFailed(server.id, server.launch_hash),
          state: supervisor.state(server.id),
        });
        return facts ?? [];
      }),
    every_ms: () => parts.settings.get().probes.every_s * 1000,
    look: async (id, signal) => {
      await probes.inBackground(id, signal);
    },
    ...{ clock, log },
  });
  const undo = [
    registry.changed.subscribe(looks.soon),
    parts.settings.changed.subscribe(looks.soon),
    supervisor.changed.subscribe(({ id }) => {
      const { state } = supervisor.state(id);
      if (state === 'failed' || state === 'ready') looks.soon();
    }),
  ];

  return {
    progress,
    changed,
    probed,
    probe: probes.probe,
    cancelProbe: probes.cancel,
    lastProbe: probes.last,
    startRound: looks.startRound,
    keepLooking: looks.keepLooking,
    ensureDiscovered(link, signal) {
      noteUse(link);
      return discoveries.ensure(link, signal);
    },
    ensureTools(link, signal) {
      noteUse(link);
      return discoveries.ensureTools(link, signal);
    },
    tools: (id) =>
      (id === undefined ? registry.snapshot().servers.map((server) => server.id) : [id]).flatMap(
        store.tools,
      ),
    tool: store.tool,
    checkArguments: checks.check,
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
      checks.forget(id);
      changed.emit({ id });
    },
    async close() {
      for (const stop of undo) stop();
      await looks.close();
      await probes.close();
      await discoveries.close();
      await Promise.all([pool.close(), checkPool.close()]);
      cache.close();
    },
  };
}
