import type { AgentProfile } from '../agents/agent-profiles.ts';
import { globsOf, isListed } from '../calls/create-judge.ts';
import type { Catalog, ToolEntry } from '../catalog/catalog.ts';
import { exposedNames, type NamedItem, type Naming } from '../catalog/exposed-names.ts';
import { refuse } from '../policy/decide.ts';
import { matchRules } from '../policy/policy-rules.ts';
import type { Policy } from '../policy/policy-schema.ts';
import type { RegisteredServer } from '../registry/registry.ts';
import type { McpObject } from './exposed.ts';
import {
  exposedPrompt,
  exposedResource,
  exposedTemplate,
  exposedTool,
} from './exposed-definition.ts';
import { exposedUri, type OfferedUris } from './exposed-uris.ts';

/** What one agent may see of all servers, under exposed names; every list is ordered by them. */
export interface AgentView {
  /** Its only server, with `prefix: none`. */
  readonly bare: string | null;
  /** What a name stands for, also while it may not be used: the call itself says why. */
  readonly toolNames: ReadonlyMap<string, ToolEntry>;
  readonly promptNames: ReadonlyMap<string, NamedItem>;
  /** What may be used now. */
  readonly tools: readonly McpObject[];
  readonly prompts: readonly McpObject[];
  readonly resources: readonly McpObject[];
  readonly resourceTemplates: readonly McpObject[];
  readonly offered: readonly OfferedUris[];
}

/** The server whose items keep their own names: `prefix: none` holds only for an agent of exactly one. */
function bareServer({ prefix, servers }: AgentProfile): string | null {
  const ids = Object.keys(servers);
  const [only] = ids;
  return prefix === 'none' && only !== undefined && only !== '*' && ids.length === 1 ? only : null;
}

export interface ViewInput {
  readonly agent: AgentProfile;
  readonly servers: readonly RegisteredServer[];
  readonly catalog: Pick<Catalog, 'tools' | 'prompts' | 'resources'>;
  readonly policy: Policy;
  /** `settings.gateway.name_chars`. */
  readonly name_chars: number;
}

/** Made of what is known of the servers; starts none of them. */
export function agentView({ agent, servers, catalog, policy, name_chars }: ViewInput): AgentView {
  const naming: Naming = { max: name_chars, bare: bareServer(agent) };
  const own = servers.filter(({ id }) => globsOf(agent, id).length > 0);
  const mayRead = (server: RegisteredServer, capability: 'resources' | 'prompts'): boolean =>
    agent.problem === null && isUsable(server, capability);

  const toolNames = new Map<string, ToolEntry>();
  const tools: McpObject[] = [];
  const listed = own.flatMap((server) =>
    catalog
      .tools(server.id)
      .filter((tool) => isListed(agent, server.id, tool.name))
      .map((tool) => ({ ...named(tool), server, tool })),
  );
  for (const [name, { server, tool }] of exposedNames(listed, naming)) {
    toolNames.set(name, tool);
    if (mayBeUsed(agent, server, tool, policy)) tools.push(exposedTool(name, tool));
  }

  const prompts = exposedNames(
    own
      .filter((server) => mayRead(server, 'prompts'))
      .flatMap(({ id }) =>
        catalog
          .prompts(id)
          .filter(({ state }) => state === 'accepted')
          .map((prompt) => ({ ...prompt, server_id: id })),
      ),
    naming,
  );

  const readable = own
    .filter((server) => mayRead(server, 'resources'))
    .map(({ id }) => ({ id, ...catalog.resources(id) }));
  const uriOf = (id: string, raw: string): string => exposedUri(id, raw, naming.bare);

  return {
    bare: naming.bare,
    toolNames,
    promptNames: prompts,
    tools,
    prompts: [...prompts].map(([name, prompt]) => exposedPrompt(name, prompt)),
    resources: byKey(
      readable.flatMap(({ id, resources }) =>
        resources.map((each) => exposedResource(uriOf(id, each.uri), each)),
      ),
      'uri',
    ),
    resourceTemplates: byKey(
      readable.flatMap(({ id, resourceTemplates }) =>
        resourceTemplates.map((each) => exposedTemplate(uriOf(id, each.uriTemplate), each)),
      ),
      'uriTemplate',
    ),
    offered: readable.map(({ id, resources, resourceTemplates }) => ({
      server_id: id,
      uris: new Set(resources.map(({ uri }) => uri)),
      templates: resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    })),
  };
}

const named = ({ server_id, name }: ToolEntry): NamedItem => ({ server_id, name });

const isUsable = (server: RegisteredServer, capability: 'resources' | 'prompts'): boolean =>
  server.registration.enabled &&
  (server.trust === 'confirmed' || server.trust === 'pending') &&
  server.registration.capabilities.includes(capability);

function mayBeUsed(
  agent: AgentProfile,
  server: RegisteredServer,
  tool: ToolEntry,
  policy: Policy,
): boolean {
  const { server_id, name, risk } = tool;
  if (agent.approval[risk] === 'deny') return false;
  return (
    refuse({ agent, paused: false, server, tool, listed: true }) === null &&
    matchRules(policy, { agent: agent.name, server_id, tool: name, risk }).deny === undefined
  );
}

const byKey = (items: readonly McpObject[], key: string): readonly McpObject[] =>
  items.toSorted((a, b) => (String(a[key]) < String(b[key]) ? -1 : 1));
