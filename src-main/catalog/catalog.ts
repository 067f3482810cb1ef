import type { RiskLevel, RiskReason } from '../judgement/risk.ts';
import type { Failure } from '../kernel/failure.ts';
import type { Result } from '../kernel/result.ts';
import type { Change, Surface } from '../kernel/surface.ts';
import type { Topic } from '../kernel/topic.ts';
import type { Link } from '../servers/connection.ts';

/** A tool as we offer it: what the server says of it, our grade, and whether it may be used. */
export interface ToolEntry {
  readonly server_id: string;
  readonly name: string;
  readonly title: string | null;
  readonly description: string;
  readonly inputSchema: Record<string, unknown>;
  readonly outputSchema: Record<string, unknown> | null;
  readonly annotations: Record<string, unknown>;
  /** Whole, as the server gave it. */
  readonly definition: Readonly<Record<string, unknown>>;
  readonly risk: RiskLevel;
  readonly reasons: readonly RiskReason[];
  readonly classifier_version: number;
  /** SHA-256 of the definition as canonical JSON. */
  readonly pin: string;
  readonly state: 'accepted' | 'new' | 'changed' | 'quarantined';
  readonly changes: readonly Change[];
  readonly quarantine_reason: string | null;
}

export interface ResourceEntry {
  readonly uri: string;
  readonly name: string;
  readonly title: string | null;
  readonly description: string;
  readonly mimeType: string | null;
  /** Whole, as the server gave it. */
  readonly definition: Readonly<Record<string, unknown>>;
}
export interface ResourceTemplateEntry extends Omit<ResourceEntry, 'uri'> {
  readonly uriTemplate: string;
}
export interface PromptEntry {
  readonly name: string;
  readonly title: string | null;
  readonly description: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly description: string;
    readonly required: boolean;
  }[];
  /** Whole, as the server gave it. */
  readonly definition: Readonly<Record<string, unknown>>;
  /** `new` and `changed` prompts are held like tools: shown, not handed out. */
  readonly state: 'accepted' | 'new' | 'changed';
}

export interface ProbeReport {
  readonly server_id: string;
  readonly status: 'ok' | 'unreachable' | 'auth_failed';
  readonly reason: Failure | null;
  /** Connect plus first complete tools/list. */
  readonly latency_ms: number | null;
  readonly protocol_version: string | null;
  /** ISO 8601. */
  readonly at: string;
  /** ISO 8601: since when tests have ended with this status and this reason's code. */
  readonly since: string;
  readonly tools: readonly { name: string; description: string; risk: RiskLevel }[];
  readonly resources: number;
  readonly resource_templates: number;
  readonly prompts: number;
  readonly quarantined: readonly { name: string; reason: string }[];
  readonly misbehaviour: readonly string[];
}

export interface Catalog {
  readonly progress: Topic<{ id: string; step: string; done: number; total: number }>;
  /** What is known of its tools, prompts or resources differs, or how they may be used. */
  readonly changed: Topic<{ readonly id: string }>;
  /** A probe of it has ended with a report. */
  readonly probed: Topic<{ readonly id: string }>;
  /** Connection test with discovery; a server that was not running is stopped afterwards. One per server at a time. */
  probe(id: string, signal?: AbortSignal): Promise<Result<ProbeReport>>;
  cancelProbe(id: string): void;
  /** The last report and whether it still describes the launch; from cache.db. */
  lastProbe(id: string): { report: ProbeReport; stale: boolean } | undefined;
  /** Probes enabled, confirmed, stale servers, four at a time. */
  startRound(signal: AbortSignal): Promise<void>;
  /**
   * The start round, a moment from now; then, as often as `settings.probes` says, remote servers and
   * those that failed. Until the signal, or `close`.
   */
  keepLooking(signal: AbortSignal): void;
  /** Discovers once per link, and again what has changed since. */
  ensureDiscovered(link: Link, signal: AbortSignal): Promise<Result<void>>;
  /** Waits for the tools alone: a new connection lists them before its first call. */
  ensureTools(link: Link, signal: AbortSignal): Promise<Result<void>>;
  tools(id?: string): readonly ToolEntry[];
  tool(id: string, name: string): ToolEntry | undefined;
  /** Arguments against `inputSchema`, in a worker with a time limit. bad_arguments names the places. */
  checkArguments(entry: ToolEntry, args: Record<string, unknown>): Promise<Result<void>>;
  resources(id: string): {
    readonly resources: readonly ResourceEntry[];
    readonly resourceTemplates: readonly ResourceTemplateEntry[];
  };
  prompts(id: string): readonly PromptEntry[];
  /** Accepts new and changed definitions (all, or one) as they are now. */
  review(id: string, tool: string | undefined, by: Surface): Result<readonly ToolEntry[]>;
  /** Grades again after an override changed. */
  regrade(id: string): Promise<void>;
  forget(id: string): void;
  close(): Promise<void>;
}
