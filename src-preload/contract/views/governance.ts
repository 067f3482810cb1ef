import { z } from 'zod';
import { McpResult } from './catalog.ts';
import { Change, Failure, Instant, JsonObject, RiskLevel, RiskReason } from './common.ts';

/** `answered`: the server replied (also with isError). Both other outcomes are failures of the request. */
export const CallResult = z.object({
  call_id: z.string(),
  outcome: z.literal('answered'),
  duration_ms: z.number(),
  result: McpResult,
});
export type CallResult = z.infer<typeof CallResult>;

export const ApprovalAnswer = z.enum(['once', 'session', 'always', 'deny']);
export type ApprovalAnswer = z.infer<typeof ApprovalAnswer>;

/** One pending question. `arguments` is the frozen value that will be sent, secrets masked. */
export const Approval = z.object({
  id: z.string(),
  call_id: z.string(),
  agent: z.string(),
  client: z.string().nullable(),
  /** What the person called that client; null without one. */
  client_label: z.string().nullable(),
  server_id: z.string(),
  server_name: z.string(),
  tool: z.string(),
  title: z.string().nullable(),
  arguments: JsonObject,
  argument_hash: z.string(),
  risk: RiskLevel,
  reasons: z.array(RiskReason),
  /** Why it is asked: the rule's id, or the risk. */
  because: z.string(),
  asked_at: Instant,
  expires_at: Instant,
  /** Its call went back with `[APPROVAL_PENDING]`: a yes is taken by the next identical call. */
  detached: z.boolean(),
});
export type Approval = z.infer<typeof Approval>;

/** A remembered yes. `always` holds for the agent and this tool as pinned, `session` until the owner ends. */
export const Grant = z.object({
  id: z.string(),
  kind: z.enum(['session', 'always']),
  agent: z.string(),
  client: z.string().nullable(),
  server_id: z.string(),
  tool: z.string(),
  risk: RiskLevel,
});
export type Grant = z.infer<typeof Grant>;

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

export const JournalEntry = z.object({
  seq: z.number(),
  at: Instant,
  kind: z.enum(JOURNAL_KINDS),
  call_id: z.string().nullable(),
  agent: z.string().nullable(),
  client: z.string().nullable(),
  server_id: z.string().nullable(),
  tool: z.string().nullable(),
  /** For call_decided: allow | ask | deny, or the answer given. */
  decision: z.string().nullable(),
  risk: RiskLevel.nullable(),
  outcome: z.string().nullable(),
  duration_ms: z.number().nullable(),
  /** Everything else of the entry, redacted. */
  detail: JsonObject,
  hash: z.string(),
});
export type JournalEntry = z.infer<typeof JournalEntry>;

export const JournalFilter = z.object({
  text: z.string().max(500).optional(),
  kinds: z.array(z.enum(JOURNAL_KINDS)).optional(),
  server_id: z.string().optional(),
  agent: z.string().optional(),
  client: z.string().optional(),
  tool: z.string().optional(),
  risk: RiskLevel.optional(),
  call_id: z.string().optional(),
  decision: z.string().optional(),
  outcome: z.string().optional(),
  since: Instant.optional(),
  until: Instant.optional(),
  before_seq: z.coerce.number().int().optional(),
  limit: z.coerce.number().int().min(1).max(1000).optional(),
});
export type JournalFilter = z.infer<typeof JournalFilter>;

export const JournalPage = z.object({ entries: z.array(JournalEntry), total: z.number() });

/** `before_seq` of the page before; without it the first page, which is itself journaled. */
export const JournalExportFilter = JournalFilter.extend({ format: z.enum(['jsonl', 'csv']) });

/** Whole lines; CSV has its header on the first page only. null: there is no further page. */
export const JournalExport = z.object({
  text: z.string(),
  next_before_seq: z.number().nullable(),
});

export const JournalVerdict = z.object({
  intact: z.boolean(),
  entries: z.number(),
  problems: z.array(z.object({ seq: z.number().nullable(), message: z.string() })),
});

/** An outside edit that waits for a person; the accepted version holds until then. */
export const TrustItem = z.object({
  /** `server:<id>`, `file:policy.yml`, `file:agents/<name>.yml`, `runners`. */
  item: z.string(),
  title: z.string(),
  changes: z.array(Change),
  problem: Failure.nullable(),
});
export type TrustItem = z.infer<typeof TrustItem>;

export const SecretInfo = z.object({
  name: z.string(),
  store: z.enum(['keychain', 'file']),
  used_by: z.array(z.string()),
  updated_at: Instant.nullable(),
});
