import type { AgentProfile, AgentProfiles } from '../agents/agent-profiles.ts';
import { isListed } from '../calls/create-judge.ts';
import type { Catalog, ToolEntry } from '../catalog/catalog.ts';
import { exposedNames } from '../catalog/exposed-names.ts';
import { refuse } from '../policy/decide.ts';
import type { PolicyStore } from '../policy/policy-file.ts';
import { matchRules } from '../policy/policy-rules.ts';
import type { Registry } from '../registry/registry.ts';

/** A tool as a client sees it (MCP's Tool). */
export interface ExposedTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: Record<string, unknown>;
  readonly outputSchema?: Record<string, unknown>;
  readonly annotations?: Record<string, unknown>;
}

export interface ExposedTools {
  /** What the agent may use now, ordered by name. Starts no server. */
  list(agent: string): readonly ExposedTool[];
  /** What a name stands for, also while it may not be used: the call itself says why. */
  find(agent: string, name: string): ToolEntry | undefined;
}

/** The agent's part of all catalogs, live, under exposed names. A tool that it does not list does not exist for it. */
export function createExposedTools(parts: {
  readonly agents: AgentProfiles;
  readonly registry: Registry;
  readonly catalog: Catalog;
  readonly policy: PolicyStore;
}): ExposedTools {
  const { agents, registry, catalog, policy } = parts;
  const listed = (agent: AgentProfile) =>
    exposedNames(catalog.tools().filter((tool) => isListed(agent, tool.server_id, tool.name)));

  function mayBeUsed(agent: AgentProfile, tool: ToolEntry): boolean {
    const { server_id, risk } = tool;
    const server = registry.get(server_id);
    if (server === undefined || agent.approval[risk] === 'deny') return false;
    const call = { agent: agent.name, server_id, tool: tool.name, risk };
    return (
      refuse({ agent, paused: false, server, tool, listed: true }) === null &&
      matchRules(policy.get().policy, call).deny === undefined
    );
  }

  return {
    list: (name) => {
      const agent = agents.get(name);
      return agent === undefined
        ? []
        : [...listed(agent)]
            .filter(([, tool]) => mayBeUsed(agent, tool))
            .map(([exposed, tool]) => toolView(exposed, tool));
    },
    find: (name, exposed) => {
      const agent = agents.get(name);
      return agent === undefined ? undefined : listed(agent).get(exposed);
    },
  };
}

/** Schemas and annotations are the server's own objects. */
const toolView = (name: string, tool: ToolEntry): ExposedTool => ({
  name,
  ...(tool.title === null ? {} : { title: tool.title }),
  ...(tool.description === '' ? {} : { description: tool.description }),
  inputSchema: tool.inputSchema,
  ...(tool.outputSchema === null ? {} : { outputSchema: tool.outputSchema }),
  ...(Object.keys(tool.annotations).length === 0 ? {} : { annotations: tool.annotations }),
});
