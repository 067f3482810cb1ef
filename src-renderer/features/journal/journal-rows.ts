import {
  type Failure,
  type JournalEntry,
  recordedFailure,
} from '../../../src-preload/contract/index.ts';

/** An entry without its detail: a hundred thousand of them fit in the window. */
export interface BriefEntry extends Omit<JournalEntry, 'detail'> {
  /** What it is about, from its detail; '' when nothing short says it. */
  readonly subject: string;
  /** Why it did not end well; null where it did, and of calls, whose outcome says it. */
  readonly failure: Failure | null;
  /** The tool answered with its own error. */
  readonly is_error: boolean;
}

export interface JournalRow {
  readonly key: string;
  /** Oldest entry of the row: where it stands, and its time. */
  readonly seq: number;
  readonly at: string;
  readonly kind: JournalEntry['kind'] | 'call';
  readonly call_id: string | null;
  readonly agent: string | null;
  readonly server_id: string | null;
  readonly tool: string | null;
  readonly risk: JournalEntry['risk'];
  readonly decision: string | null;
  readonly outcome: string | null;
  readonly is_error: boolean;
  readonly duration_ms: number | null;
  readonly subject: string;
  readonly failure: Failure | null;
}

const SUBJECTS = [
  'change',
  'item',
  'uri',
  'name',
  'path',
  'query',
  'command_argv',
  'status',
  'message',
  'reason',
  'code',
] as const;
const SUBJECT_CHARS = 160;

function subjectOf(detail: JournalEntry['detail']): string {
  for (const key of SUBJECTS) {
    const value = detail[key];
    const text = Array.isArray(value)
      ? value.filter((item) => typeof item === 'string').join(' ')
      : value;
    if (typeof text === 'string' && text !== '')
      return text.length > SUBJECT_CHARS ? `${text.slice(0, SUBJECT_CHARS)}…` : text;
  }
  return '';
}

export function brief({ detail, ...entry }: JournalEntry): BriefEntry {
  return {
    ...entry,
    subject: subjectOf(detail),
    failure: entry.kind.startsWith('call_') ? null : recordedFailure({ ...entry, detail }),
    is_error: detail['is_error'] === true,
  };
}

/** Joins pages: newest first, each entry once. */
export function mergeEntries(
  known: readonly BriefEntry[],
  page: readonly BriefEntry[],
): BriefEntry[] {
  const first = known[0];
  const last = known.at(-1);
  if (first === undefined || last === undefined) return [...page];
  const newer = page.filter((entry) => entry.seq > first.seq);
  const older = page.filter((entry) => entry.seq < last.seq);
  return [...newer, ...known, ...older];
}

const isCall = (entry: BriefEntry): boolean => entry.kind.startsWith('call_');

/**
 * Rows to show, newest first. The entries of one call are one row, which stands where the call
 * began: what comes later fills it in and moves nothing.
 */
export function journalRows(entries: readonly BriefEntry[]): JournalRow[] {
  const rows = new Map<string, JournalRow>();
  for (const entry of entries) {
    const key = isCall(entry) && entry.call_id !== null ? entry.call_id : `#${entry.seq}`;
    const row = rows.get(key);
    rows.set(key, {
      key,
      seq: entry.seq,
      at: entry.at,
      kind: isCall(entry) ? 'call' : entry.kind,
      call_id: entry.call_id,
      agent: row?.agent ?? entry.agent,
      server_id: row?.server_id ?? entry.server_id,
      tool: row?.tool ?? entry.tool,
      risk: row?.risk ?? entry.risk,
      decision: row?.decision ?? entry.decision,
      outcome: row?.outcome ?? entry.outcome,
      is_error: row?.is_error === true || entry.is_error,
      duration_ms: row?.duration_ms ?? entry.duration_ms,
      subject: row?.subject || entry.subject,
      failure: row?.failure ?? entry.failure,
    });
  }
  return [...rows.values()].sort((left, right) => right.seq - left.seq);
}

/** Where the reader's row went: its new index, or that of the next one below; for keeping the view still. */
export function indexOfSeq(rows: readonly JournalRow[], seq: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.seq ?? 0) > seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
