import type { RiskLevel, RiskReason } from '../judgement/risk.ts';
import type { Result } from '../kernel/result.ts';
import type { Surface } from '../kernel/surface.ts';
import type { Topic } from '../kernel/topic.ts';

export type ApprovalAnswer = 'once' | 'session' | 'always' | 'deny';

/** Everything a yes is bound to, and what a person is shown. `arguments` is frozen: what is shown is what is sent. */
export interface Question {
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
}

export type ApprovalEnd =
  | { readonly end: 'answered'; readonly answer: ApprovalAnswer; readonly by: Surface }
  | { readonly end: 'expired' }
  | { readonly end: 'cancelled' };

/** The pending questions of this owner, in memory only: a crash or quit denies them all. */
export interface Approvals {
  readonly changed: Topic<{ readonly waiting: number }>;
  list(): readonly PendingApproval[];
  /** Resolves once: with the answer, at expiry, or when the signal aborts (the question closes). */
  ask(question: Question, signal: AbortSignal): Promise<ApprovalEnd>;
  /** Single use; not_found when it is no longer waiting. */
  answer(id: string, answer: ApprovalAnswer, by: Surface): Result<PendingApproval>;
  /** Denies everything that waits, e.g. at quit or hand-over. */
  denyAll(by: Surface): void;
}
