import type { JournalFilter } from '../../../src-preload/contract/index.ts';
import { instantOf, isRisk, type JournalQuery } from './filter-text.ts';
import { CALL_KINDS } from './kinds.ts';

/** The request for a query, with typed times as instants. */
export function journalFilter(query: JournalQuery, now: number): JournalFilter {
  const kinds = query.kinds.flatMap((kind) => (kind === 'call' ? [...CALL_KINDS] : [kind]));
  const since = query.since === '' ? null : instantOf(query.since, now);
  const until = query.until === '' ? null : instantOf(query.until, now);
  return {
    ...(query.text === '' ? {} : { text: query.text.slice(0, 500) }),
    ...(kinds.length === 0 ? {} : { kinds: [...new Set(kinds)] }),
    ...(query.server === '' ? {} : { server_id: query.server }),
    ...(query.agent === '' ? {} : { agent: query.agent }),
    ...(query.client === '' ? {} : { client: query.client }),
    ...(query.tool === '' ? {} : { tool: query.tool }),
    ...(isRisk(query.risk) ? { risk: query.risk } : {}),
    ...(query.call === '' ? {} : { call_id: query.call }),
    ...(query.decision === '' ? {} : { decision: query.decision }),
    ...(query.outcome === '' ? {} : { outcome: query.outcome }),
    ...(since === null ? {} : { since }),
    ...(until === null ? {} : { until }),
  };
}
