import type { Journal } from '../journal/journal.ts';
import { assertNever, type Result } from '../kernel/result.ts';
import type { PendingApproval, Question, Unheard } from './approvals.ts';
import type { ApprovalParts } from './create-approvals.ts';
import type { Grant, Grants } from './grants.ts';

/** What is kept and journaled of questions at the moment of their answer, or of their end without a call. */
export function createApprovalRecord(parts: {
  readonly journal: Pick<Journal, 'append'>;
  readonly grants: Pick<Grants, 'find' | 'remember'>;
}): Pick<ApprovalParts, 'remember' | 'isRemembered' | 'onUnheard'> {
  const { journal, grants } = parts;

  return {
    remember: (question, answer, surface) => {
      const grant = grantOf(question);
      const about = { ...aboutOf(question), kind: 'grant' as const };
      // Written first: no yes may hold that the journal does not know.
      const noted = journal.append({ ...about, decision: answer, detail: { ...grant, surface } });
      if (!noted.ok) return noted;
      const kept: Result<void> = grants.remember(answer, grant);
      if (!kept.ok)
        journal.append({
          ...about,
          decision: 'not kept',
          detail: { ...grant, surface, code: kept.failure.code },
        });
      return kept;
    },
    isRemembered: (question) => grants.find(grantOf(question)) !== null,
    onUnheard: (question, how) => {
      const { risk, policy_version, argument_hash, because } = question;
      journal.append({
        ...aboutOf(question),
        ...{ kind: 'call_decided', decision: decisionOf(how), risk },
        detail: { policy_version, argument_hash, because, detached: true, ...detailOf(how) },
      });
    },
  };
}

const aboutOf = ({ call_id, agent, client, server_id, tool }: PendingApproval | Question) => ({
  ...{ call_id, agent, server_id, tool },
  ...(client === null ? {} : { client }),
});

const grantOf = (question: Question): Grant => {
  const { agent, client, server_id, tool, pin, risk, classifier_version } = question;
  return { agent, client, server_id, tool, pin, risk, classifier_version };
};

/** Never a yes: a yes that nobody collected allowed nothing. */
function decisionOf(how: Unheard): string {
  if (how.end !== 'uncollected') return 'expired';
  return how.answer === 'deny' ? 'deny' : 'uncollected';
}

/** Why nothing ran. */
function detailOf(how: Unheard): Record<string, unknown> {
  switch (how.end) {
    case 'expired':
      return {};
    case 'stale':
      return { reason: 'The policy, the tool or the client changed; the call asks anew.' };
    case 'uncollected':
      return { answer: how.answer, surface: how.by };
    default:
      return assertNever(how);
  }
}
