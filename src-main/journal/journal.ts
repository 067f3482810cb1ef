import type { Result } from '../kernel/result.ts';
import type { Topic } from '../kernel/topic.ts';

export const JOURNAL_KINDS = [
  'call_requested',
  'call_decided',
  'call_completed',
  'launch',
  'stop',
  'probe',
  'resource_read',
  'prompt_get',
  'client_asked',
  'skill_read',
  'skill_search',
  'config_change',
  'confirmation',
  'acceptance',
  'grant',
  'pause',
  'secret_set',
  'secret_removed',
  'sign_in',
  'import',
  'export',
  'retention',
  'owner',
] as const;
export type JournalKind = (typeof JOURNAL_KINDS)[number];

/** What a part hands in; absent fields are stored as null. `detail` is redacted before it is stored. */
export interface JournalDraft {
  readonly kind: JournalKind;
  readonly call_id?: string;
  readonly agent?: string;
  readonly client?: string;
  readonly server_id?: string;
  readonly tool?: string;
  readonly decision?: string;
  readonly risk?: 'low' | 'medium' | 'high';
  readonly outcome?: string;
  readonly duration_ms?: number;
  readonly detail?: Readonly<Record<string, unknown>>;
}

export interface JournalEntry {
  readonly seq: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly kind: JournalKind;
  readonly call_id: string | null;
  readonly agent: string | null;
  readonly client: string | null;
  readonly server_id: string | null;
  readonly tool: string | null;
  readonly decision: string | null;
  readonly risk: 'low' | 'medium' | 'high' | null;
  readonly outcome: string | null;
  readonly duration_ms: number | null;
  readonly detail: Record<string, unknown>;
  readonly hash: string;
}

/** All ANDed; `text` is full-text over tool, server, agent and detail. Newest first, `limit` 100 by default. */
export interface JournalFilter {
  readonly text?: string | undefined;
  readonly kinds?: readonly JournalKind[] | undefined;
  readonly server_id?: string | undefined;
  readonly agent?: string | undefined;
  readonly client?: string | undefined;
  readonly tool?: string | undefined;
  readonly risk?: 'low' | 'medium' | 'high' | undefined;
  readonly call_id?: string | undefined;
  readonly decision?: string | undefined;
  readonly outcome?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly before_seq?: number | undefined;
  readonly limit?: number | undefined;
}

export interface JournalVerdict {
  readonly intact: boolean;
  readonly entries: number;
  readonly problems: readonly { readonly seq: number | null; readonly message: string }[];
}

export interface JournalLimits {
  readonly keep_days: number;
  /** 10^6 bytes of the file, by estimate: the entries with their part of the full-text index. */
  readonly keep_mb: number;
}

export interface AppendOptions {
  /** Waits for the disk (synchronous=FULL): before a HIGH call is sent. */
  readonly durable?: boolean;
}

/** Append-only record (DESIGN.md 10), in the order in which entries are handed in. */
export interface Journal {
  readonly appended: Topic<{ readonly seq: number }>;
  /** Synchronous: when it returns ok the entry is written. */
  append(draft: JournalDraft, options?: AppendOptions): Result<{ seq: number }>;
  /**
   * As `append`, with all that is entered in the same turn of the event loop: one transaction at the
   * turn's end, or before anything else is written or read here. Nothing that the entry must precede
   * may leave the process before this settles; its failure is that of each entry in the transaction.
   */
  enter(draft: JournalDraft, options?: AppendOptions): Promise<Result<{ seq: number }>>;
  /**
   * Brings the full-text index up to date piece by piece, so that calls go on meanwhile. To be awaited
   * before a filter with `text`, which does the same in one go.
   */
  indexed(): Promise<void>;
  list(filter: JournalFilter): { entries: JournalEntry[]; total: number };
  /** As `list` without the total; `next_before_seq` null on the last page. `limit` is at most 1000. */
  page(filter: JournalFilter): { entries: JournalEntry[]; next_before_seq: number | null };
  show(seq: number): Result<JournalEntry>;
  verify(): JournalVerdict;
  /**
   * Removes the oldest entries beyond age or size, at most 500 a call, and leaves a signed
   * checkpoint from which `verify` starts. By size nothing goes that is younger than 24 hours. `more`:
   * call it again soon. Fails without an integrity key.
   */
  retain(limits: JournalLimits): Result<{ removed: number; more: boolean }>;
  close(): Promise<void>;
}
