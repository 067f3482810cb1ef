import { homedir } from 'node:os';
import { join } from 'node:path';
import { clientSnippets } from '../../interop/client-snippets.ts';
import { fail, ok } from '../../kernel/result.ts';
import type { Core } from '../core.ts';
import type { Handlers } from '../serve.ts';

type ClientHandlers = Pick<
  Handlers,
  'agent/token' | 'connect/snippets' | 'client/list' | 'client/revoke'
>;

const instant = (ms: number): string => new Date(ms).toISOString();

export function clientHandlers(core: Core): ClientHandlers {
  const { clients, journal } = core;
  const urlForClients = (): string =>
    core.gateway.state().address ?? `http://127.0.0.1:${core.settings.get().gateway.port}/mcp`;

  return {
    'agent/token': ({ name, label, hold_s }, { surface }) => {
      const agent = core.agents.get(name);
      if (agent === undefined)
        return fail('not_found', `There is no agent "${name}".`, {
          fix: `Make it: gatehouse agent create ${name}`,
          params: { agent: name },
        });
      if (agent.built_in)
        return fail('denied', `"${name}" is you; clients get tokens of other agents.`, {
          fix: 'See which there are: gatehouse agent list',
          params: { agent: name },
        });
      if (agent.problem !== null) return fail(agent.problem);
      const created = clients.create(name, label ?? name, hold_s);
      if (!created.ok) return created;
      const { client, token } = created.value;
      const noted = journal.append(
        {
          kind: 'grant',
          decision: 'client token created',
          agent: name,
          client: client.id,
          detail: { label: client.label, hold_s: client.hold_s, surface },
        },
        { durable: true },
      );
      if (!noted.ok) {
        // What cannot be recorded is not given.
        const revoked = clients.revoke(client.id);
        return revoked.ok ? noted : revoked;
      }
      core.emit({ name: 'trust/changed', body: {} });
      return ok({
        ...{ token, client_id: client.id, agent: name },
        ...{ label: client.label, url: urlForClients() },
        problem: core.gateway.state().failure,
      });
    },

    'connect/snippets': ({ agent, token }) => {
      const profile = core.agents.get(agent);
      if (profile === undefined)
        return fail('not_found', `There is no agent "${agent}".`, { params: { agent } });
      const url = urlForClients();
      const snippets = clientSnippets({
        ...{ agent, url, token: token ?? '<TOKEN>' },
        platform: process.platform,
        program: core.ownProgram,
        home: core.paths.home === join(homedir(), '.gatehouse') ? null : core.paths.home,
      });
      return ok({ agent, url, problem: core.gateway.state().failure, snippets: [...snippets] });
    },

    'client/list': () => {
      const here = core.gateway.connected();
      return ok(
        clients.list().map(({ created_at, ...client }) => {
          const used = core.gateway.lastUse(client.id);
          return {
            ...client,
            created_at: instant(created_at),
            last_used_at: used === null ? null : instant(used),
            connected: here
              .filter(({ client_id }) => client_id === client.id)
              .map(({ client_id: _, since, ...one }) => ({ ...one, since: instant(since) })),
          };
        }),
      );
    },

    'client/revoke': ({ id }, { surface }) => {
      const revoked = clients.revoke(id);
      if (!revoked.ok) return revoked;
      const { agent, label } = revoked.value;
      journal.append(
        {
          kind: 'grant',
          decision: 'client token revoked',
          agent,
          client: id,
          detail: { label, surface },
        },
        { durable: true },
      );
      core.emit({ name: 'trust/changed', body: {} });
      return ok({ done: true });
    },
  };
}
