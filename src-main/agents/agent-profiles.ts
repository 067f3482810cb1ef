import type { Failure } from '../kernel/failure.ts';
import type { Result } from '../kernel/result.ts';
import type { Surface } from '../kernel/surface.ts';
import type { Topic } from '../kernel/topic.ts';
import type { OutsideEdits } from '../registry/pending-edit.ts';
import type { LocalTool } from './profile-schema.ts';

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
  /** `none`: its clients see raw tool names. */
  readonly prefix: 'server' | 'none';
  /** Which of Gatehouse's own tools its clients get. */
  readonly local_tools: readonly LocalTool[];
  /** Whether its servers may ask the client's model. */
  readonly sampling: boolean;
  /** Set when its file cannot be used: then it may do nothing. */
  readonly problem: Failure | null;
}

/** `you` (the person at the CLI or "try it") and `agents/*.yml`. Reads are live. */
export interface AgentProfiles extends OutsideEdits {
  readonly changed: Topic<Record<string, never>>;
  list(): readonly AgentProfile[];
  get(name: string): AgentProfile | undefined;
  /** The accepted YAML; null for `you`, and where nothing is accepted. */
  text(name: string): string | null;
  /** Where its YAML stands; null for `you`. */
  file(name: string): string | null;
  /** A new file, accepted with it. Fails with already_exists when there is one, accepted or not. */
  create(name: string, text: string, by: Surface): Promise<Result<void>>;
  /**
   * Changes the accepted text and accepts the outcome. not_found without the agent; trust_pending while
   * the file says something that nobody has accepted, since that must not slip in with it.
   */
  edit(name: string, work: (text: string) => Result<string>, by: Surface): Promise<Result<void>>;
  /** Removes the file (a backup stays) and what was accepted of it. */
  remove(name: string, by: Surface): Promise<Result<void>>;
  /** Writes `agents/<name>.yml` and accepts it. Fails with the line of what is wrong, writing nothing. */
  set(name: string, text: string, by: Surface): Promise<Result<void>>;
  close(): void;
}
