import type { Agent, AgentDetail } from '../../../src-preload/contract/index.ts';
import type { AgentProfile } from '../../agents/agent-profiles.ts';
import { agentWarnings } from '../../agents/agent-warnings.ts';
import { withProfileChanges, withServerTools } from '../../agents/edit-profile.ts';
import { newProfileText } from '../../agents/new-profile.ts';
import { fail, ok, type Result } from '../../kernel/result.ts';
import type { Surface } from '../../kernel/surface.ts';
import { globMatches } from '../../policy/policy-rules.ts';
import type { Core } from '../core.ts';
import type { Handlers } from '../serve.ts';

type AgentHandlers = Pick<
  Handlers,
  | 'agent/list'
  | 'agent/show'
  | 'agent/create'
  | 'agent/remove'
  | 'agent/allow'
  | 'agent/set'
  | 'agent/set-text'
>;

export function agentHandlers(core: Core): AgentHandlers {
  const { agents, clients, journal } = core;
  const fits = (server_id: string, glob: string): boolean => {
    const tools = core.catalog.tools(server_id);
    return tools.length === 0 || tools.some(({ name }) => globMatches(glob, name));
  };
  const registered = (): Set<string> => {
    const { servers, invalid } = core.registry.snapshot();
    return new Set([...servers, ...invalid].map(({ id }) => id));
  };
  const clientsOf = (name: string) => clients.list().filter(({ agent }) => agent === name);

  const agentView = (profile: AgentProfile): Agent => {
    const { name, result_inline_chars } = profile;
    return {
      ...{ name, description: profile.description, built_in: profile.built_in },
      paused: core.pauses.isPaused(name),
      servers: Object.fromEntries(
        Object.entries(profile.servers).map(([id, tools]) => [id, [...tools]]),
      ),
      approval: { ...profile.approval },
      ...{ prefix: profile.prefix, local_tools: [...profile.local_tools] },
      ...{ sampling: profile.sampling, roots: [...profile.roots], hosts: [...profile.hosts] },
      limits: { result_inline_chars },
      warnings: agentWarnings(profile, registered(), fits).map((warning) => ({
        ...warning,
        params: { ...warning.params },
      })),
      file: agents.file(name),
      clients: clientsOf(name).length,
      pending: agents.pending().some(({ item }) => item === `file:agents/${name}.yml`),
      problem: profile.problem === null ? null : { ...profile.problem },
    };
  };

  function shown(name: string): Result<AgentDetail> {
    const profile = agents.get(name);
    return profile === undefined
      ? fail('not_found', `There is no agent "${name}".`, { params: { agent: name } })
      : ok({ ...agentView(profile), text: agents.text(name) });
  }

  /** What was changed is accepted with it, and so recorded like one. */
  function note(name: string, change: string, what: Readonly<Record<string, unknown>>): void {
    const detail = { change, ...what };
    journal.append({ kind: 'config_change', agent: name, detail }, { durable: true });
  }

  async function changed(
    name: string,
    change: string,
    what: Readonly<Record<string, unknown>>,
    surface: Surface,
    work: () => Promise<Result<void>>,
  ): Promise<Result<AgentDetail>> {
    const before = agents.text(name);
    const done = await work();
    if (!done.ok) return done;
    const after = agents.text(name);
    if (before !== after) note(name, change, { ...what, surface });
    return shown(name);
  }

  return {
    'agent/list': () => ok(agents.list().map(agentView)),
    'agent/show': ({ name }) => shown(name),
    'agent/create': ({ name, description = '' }, { surface }) =>
      changed(name, 'agent created', { description }, surface, () =>
        agents.create(name, newProfileText(name, description), surface),
      ),
    'agent/remove': async ({ name, revoke_clients = false }, { surface }) => {
      const tokens = clientsOf(name);
      if (tokens.length > 0 && !revoke_clients)
        return fail('denied', `${tokens.length} client(s) have a token of "${name}".`, {
          fix: `Revoke them first, or with it: gatehouse agent remove ${name} --revoke-clients`,
          params: { agent: name, clients: tokens.length },
        });
      const removed = await agents.remove(name, surface);
      if (!removed.ok) return removed;
      const given = core.grants.list().filter(({ agent }) => agent === name);
      // An agent of the same name that comes later begins with nothing.
      for (const taken of [
        ...tokens.map(({ id }) => clients.revoke(id)),
        ...given.map(({ id }) => core.grants.revoke(id)),
      ])
        if (!taken.ok) return taken;
      const revoked = tokens.map(({ id }) => id);
      note(name, 'agent removed', { clients: revoked, grants: given.length, surface });
      return ok({ done: true });
    },
    'agent/allow': ({ name, server_id, tools }, { surface }) => {
      if (tools.length > 0 && server_id !== '*' && !registered().has(server_id))
        return fail('not_found', `There is no server "${server_id}".`, {
          fix: 'See which there are: gatehouse server list',
          params: { server: server_id },
        });
      const before = agents.get(name)?.servers[server_id] ?? [];
      return changed(name, 'agent tools', { server_id, before, after: tools }, surface, () =>
        agents.edit(name, (text) => withServerTools(text, server_id, tools), surface),
      );
    },
    'agent/set': ({ name, changes }, { surface }) =>
      changed(name, 'agent', { values: changes }, surface, () =>
        agents.edit(name, (text) => withProfileChanges(text, changes), surface),
      ),
    'agent/set-text': ({ name, text }, { surface }) => {
      const before = agents.text(name);
      if (agents.get(name) === undefined) return shown(name);
      return changed(name, 'agent text', { before, after: text }, surface, () =>
        agents.set(name, text, surface),
      );
    },
  };
}
