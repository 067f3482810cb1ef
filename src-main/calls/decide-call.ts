import type { AgentProfile, AgentProfiles } from '../agents/agent-profiles.ts';
import type { Catalog, ToolEntry } from '../catalog/catalog.ts';
import type { Journal } from '../journal/journal.ts';
import { assertNever, fail, ok, type Result } from '../kernel/result.ts';
import type { Approvals } from '../policy/approvals.ts';
import type { Decision } from '../policy/decide.ts';
import type { Grants } from '../policy/grants.ts';
import type { CallRequest } from './call-tool.ts';

/** What has been found out about a call before it is decided; `args` is frozen. */
export interface PreparedCall {
  readonly agent: AgentProfile;
  readonly entry: ToolEntry;
  readonly args: Readonly<Record<string, unknown>>;
  /** SHA-256 over RFC 8785 JSON of `args`. */
  readonly argument_hash: string;
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
  readonly grants: Grants;
  readonly judge: Judge;
  readonly serverName: (id: string) => string;
}): DecideCall {
  const { journal, agents, catalog, approvals, grants, judge } = parts;

  return async (request, { agent, entry, args, argument_hash }) => {
    const { server_id, client, call_id } = request;
    const about = {
      call_id,
      agent: agent.name,
      ...(client === null ? {} : { client }),
      server_id,
      tool: entry.name,
    };
    const judged = judge({ agent, client, server_id, entry, args });
    const { decision, policy_version } = judged;
    /** On the disk before a HIGH call is sent. */
    const note = (answer: string, detail: Record<string, unknown>): Result<unknown> =>
      journal.append(
        {
          ...about,
          kind: 'call_decided',
          decision: answer,
          risk: entry.risk,
          detail: { policy_version, argument_hash, because: decision.because, ...detail },
        },
        { durable: entry.risk === 'high' },
      );
    const allowed: DecidedCall = {
      lastLook: () => lastLook(request, agent.name, entry, args, judged),
    };

    switch (decision.effect) {
      case 'deny': {
        const noted = note('deny', { code: decision.failure.code });
        return noted.ok ? fail(decision.failure) : noted;
      }
      case 'allow': {
        const noted = note('allow', {});
        return noted.ok ? ok(allowed) : noted;
      }
      case 'ask':
        break;
      default:
        return assertNever(decision);
    }

    request.onStep({ step: 'waiting', progress: null, total: null, message: decision.because });
    const answer = await approvals.ask(
      {
        call_id,
        agent: agent.name,
        client,
        server_id,
        server_name: parts.serverName(server_id),
        tool: entry.name,
        title: entry.title,
        arguments: args,
        argument_hash,
        pin: entry.pin,
        policy_version,
        risk: entry.risk,
        classifier_version: entry.classifier_version,
        reasons: entry.reasons,
        because: decision.because,
      },
      request.signal,
    );
    switch (answer.end) {
      case 'cancelled':
        note('cancelled', {});
        return fail('cancelled', 'The call was cancelled while it waited for an answer.');
      case 'expired':
        note('expired', {});
        return fail('approval_expired', 'Nobody answered in time, so the call was denied.', {
          fix: 'Call again, and answer it in the window or with `gatehouse approvals answer`.',
        });
      case 'answered':
        break;
      default:
        return assertNever(answer);
    }
    const noted = note(answer.answer, { surface: answer.by });
    if (!noted.ok) return noted;
    if (answer.answer === 'deny') return fail('denied', 'A person denied this call.');
    if (answer.answer !== 'once') {
      const { pin, risk, classifier_version } = entry;
      const grant = {
        agent: agent.name,
        client,
        server_id,
        tool: entry.name,
        pin,
        risk,
        classifier_version,
      };
      const kept = grants.remember(answer.answer, grant);
      if (!kept.ok) return kept;
      journal.append({
        ...about,
        kind: 'grant',
        decision: answer.answer,
        detail: { ...grant, surface: answer.by },
      });
    }
    return ok(allowed);
  };

  /** Step 5: nothing that was decided on may have changed since. */
  function lastLook(
    { server_id, client }: CallRequest,
    agent_name: string,
    entry: ToolEntry,
    args: Readonly<Record<string, unknown>>,
    before: Judgement,
  ): Result<void> {
    const now = catalog.tool(server_id, entry.name);
    if (now === undefined || now.pin !== entry.pin)
      return fail(
        'tool_changed',
        `The definition of ${entry.name} changed while the call waited.`,
        {
          fix: `Review it: gatehouse tool review ${server_id} ${entry.name}`,
          params: { id: server_id, tool: entry.name },
        },
      );
    const agent = agents.get(agent_name);
    if (agent === undefined) return fail('denied', `The agent ${agent_name} is gone.`);
    const again = judge({ agent, client, server_id, entry: now, args });
    if (again.decision.effect === 'deny') return fail(again.decision.failure);
    if (again.policy_version !== before.policy_version)
      return fail('denied', 'The policy changed while the call waited.', { fix: 'Call again.' });
    // A yes given for an `ask` stays good; what was allowed without a question must still be.
    return before.decision.effect === 'allow' && again.decision.effect === 'ask'
      ? fail('denied', 'The call needs a yes now that it did not need before.', {
          fix: 'Call again.',
        })
      : ok();
  }
}
