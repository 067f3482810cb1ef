import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Topic } from '../kernel/topic.ts';
import type { RegisteredServer, Registry } from '../registry/registry.ts';
import type { Supervisor } from '../servers/supervisor.ts';
import type { CacheDb } from './cache-db.ts';
import type { ProbeReport } from './catalog.ts';
import { type CatalogStore, confirmationOf } from './catalog-store.ts';
import type { Discoveries } from './discoveries.ts';
import { reportOf, reportParts, rowOf, statusOf } from './probe-report.ts';
import { SharedFlights } from './shared-flights.ts';

const AT_ONCE = 4;

interface Parts {
  readonly registry: Registry;
  readonly supervisor: Supervisor;
  readonly journal: Journal;
  readonly store: CatalogStore;
  readonly cache: CacheDb;
  readonly discoveries: Discoveries;
  /** Modification time of the registry file, ms since 1970. */
  readonly configMtime: () => number;
  /** Whether somebody beside the probe uses this link. */
  readonly isUsed: (link_id: string) => boolean;
  readonly clock: Clock;
  readonly log: Log;
  readonly progress: Topic<{ id: string; step: string; done: number; total: number }>;
  readonly changed: Topic<{ readonly id: string }>;
}

/** Connection tests: one per server at a time, journaled, remembered, and stopped again afterwards. */
export function createProbes(parts: Parts) {
  const { registry, supervisor, journal, store, cache, discoveries, clock, log } = parts;
  const flights = new SharedFlights<ProbeReport>();

  async function run(id: string, signal: AbortSignal): Promise<Result<ProbeReport>> {
    const server = registry.get(id);
    if (server === undefined)
      return fail('not_found', `There is no server "${id}".`, { params: { id } });
    const started = clock.now();
    const config_mtime = parts.configMtime();
    parts.progress.emit({ id, step: 'connecting', done: 0, total: 0 });
    const { found, latency_ms } = await look(id, signal);
    const status = found.ok ? 'ok' : statusOf(found.failure);
    if (!found.ok && status === null) {
      note(id, found.failure.code, clock.now() - started, { message: found.failure.message });
      return found;
    }
    const stored = found.ok ? store.current(id) : null;
    const report: ProbeReport = {
      ...reportParts(stored, stored === null ? [] : store.tools(id)),
      server_id: id,
      status: status ?? 'ok',
      reason: found.ok ? null : found.failure,
      latency_ms,
      at: new Date(clock.now()).toISOString(),
    };
    // A registration that was removed meanwhile leaves nothing behind.
    if (registry.get(id) !== undefined)
      cache.saveProbe(rowOf(report, { launch_hash: server.launch_hash, config_mtime }));
    note(id, report.status, clock.now() - started, {
      tools: report.tools.length,
      quarantined: report.quarantined.length,
      misbehaviour: report.misbehaviour,
      protocol_version: report.protocol_version,
      reason: report.reason?.code ?? null,
      ...(report.reason === null
        ? {}
        : { message: report.reason.message, params: report.reason.params ?? {} }),
    });
    parts.changed.emit({ id });
    return ok(report);
  }

  async function look(id: string, signal: AbortSignal) {
    const began = clock.now();
    const before = supervisor.state(id).state;
    const wasDown = before === 'stopped' || before === 'failed';
    // A test asked for is a try now; the pause after failures is for callers.
    if (before === 'failed') await supervisor.disconnect(id);
    let latency_ms: number | null = null;
    let link_id: string | null = null;
    const used = await supervisor.use(id, signal, async (link) => {
      link_id = link.link_id;
      const found = await discoveries.refresh(link, signal, () => {
        latency_ms = clock.now() - began;
      });
      if (found.ok) latency_ms ??= clock.now() - began;
      return found;
    });
    if (wasDown && link_id !== null && !parts.isUsed(link_id)) await supervisor.disconnect(id);
    const found = used.ok ? used.value : used;
    return { found, latency_ms: found.ok ? latency_ms : null };
  }

  function note(
    server_id: string,
    outcome: string,
    duration_ms: number,
    detail: Record<string, unknown>,
  ): void {
    const kept = journal.append({ kind: 'probe', server_id, outcome, duration_ms, detail });
    if (!kept.ok) log.error('a probe could not be journaled', { id: server_id, ...kept.failure });
  }

  function last(id: string): { report: ProbeReport; stale: boolean } | undefined {
    const row = cache.probe(id);
    if (row === undefined) return undefined;
    const server = registry.get(id);
    const stored = store.current(id);
    const report = reportOf(row, stored, stored === null ? [] : store.tools(id));
    if (report === undefined) return undefined;
    const stale = server === undefined || server.launch_hash !== row.launch_hash;
    const config_mtime = parts.configMtime();
    if (!stale && config_mtime !== row.config_mtime) cache.saveProbe({ ...row, config_mtime });
    return { report, stale };
  }

  function isDue(server: RegisteredServer): boolean {
    if (!server.registration.enabled || confirmationOf(server) === null) return false;
    const found = last(server.id);
    if (found === undefined || found.stale) return true;
    // Its catalog is gone, or describes what ran before the last yes.
    return found.report.status === 'ok' && store.current(server.id) === null;
  }

  const probe = (id: string, signal = new AbortController().signal) =>
    flights.join(id, signal, (shared) => run(id, shared));

  return {
    probe,
    cancel: (id: string) => flights.cancel(id),
    last,
    async startRound(signal: AbortSignal): Promise<void> {
      const due = registry.snapshot().servers.filter(isDue);
      const next = async (): Promise<void> => {
        for (let server = due.shift(); server !== undefined; server = due.shift()) {
          if (signal.aborted) return;
          try {
            await probe(server.id, signal);
          } catch (error) {
            log.error('a probe of the start round broke down', {
              id: server.id,
              error: String(error),
            });
          }
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, next));
    },
    close: () => flights.close(),
  };
}
