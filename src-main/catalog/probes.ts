import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Failure, FailureCode } from '../kernel/failure.ts';
import type { Log } from '../kernel/log.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Topic } from '../kernel/topic.ts';
import type { Registry } from '../registry/registry.ts';
import type { Supervisor } from '../servers/supervisor.ts';
import type { CacheDb } from './cache-db.ts';
import type { ProbeReport } from './catalog.ts';
import type { CatalogStore } from './catalog-store.ts';
import type { Discoveries } from './discoveries.ts';
import { causeOf, reportOf, reportParts, rowOf, sinceOf, statusOf } from './probe-report.ts';
import { SharedFlights } from './shared-flights.ts';

/** What a probe without success tells of a link that was there before: nothing comes over it any more. */
const SILENT: readonly FailureCode[] = [
  ...(['refused', 'dns', 'tls', 'unavailable', 'http_status'] as const),
  ...(['call_timeout', 'auth_required'] as const),
];

/** The last probe of a launch that did not succeed; instants are ms since 1970. */
export interface Failed {
  readonly launch_hash: string;
  readonly at: number;
  readonly cause: string;
  /** In a row; what a person asked for begins anew. */
  readonly count: number;
}

interface Parts {
  readonly registry: Registry;
  readonly supervisor: Supervisor;
  readonly journal: Journal;
  readonly store: CatalogStore;
  readonly cache: CacheDb;
  readonly discoveries: Discoveries;
  /** Modification time of the registry file, ms since 1970. */
  readonly configMtime: () => number;
  /** Whether somebody beside the probe has used this link. */
  readonly isUsed: (link_id: string) => boolean;
  readonly clock: Clock;
  readonly log: Log;
  readonly progress: Topic<{ id: string; step: string; done: number; total: number }>;
  readonly probed: Topic<{ readonly id: string }>;
}

/**
 * Connection tests: one per server at a time, remembered, and stopped again afterwards. What a person
 * asked for is journaled each time; of what is done in the background only what is new.
 */
export function createProbes(parts: Parts) {
  const { registry, supervisor, journal, store, cache, discoveries, clock, log } = parts;
  const flights = new SharedFlights<ProbeReport>();
  const asked = new Set<string>();
  const failed = new Map<string, Failed>();

  async function run(id: string, signal: AbortSignal): Promise<Result<ProbeReport>> {
    const server = registry.get(id);
    if (server === undefined)
      return fail('not_found', `There is no server "${id}".`, { params: { id } });
    const { launch_hash } = server;
    const started = clock.now();
    const config_mtime = parts.configMtime();
    const before = { row: rowNow(id, launch_hash), tools: store.fingerprint(id) };
    parts.progress.emit({ id, step: 'connecting', done: 0, total: 0 });
    const { found, latency_ms } = await look(id, signal);
    const now = clock.now();
    const duration_ms = now - started;
    const isNew = found.ok ? failed.delete(id) : noteFailed(id, launch_hash, found.failure, now);
    const status = found.ok ? 'ok' : statusOf(found.failure);
    const wasTried = found.ok || asked.has(id) || !isNotNow(found.failure);
    if (!found.ok && (status === null || !wasTried)) {
      if (asked.has(id) || (isNew && wasTried))
        note(id, found.failure.code, duration_ms, { message: found.failure.message });
      return found;
    }
    const stored = found.ok ? store.current(id) : null;
    const at = new Date(now).toISOString();
    const reason = found.ok ? null : found.failure;
    const outcome = { status: status ?? ('ok' as const), reason };
    const report: ProbeReport = {
      ...reportParts(stored, stored === null ? [] : store.tools(id)),
      ...outcome,
      server_id: id,
      latency_ms,
      at,
      since: sinceOf(before.row, outcome, at),
    };
    // A registration that was removed meanwhile leaves nothing behind.
    if (registry.get(id) !== undefined)
      cache.saveProbe(rowOf(report, { launch_hash, config_mtime }));
    const isSame = report.since !== at && store.fingerprint(id) === before.tools;
    if (asked.has(id) || !isSame)
      note(id, report.status, duration_ms, {
        ...(asked.has(id) ? {} : { background: true }),
        tools: report.tools.length,
        quarantined: report.quarantined.length,
        misbehaviour: report.misbehaviour,
        protocol_version: report.protocol_version,
        reason: reason?.code ?? null,
        ...(reason === null ? {} : { message: reason.message, params: reason.params ?? {} }),
      });
    parts.probed.emit({ id });
    return ok(report);
  }

  async function look(id: string, signal: AbortSignal) {
    const began = clock.now();
    const before = supervisor.state(id);
    const wasDown = before.state === 'stopped' || before.state === 'failed';
    // A test asked for is a try now; the pause after failures is for everybody else.
    if (before.state === 'failed' && asked.has(id)) await supervisor.disconnect(id);
    const isRemote = registry.get(id)?.registration.transport !== 'stdio';
    // A process may be busy with a call; a look in passing is no reason to end that.
    const mayEnd = asked.has(id) || wasDown || isRemote;
    let latency_ms: number | null = null;
    let link_id: string | null = null;
    const used = await supervisor.use(
      id,
      signal,
      async (link) => {
        link_id = link.link_id;
        const found = await discoveries.refresh(link, signal, () => {
          latency_ms = clock.now() - began;
        });
        if (found.ok) latency_ms ??= clock.now() - began;
        else if (mayEnd && SILENT.includes(found.failure.code)) link.giveUp(found.failure);
        return found;
      },
      { inPassing: !asked.has(id) },
    );
    if (wasDown && link_id !== null && !parts.isUsed(link_id)) await supervisor.stopUnused(id);
    const found = used.ok ? used.value : used;
    return { found, latency_ms: found.ok ? latency_ms : null };
  }

  const rowNow = (id: string, launch_hash: string) => {
    const row = cache.probe(id);
    return row?.launch_hash === launch_hash ? row : undefined;
  };

  /** Whether it failed in another way than before. */
  function noteFailed(id: string, launch_hash: string, reason: Failure, at: number): boolean {
    const known = failed.get(id);
    const before = known?.launch_hash === launch_hash ? known : undefined;
    const cause = causeOf(reason);
    const more = isNotNow(reason) ? 0 : 1;
    const count = asked.has(id) ? 1 : (before?.count ?? 0) + more;
    failed.set(id, { launch_hash, at, cause, count });
    return before?.cause !== cause;
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

  const join = (id: string, signal: AbortSignal) =>
    flights.join(id, signal, async (shared) => {
      try {
        return await run(id, shared);
      } finally {
        asked.delete(id);
      }
    });

  return {
    /** As a person asked for it. */
    probe(id: string, signal = new AbortController().signal): Promise<Result<ProbeReport>> {
      if (!signal.aborted) asked.add(id);
      return join(id, signal);
    },
    inBackground: join,
    cancel: (id: string) => flights.cancel(id),
    last,
    /** Of its present launch. */
    lastFailed(id: string, launch_hash: string): Failed | undefined {
      const known = failed.get(id);
      return known?.launch_hash === launch_hash ? known : undefined;
    },
    close: () => flights.close(),
  };
}

/** The supervisor did not try, since it has failed too often just now. */
const isNotNow = ({ params }: Failure): boolean => params?.['retry_in_s'] !== undefined;
