import type { AgentProfile } from '../agents/agent-profiles.ts';
import type { ToolEntry } from '../catalog/catalog.ts';
import { type Failure, failure } from '../kernel/failure.ts';
import { assertNever } from '../kernel/result.ts';
import type { RegisteredServer } from '../registry/registry.ts';
import type { LimitVerdict } from './limits.ts';

/** The first rule of each effect that matches this call, by id. */
export interface MatchedRules {
  readonly deny?: { readonly id: string; readonly reason?: string | undefined } | undefined;
  readonly ask?: { readonly id: string; readonly reason?: string | undefined } | undefined;
  readonly allow?: { readonly id: string; readonly reason?: string | undefined } | undefined;
}

export interface DecisionInput {
  readonly agent: AgentProfile;
  readonly paused: boolean;
  readonly server: RegisteredServer;
  readonly tool: ToolEntry;
  /** Whether the agent's server and tool lists name this tool. */
  readonly listed: boolean;
  readonly rules: MatchedRules;
  readonly limits: LimitVerdict;
  readonly grant: 'session' | 'always' | null;
}

/** `because` names the step: `rule <id>`, `limits`, `grant`, `risk high`. */
export type Decision =
  | { readonly effect: 'allow'; readonly because: string }
  | { readonly effect: 'ask'; readonly because: string }
  | { readonly effect: 'deny'; readonly because: string; readonly failure: Failure };

const deny = (because: string, why: Failure): Decision => ({
  effect: 'deny',
  because,
  failure: why,
});

/**
 * DESIGN.md 5, steps 1 to 6. Pure; no step undoes an earlier one, so an `ask` from the limits or a
 * rule is not lifted by a grant or an allow rule, and a `deny`, wherever it comes from, by nothing.
 */
export function decide(input: DecisionInput): Decision {
  const refusal = refuse(input);
  if (refusal !== null) return deny('not permitted', refusal);
  const { rules, limits, tool, agent } = input;
  if (rules.deny !== undefined)
    return deny(
      `rule ${rules.deny.id}`,
      failure('denied', `The rule "${rules.deny.id}" denies this call.${reasonOf(rules.deny)}`),
    );
  if (limits.verdict === 'outside') return deny('limits', failure('denied', limits.reason));
  const level = agent.approval[tool.risk];
  const because = `risk ${tool.risk}`;
  // Before anything that may allow: no rule, grant or yes is looser than the agent's own no.
  if (level === 'deny')
    return deny(
      because,
      failure('denied', `The agent ${agent.name} denies tools of ${tool.risk} risk.`),
    );
  if (limits.verdict === 'undecidable') return { effect: 'ask', because: limits.reason };
  if (rules.ask !== undefined) return { effect: 'ask', because: `rule ${rules.ask.id}` };
  if (input.grant !== null) return { effect: 'allow', because: `grant (${input.grant})` };
  if (rules.allow !== undefined) return { effect: 'allow', because: `rule ${rules.allow.id}` };
  return { effect: level, because };
}

const reasonOf = (rule: { readonly reason?: string | undefined }): string =>
  rule.reason === undefined || rule.reason === '' ? '' : ` Its reason: ${rule.reason}`;

/** Step 1: what no rule, grant or yes can lift. */
export function refuse(input: Omit<DecisionInput, 'rules' | 'limits' | 'grant'>): Failure | null {
  const { server, tool, agent } = input;
  const id = server.id;
  if (input.paused)
    return failure('paused', 'Calls are paused.', { fix: 'Resume them: gatehouse resume' });
  if (!server.registration.enabled)
    return failure('disabled', `The server ${id} is disabled.`, {
      fix: `Enable it: gatehouse server enable ${id}`,
      params: { id },
    });
  if (server.trust === 'unconfirmed' || server.trust === 'changed')
    return failure(
      'unconfirmed',
      server.trust === 'changed'
        ? `The launch of ${id} is not the one that was confirmed.`
        : `Nobody has confirmed the launch of ${id}.`,
      { fix: `Look at it and confirm: gatehouse server confirm ${id}`, params: { id } },
    );
  if (!server.registration.capabilities.includes('tools'))
    return failure('denied', `The registration of ${id} does not list the capability "tools".`);
  if (agent.problem !== null) return agent.problem;
  if (!input.listed)
    return failure('denied', `The agent ${agent.name} may not use ${tool.name} of ${id}.`, {
      params: { agent: agent.name, tool: tool.name, id },
    });
  switch (tool.state) {
    case 'accepted':
      return null;
    case 'new':
    case 'changed':
      return failure(
        'tool_changed',
        tool.state === 'new'
          ? `The tool ${tool.name} appeared after ${id} was confirmed.`
          : `The definition of ${tool.name} is not the accepted one.`,
        {
          fix: `Review it: gatehouse tool review ${id} ${tool.name}`,
          params: { id, tool: tool.name },
        },
      );
    case 'quarantined':
      return failure(
        'denied',
        `The tool ${tool.name} is set aside: ${tool.quarantine_reason ?? 'its definition is not usable'}.`,
      );
    default:
      return assertNever(tool.state);
  }
}
