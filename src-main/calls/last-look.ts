import type { AgentProfiles } from '../agents/agent-profiles.ts';
import type { Catalog, ToolEntry } from '../catalog/catalog.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Judge, Judgement } from './decide-call.ts';

/** What a call was decided on. */
export interface Decided {
  readonly agent: string;
  readonly client: string | null;
  readonly server_id: string;
  readonly entry: ToolEntry;
  readonly args: Readonly<Record<string, unknown>>;
  readonly judged: Judgement;
}

/** DESIGN.md 6, step 5: nothing that was decided on may have changed since. */
export function createLastLook(parts: {
  readonly agents: AgentProfiles;
  readonly catalog: Catalog;
  readonly judge: Judge;
}): (decided: Decided) => Result<void> {
  const { agents, catalog, judge } = parts;

  return ({ agent: agent_name, client, server_id, entry, args, judged }) => {
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
    if (again.policy_version !== judged.policy_version)
      return fail('denied', 'The policy changed while the call waited.', { fix: 'Call again.' });
    // A yes given for an `ask` stays good; what was allowed without a question must still be.
    return judged.decision.effect === 'allow' && again.decision.effect === 'ask'
      ? fail('denied', 'The call needs a yes now that it did not need before.', {
          fix: 'Call again.',
        })
      : ok();
  };
}
