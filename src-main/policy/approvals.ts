import type { RiskLevel, RiskReason } from '../judgement/risk.ts';
import type { Result } from '../kernel/result.ts';
import type { Surface } from '../kernel/surface.ts';
import type { Topic } from '../kernel/topic.ts';

export type ApprovalAnswer = 'once' | 'session' | 'always' | 'deny';

/** Everything a yes is bound to, and what a person is shown. `arguments` is frozen: what is shown is what is sent. */
export interface Question {
  /** Of the call that asked first. */
  readonly call_id: string;
  readonly agent: string;
  readonly client: string | null;
  readonly server_id: string;
  readonly server_name: string;
  readonly tool: string;
  readonly title: string | null;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly argument_hash: string;
  readonly pin: string;
  readonly policy_version: string;
  readonly risk: RiskLevel;
  readonly classifier_version: number;
  readonly reasons: readonly RiskReason[];
  readonly because: string;
}

export interface PendingApproval extends Question {
  readonly id: string;
  readonly asked_at: number;
  readonly expires_at: number;
  /** No call waits for it now: a yes runs nothing until the client makes the same call again. */
  readonly detached: boolean;
}

/** An answer, for one call. `asked_for` is the call that asked first; instants are ms since 1970. */
export interface Answered {
  readonly end: 'answered';
  readonly answer: ApprovalAnswer;
  readonly by: Surface;
  readonly answered_at: number;
  readonly asked_for: string;
}

/**
 * What asking came to for one call. `pending`: the hold is over and the question stays. `refused`: too
 * many questions of this client wait already.
 */
export type ApprovalEnd =
  | Answered
  | { readonly end: 'expired'; readonly asked_for: string }
  | { readonly end: 'cancelled'; readonly asked_for: string }
  | { readonly end: 'pending'; readonly asked_for: string; readonly expires_at: number }
  | { readonly end: 'refused' };

/** How a question ended that no call waited for any more. `uncollected`: its answer ran nothing. */
export type Unheard =
  | { readonly end: 'expired' }
  | { readonly end: 'uncollected'; readonly answer: ApprovalAnswer; readonly by: Surface }
  /** The same call cannot be made any more: the policy, the tool or the client is another. */
  | { readonly end: 'stale' };

export interface Holding {
  readonly signal: AbortSignal;
  /** How long the call waits; absent: as long as the question lives. Milliseconds. */
  readonly hold_ms?: number | undefined;
}

/** The questions of this owner, in memory only: a crash or quit denies them all. */
export interface Approvals {
  readonly changed: Topic<{ readonly waiting: number }>;
  /** What waits for an answer. */
  list(): readonly PendingApproval[];
  /**
   * Resolves once. A question with an equal key (agent, client, server, tool, argument hash, pin, policy
   * version) that no call waits for is taken up instead of asking anew: its answer, if there is one,
   * for this call alone. An abort closes a question that was never detached, and no other.
   */
  ask(question: Question, holding: Holding): Promise<ApprovalEnd>;
  /** An answer that waits for just this call, for one that needs no question any more. */
  collect(question: Question): Answered | null;
  /**
   * Single use; not_found when it is no longer waiting. `session` and `always` are remembered before
   * anything else: fails with why that was not possible, and the question goes on waiting.
   */
  answer(id: string, answer: ApprovalAnswer, by: Surface): Result<PendingApproval>;
  /** Answers everything that waits with a no. */
  denyAll(by: Surface): void;
  /** Ends what no call waits for and, says `isStale`, none can collect any more. */
  endStale(isStale: (question: PendingApproval) => boolean): void;
  /** At quit or hand-over: denies what waits and what is asked from now on, and drops uncollected answers. */
  end(by: Surface): void;
}
