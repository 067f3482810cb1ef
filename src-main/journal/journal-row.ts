import { z } from 'zod';
import { canonicalJson, sha256Hex } from '../kernel/canonical-json.ts';
import { JOURNAL_KINDS, type JournalDraft, type JournalEntry } from './journal.ts';

/** An entry as it lies in the table; `detail` is JSON text. */
export const JournalRow = z.strictObject({
  seq: z.number().int(),
  at: z.string(),
  kind: z.enum(JOURNAL_KINDS),
  call_id: z.string().nullable(),
  agent: z.string().nullable(),
  client: z.string().nullable(),
  server_id: z.string().nullable(),
  tool: z.string().nullable(),
  decision: z.string().nullable(),
  risk: z.enum(['low', 'medium', 'high']).nullable(),
  outcome: z.string().nullable(),
  duration_ms: z.number().nullable(),
  detail: z.string(),
  hash: z.string(),
});
export type JournalRow = z.infer<typeof JournalRow>;
/** An entry that has no place in the chain yet. */
export type NewEntry = Omit<JournalRow, 'seq' | 'hash'>;

export const ROW_COLUMNS = Object.keys(JournalRow.shape).join(', ');

/** Every column whose size is up to whoever is written about. */
export const TEXT_COLUMNS = [
  ...(['at', 'kind', 'call_id', 'agent', 'client', 'server_id', 'tool'] as const),
  ...(['decision', 'risk', 'outcome', 'detail', 'hash'] as const),
];

const DETAIL_MAX_BYTES = 65_536;
const FIELD_MAX = 1_000;

const Detail = z.record(z.string(), z.unknown());

/** The draft as it will be stored, redacted; a detail beyond 64 KB becomes its size and hash. */
export function rowFrom(
  draft: JournalDraft,
  { now, redact }: { now: number; redact: (value: unknown) => unknown },
): NewEntry {
  const text = (value: string | undefined): string | null =>
    value === undefined ? null : storable(String(redact(value)));
  const detail = Detail.safeParse(redact(draft.detail ?? {}));
  return {
    at: new Date(now).toISOString(),
    kind: draft.kind,
    call_id: text(draft.call_id),
    agent: text(draft.agent),
    client: text(draft.client),
    server_id: text(draft.server_id),
    tool: text(draft.tool),
    decision: text(draft.decision),
    risk: draft.risk ?? null,
    outcome: text(draft.outcome),
    duration_ms: draft.duration_ms ?? null,
    detail: bounded(canonicalJson(detail.success ? detail.data : {})),
  };
}

export function entryFrom(row: JournalRow): JournalEntry {
  const detail = Detail.safeParse(parsedOrNull(row.detail));
  return { ...row, detail: detail.success ? detail.data : {} };
}

/** Whoever altered the file may have left anything here; the chain says that it was altered. */
function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** SQLite would change lone surrogates and cut at NUL, and then the hash would not hold. */
const storable = (text: string): string =>
  text.slice(0, FIELD_MAX).toWellFormed().replaceAll('\0', '\ufffd');

function bounded(detail: string): string {
  const bytes = Buffer.byteLength(detail);
  if (bytes <= DETAIL_MAX_BYTES) return detail;
  return canonicalJson({ truncated: true, bytes, sha256: sha256Hex(detail) });
}

/** What full-text search finds: the fields, and every key and text of the detail, unescaped. */
export function searchText(row: NewEntry): string {
  const { kind, call_id, agent, client, server_id, tool, decision, outcome } = row;
  const parts: unknown[] = [kind, call_id, agent, client, server_id, tool, decision, outcome];
  const open: unknown[] = [parsedOrNull(row.detail)];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'object' && next !== null) {
      for (const [key, inner] of Object.entries(next)) open.push(key, inner);
    } else {
      parts.push(next);
    }
  }
  return parts
    .filter((part) => part !== null)
    .map(String)
    .join('\n')
    .toWellFormed();
}
