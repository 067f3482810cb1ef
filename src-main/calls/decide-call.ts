import type { AgentProfile, AgentProfiles } from '../agents/agent-profiles.ts';
import type { Catalog, ToolEntry } from '../catalog/catalog.ts';
import type { Journal } from '../journal/journal.ts';
import { type Failure, failure } from '../kernel/failure.ts';
import { assertNever, fail, ok, type Result } from '../kernel/result.ts';
import type { Answered, ApprovalEnd, Approvals, Question } from '../policy/approvals.ts';
import type { Decision } from '../policy/decide.ts';
import type { CallRequest } from './call-tool.ts';
import { createLastLook } from './last-look.ts';

/** What has been found out about a call before it is decided; `args` is frozen. */
export interface PreparedCall {
  readonly agent: AgentProfile;
  readonly entry: ToolEntry;
  readonly args: Readonly<Record<string, unknown>>;
  /** SHA-256 over RFC 8785 JSON of `args`. */
  readonly argument_hash: string;
  /** Settles once the journal has the request, or has failed to take it. */
  readonly requested: Promise<Result<unknown>>;
}

export interface Judgement {
  readonly decision: Decision;
  /** Of the rules that were in force; an approval is bound to it. */
  readonly policy_version: string;
}

/** DESIGN.md 5 from live state. Synchronous, so that it can be asked again in the tick that sends. */
export type Judge = (call: {
  readonly agent: AgentProfile;
  readonly client: string | null;
  readonly server_id: string;
  readonly entry: ToolEntry;
  readonly args: Readonly<Record<string, unknown>>;
}) => Judgement;

/** A call that may run, if `lastLook` agrees in the tick that writes it to the transport. */
export interface DecidedCall {
  readonly lastLook: () => Result<void>;
}

export type DecideCall = (
  request: CallRequest,
  prepared: PreparedCall,
) => Promise<Result<DecidedCall>>;

/** Step 3 of the call path: decides, asks a person where the decision says so, and journals it. */
export function createDecideCall(parts: {
  readonly journal: Journal;
  readonly agents: AgentProfiles;
  readonly catalog: Catalog;
  readonly approvals: Approvals;
  readonly judge: Judge;
  readonly serverName: (id: string) => string;
}): DecideCall {
  const { journal, approvals, judge } = parts;
  const lastLook = createLastLook(parts);

  return async (request, { agent, entry, args, argument_hash, requested }) => {
    const { server_id, client, call_id, signal, hold_ms } = request;
    const about = { call_id, agent: agent.name, server_id, tool: entry.name };
    const judged = judge({ agent, client, server_id, entry, args });
    const { decision, policy_version } = judged;
    /** On the disk before a HIGH call is sent. */
    const note = (answer: string, detail: Record<string, unknown>): Promise<Result<unknown>> =>
      journal.enter(
        {
          ...about,
          ...(client === null ? {} : { client }),
          kind: 'call_decided',
          decision: answer,
          risk: entry.risk,
          detail: { policy_version, argument_hash, because: decision.because, ...detail },
        },
        { durable: entry.risk === 'high' },
      );
    const allowed: DecidedCall = {
      lastLook: () => lastLook({ agent: agent.name, client, server_id, entry, args, judged }),
    };
    const question: Question = {
      ...about,
      ...{ client, server_name: parts.serverName(server_id), title: entry.title },
      ...{ arguments: args, argument_hash, pin: entry.pin, policy_version },
      ...{ risk: entry.risk, classifier_version: entry.classifier_version },
      ...{ reasons: entry.reasons, because: decision.because },
    };
    /** A call that collects says which call asked, and when the answer was given. */
    const settle = async (answered: Answered): Promise<Result<DecidedCall>> => {
      const { answer, by, asked_for, answered_at } = answered;
      const collected =
        asked_for === call_id
          ? {}
          : { asked_for, answered_at: new Date(answered_at).toISOString() };
      const noted = await note(answer, { surface: by, ...collected });
      if (!noted.ok) return noted;
      return answer === 'deny' ? fail('denied', 'A person denied this call.') : ok(allowed);
    };

    switch (decision.effect) {
      case 'deny': {
        const noted = await note('deny', { code: decision.failure.code });
        return noted.ok ? fail(decision.failure) : noted;
      }
      case 'allow': {
        // The answer that made a yes lasting is spent by the call it was given for.
        const kept = approvals.collect(question);
        if (kept !== null) return settle(kept);
        const noted = await note('allow', {});
        return noted.ok ? ok(allowed) : noted;
      }
      case 'ask': {
        const recorded = await requested;
        if (!recorded.ok) return recorded;
        request.onStep({ step: 'waiting', progress: null, total: null, message: decision.because });
        const end = await approvals.ask(question, { signal, hold_ms });
        if (end.end === 'answered') return settle(end);
        await note(end.end, {
          ...('asked_for' in end && end.asked_for !== call_id ? { asked_for: end.asked_for } : {}),
          ...(end.end === 'pending' ? { until: new Date(end.expires_at).toISOString() } : {}),
        });
        return fail(unansweredFailure(end));
      }
      default:
        return assertNever(decision);
    }
  };
}

/** What a call is told that nobody has answered. */
function unansweredFailure(end: Exclude<ApprovalEnd, Answered>): Failure {
  switch (end.end) {
    case 'cancelled':
      return failure('cancelled', 'The call was cancelled while it waited for an answer.');
    case 'expired':
      return failure('approval_expired', 'Nobody answered in time, so the call was denied.', {
        fix: 'Call again, and answer it in the window or with `gatehouse approvals answer`.',
      });
    case 'pending': {
      const until = new Date(end.expires_at).toISOString();
      return failure(
        'approval_pending',
        `A person has not answered yet. Nothing has run; the question stays open until ${until}.`,
        {
          fix: 'Make the very same call again to collect the answer, before that time.',
          params: { until },
        },
      );
    }
    case 'refused':
      return failure(
        'denied',
        'Too many or too large questions wait for a person already, so this one was not asked.',
        { fix: 'Let a person answer those first, or wait until they expire.' },
      );
    default:
      return assertNever(end);
  }
}
