import { z } from 'zod';
import { FAILURE_KINDS, type Failure, isFailureCode } from '../kernel/failure.ts';
import type { ProbeRow } from './cache-db.ts';
import type { ProbeReport, ToolEntry } from './catalog.ts';
import type { StoredCatalog } from './stored-catalog.ts';

/**
 * What a failed connection says about the server; null when the failure says nothing about it: then
 * nothing was contacted, or the person gave up, and there is no report.
 */
export function statusOf({ code }: Failure): 'unreachable' | 'auth_failed' | null {
  if (FAILURE_KINDS[code] !== 'server') return null;
  return code === 'auth_required' || code === 'secret_missing' ? 'auth_failed' : 'unreachable';
}

/** What a catalog adds to a report; all empty for a server that could not be reached. */
export function reportParts(stored: StoredCatalog | null, entries: readonly ToolEntry[]) {
  const usable = entries.filter(({ state }) => state !== 'quarantined');
  return {
    protocol_version: stored?.protocol_version ?? null,
    tools: usable.map(({ name, description, risk }) => ({ name, description, risk })),
    resources: stored?.resources.length ?? 0,
    resource_templates: stored?.resourceTemplates.length ?? 0,
    prompts: stored?.prompts.length ?? 0,
    quarantined: entries.flatMap(({ name, quarantine_reason: reason }) =>
      reason === null ? [] : [{ name, reason }],
    ),
    misbehaviour: stored === null ? [] : [...stored.misbehaviour],
  };
}

/** Since when probes have ended like this one, at `at`; `before`: the last one of the same launch. */
export function sinceOf(
  before: ProbeRow | undefined,
  now: Pick<ProbeReport, 'status' | 'reason'>,
  at: string,
): string {
  if (before?.probe_status !== now.status) return at;
  const reason = StoredFailure.safeParse(parsed(before.reason ?? 'null'));
  const cause = reason.data == null ? null : causeOf(failureOf(reason.data));
  return cause === (now.reason === null ? null : causeOf(now.reason)) ? before.since : at;
}

/** The code of what is wrong, also when what is told is only that it went wrong too often. */
export function causeOf({ code, params }: Failure): string {
  const isCount = code === 'crash_loop' || code === 'breaker_open';
  return String((isCount ? params?.['reason'] : null) ?? code);
}

const StoredFailure = z.object({
  code: z.string().refine(isFailureCode),
  message: z.string(),
  fix: z.string().optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
const StoredTools = z.array(
  z.object({
    name: z.string(),
    description: z.string(),
    risk: z.enum(['low', 'medium', 'high']),
  }),
);

export const rowOf = (
  report: ProbeReport,
  launch: { readonly launch_hash: string; readonly config_mtime: number },
): ProbeRow => ({
  ...launch,
  server_id: report.server_id,
  last_probe: report.at,
  since: report.since,
  probe_status: report.status,
  reason: report.reason === null ? null : JSON.stringify(report.reason),
  latency_ms: report.latency_ms,
  protocol_version: report.protocol_version,
  tools_cache: JSON.stringify(report.tools),
});

/** The report that a row keeps; what the row has no column for comes from the catalog, if it is kept too. */
export function reportOf(
  row: ProbeRow,
  stored: StoredCatalog | null,
  entries: readonly ToolEntry[],
): ProbeReport | undefined {
  const tools = StoredTools.safeParse(parsed(row.tools_cache));
  const reason = row.reason === null ? null : StoredFailure.safeParse(parsed(row.reason));
  if (!tools.success || reason?.success === false) return undefined;
  const from = row.probe_status === 'ok' ? stored : null;
  return {
    ...reportParts(from, from === null ? [] : entries),
    server_id: row.server_id,
    status: row.probe_status,
    reason: reason === null ? null : failureOf(reason.data),
    latency_ms: row.latency_ms,
    protocol_version: row.protocol_version,
    at: row.last_probe,
    since: row.since,
    ...(from === null ? { tools: tools.data } : {}),
  };
}

function failureOf({ code, message, fix, params }: z.infer<typeof StoredFailure>): Failure {
  return {
    code,
    message,
    ...(fix === undefined ? {} : { fix }),
    ...(params === undefined ? {} : { params }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Told apart from every stored value by the schema that reads it.
    return undefined;
  }
}
