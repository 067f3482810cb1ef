import type { Failure } from '../kernel/failure.ts';
import type { Result } from '../kernel/result.ts';
import type { Surface } from '../kernel/surface.ts';
import type { Topic } from '../kernel/topic.ts';
import type { OutsideEdits } from '../registry/pending-edit.ts';

export type ApprovalLevel = 'allow' | 'ask' | 'deny';

/** What a decision needs to know of an agent; from the accepted text of its file. */
export interface AgentProfile {
  readonly name: string;
  readonly description: string;
  readonly built_in: boolean;
  /** Server id -> tool-name globs. `you` has `*` for every server, as `{'*': ['*']}`. */
  readonly servers: Readonly<Record<string, readonly string[]>>;
  readonly approval: {
    readonly low: ApprovalLevel;
    readonly medium: ApprovalLevel;
    readonly high: ApprovalLevel;
  };
  /** Empty: no limit on paths (hosts) beyond the one on the home folder. */
  readonly roots: readonly string[];
  readonly hosts: readonly string[];
  readonly result_inline_chars: number;
  /** Set when its file cannot be used: then it may do nothing. */
  readonly problem: Failure | null;
}

/** `you` (the person at the CLI or "try it") and `agents/*.yml`. Reads are live. */
export interface AgentProfiles extends OutsideEdits {
  readonly changed: Topic<Record<string, never>>;
  list(): readonly AgentProfile[];
  get(name: string): AgentProfile | undefined;
  /** Writes `agents/<name>.yml` and accepts it. Fails with the line of what is wrong, writing nothing. */
  set(name: string, text: string, by: Surface): Promise<Result<void>>;
  close(): void;
}
