import type { AgentProfile } from '../agents/agent-profiles.ts';
import type { RiskLevel } from '../judgement/risk.ts';
import { failure } from '../kernel/failure.ts';
import { decide, type MatchedRules } from '../policy/decide.ts';
import type { Grants } from '../policy/grants.ts';
import { checkLimits, type Limits } from '../policy/limits.ts';
import type { Pauses } from '../policy/pauses.ts';
import { globMatches } from '../policy/policy-rules.ts';
import type { Registration } from '../registry/registration.ts';
import type { Registry } from '../registry/registry.ts';
import type { Judge } from './decide-call.ts';

/** Brings DESIGN.md 5 together from live state, which is read anew each time. */
export function createJudge(parts: {
  readonly registry: Registry;
  readonly pauses: Pauses;
  readonly grants: Grants;
  readonly policy: () => { readonly version: string };
  readonly matchRules: (call: {
    agent: string;
    server_id: string;
    tool: string;
    risk: RiskLevel;
  }) => MatchedRules;
  /** For this agent and the folders this server may resolve against; made anew for every look. */
  readonly limits: (agent: AgentProfile, registration: Registration) => Limits;
}): Judge {
  return ({ agent, client, server_id, entry, args }) => {
    const policy_version = parts.policy().version;
    const server = parts.registry.get(server_id);
    if (server === undefined)
      return {
        policy_version,
        decision: {
          effect: 'deny',
          because: 'not permitted',
          failure: failure('not_found', `There is no server "${server_id}".`),
        },
      };
    const call = { agent: agent.name, server_id, tool: entry.name, risk: entry.risk };
    return {
      policy_version,
      decision: decide({
        agent,
        paused: parts.pauses.isPaused(agent.name),
        server,
        tool: entry,
        listed: isListed(agent, server_id, entry.name),
        rules: parts.matchRules(call),
        limits: checkLimits(args, parts.limits(agent, server.registration)),
        grant: parts.grants.find({ ...call, client, pin: entry.pin }),
      }),
    };
  };
}

/** The agent's tool globs for a server; an id may be a word that every object knows. */
export const globsOf = (agent: AgentProfile, server_id: string): readonly string[] =>
  [server_id, '*'].flatMap((id) =>
    Object.hasOwn(agent.servers, id) ? (agent.servers[id] ?? []) : [],
  );

/** Whether the agent's lists name this tool. */
export function isListed(agent: AgentProfile, server_id: string, tool: string): boolean {
  return globsOf(agent, server_id).some((glob) => globMatches(glob, tool));
}
