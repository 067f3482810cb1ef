import type { AgentDetail } from '../../../src-preload/contract/index.ts';
import { agent as newAgent } from './agents.ts';
import { type Emit, FakeFailure, type Handlers } from './fake-bridge.ts';
import type { World } from './world.ts';

const done = { done: true as const };

/** Agents and their clients. */
export function agentOffers(world: World, emit: Emit): Handlers {
  const clientsOf = (name: string) =>
    [...world.clients.values()].filter((one) => one.agent === name);
  const find = (name: string): AgentDetail => {
    const found = world.agents.get(name);
    if (found === undefined)
      throw new FakeFailure({ code: 'not_found', message: `There is no agent "${name}".` });
    return { ...found, clients: clientsOf(name).length };
  };
  const put = (agent: AgentDetail): AgentDetail => {
    world.agents.set(agent.name, agent);
    emit({ name: 'agents/changed', body: {} });
    return agent;
  };
  const clientsChanged = () => {
    emit({ name: 'clients/changed', body: {} });
    emit({ name: 'agents/changed', body: {} });
  };
  return {
    'agent/list': () => [...world.agents.keys()].map(find),
    'agent/show': ({ name }) => find(name),
    'agent/create': ({ name, description }) => {
      if (world.agents.has(name))
        throw new FakeFailure({ code: 'already_exists', message: `There is an agent "${name}".` });
      return put(newAgent(name, { description: description ?? '' }));
    },
    'agent/remove': ({ name, revoke_clients }) => {
      if (clientsOf(name).length > 0 && revoke_clients !== true)
        throw new FakeFailure({ code: 'denied', message: `Clients have a token of "${name}".` });
      for (const { id } of clientsOf(name)) world.clients.delete(id);
      world.agents.delete(name);
      clientsChanged();
      return done;
    },
    'agent/allow': ({ name, server_id, tools }) => {
      const { [server_id]: _old, ...others } = find(name).servers;
      const servers = tools.length === 0 ? others : { ...others, [server_id]: [...tools] };
      return put({ ...find(name), servers });
    },
    'agent/set': ({ name, changes }) => {
      const agent = find(name);
      const { result_inline_chars, approval, ...others } = changes;
      const given = Object.entries(others).filter(([, value]) => value !== undefined);
      return put({
        ...agent,
        ...(Object.fromEntries(given) as Partial<AgentDetail>),
        approval: { ...agent.approval, ...(approval as Partial<AgentDetail['approval']>) },
        limits: { result_inline_chars: result_inline_chars ?? agent.limits.result_inline_chars },
      });
    },
    'agent/token': ({ name, label, hold_s }) => {
      const id = `made-${world.clients.size}`;
      const client = { id, agent: find(name).name, label: label ?? name, hold_s: hold_s ?? null };
      const created_at = new Date().toISOString();
      world.clients.set(id, { ...client, created_at, last_used_at: null, connected: [] });
      clientsChanged();
      const token = `gth_${'Ab1-'.repeat(11).slice(0, 43)}`;
      return { token, client_id: id, agent: name, label: client.label, url, problem: null };
    },
    'connect/snippets': ({ agent, token }) => ({
      ...{ agent, url, problem: null },
      snippets: snippets(agent, token),
    }),
    'client/list': () => [...world.clients.values()],
    'client/revoke': ({ id }) => {
      world.clients.delete(id);
      clientsChanged();
      return done;
    },
  };
}

const url = 'http://127.0.0.1:7420/mcp';

const snippets = (agent: string, token = '<TOKEN>') => [
  {
    id: 'claude-desktop',
    name: 'Claude Desktop',
    by: 'connect' as const,
    format: 'json' as const,
    path: '~/.config/Claude/claude_desktop_config.json',
    text: JSON.stringify(
      {
        mcpServers: {
          gatehouse: {
            command: 'gatehouse',
            args: ['connect', '--agent', agent],
            env: { GATEHOUSE_TOKEN: token },
          },
        },
      },
      null,
      2,
    ),
  },
  ...['Claude Code', 'Cursor', 'VS Code', 'Windsurf', 'Zed', 'Goose'].map((name) => ({
    id: name.toLowerCase().replace(' ', '-'),
    name,
    by: 'http' as const,
    format: 'json' as const,
    path: `~/.config/${name}/mcp.json`,
    text: JSON.stringify(
      {
        servers: {
          gatehouse: { type: 'http', url, headers: { Authorization: `Bearer ${token}` } },
        },
      },
      null,
      2,
    ),
  })),
  {
    id: 'codex',
    name: 'Codex',
    by: 'http' as const,
    format: 'toml' as const,
    path: '~/.codex/config.toml',
    text: `[mcp_servers.gatehouse]\nurl = "${url}"\nhttp_headers = { Authorization = "Bearer ${token}" }\n`,
  },
];
