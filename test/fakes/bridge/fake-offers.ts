import type { Tool } from '../../../src-preload/contract/index.ts';
import { agentOffers } from './fake-agents.ts';
import { type Emit, FakeFailure, type Handlers } from './fake-bridge.ts';
import type { World } from './world.ts';

const done = { done: true as const };

/** Everything beside the servers themselves: tools, approvals, journal, settings, secrets. */
export function offers(world: World, emit: Emit): Handlers {
  const setTool = (id: string, name: string, change: (tool: Tool) => Tool): Tool => {
    const all = (world.tools.get(id) ?? []).map((tool) =>
      tool.name === name ? change(tool) : tool,
    );
    world.tools.set(id, all);
    const found = all.find((tool) => tool.name === name);
    if (found === undefined) throw new FakeFailure({ code: 'not_found', message: 'No such tool.' });
    return found;
  };
  const needStore = () => {
    const { available, reason } = storeOf(world);
    if (!available) throw new FakeFailure({ code: 'keychain_unavailable', message: reason });
  };
  const tones = () => {
    const all = [...world.servers.values()];
    const off = all.filter(({ registration }) => !registration.enabled).length;
    const failing = all.filter(({ connection }) => connection.state === 'failed').length;
    const needs = all.filter(({ trust }) => trust !== 'confirmed').length;
    const ok = all.length - off - failing - needs;
    return { total: all.length, ok, needs_you: needs, failing, disabled: off };
  };
  const setPaused = (name: string | undefined, paused: boolean) => {
    if (name === undefined) world.paused = paused;
    const agent = name === undefined ? undefined : world.agents.get(name);
    if (agent !== undefined) world.agents.set(agent.name, { ...agent, paused });
  };
  return {
    ...agentOffers(world, emit),
    'status/show': () => ({
      version: '0.1.0',
      home: '/home/ada/.gatehouse',
      owner: { kind: 'desktop' as const, pid: 4242 },
      integrity_key: 'keychain' as const,
      secret_store: storeOf(world),
      servers: tones(),
      gateway: world.gateway,
      approvals: world.approvals.length,
      trust_items: world.trust.length,
      paused: world.paused,
      may_approve: true,
    }),
    'tool/list': ({ server_id }) =>
      server_id === undefined
        ? [...world.tools.values()].flat()
        : (world.tools.get(server_id) ?? []),
    'tool/review': ({ server_id, tool }) => {
      const accepted = (world.tools.get(server_id) ?? []).map((one) =>
        one.state !== 'quarantined' && (tool === undefined || one.name === tool)
          ? { ...one, state: 'accepted' as const, changes: [] }
          : one,
      );
      world.tools.set(server_id, accepted);
      return accepted;
    },
    'tool/override-risk': ({ server_id, tool, risk }) =>
      setTool(server_id, tool, (one) => ({
        ...one,
        risk: risk ?? 'medium',
        reasons:
          risk === null
            ? []
            : [{ from: 'override', code: 'override', params: {}, text: 'You set it.' }],
      })),
    'tool/call': async ({ call_id }) => {
      await new Promise((next) => setTimeout(next, 400));
      return {
        call_id: call_id ?? 'call',
        outcome: 'answered' as const,
        duration_ms: 12,
        result: { content: [{ type: 'text', text: '[DIR] drafts\n[FILE] notes.md' }] },
      };
    },
    'call/cancel': () => done,
    'resource/list': ({ id }) => ({
      resources:
        id === 'files'
          ? [
              {
                uri: 'file:///home/ada/papers/notes.md',
                name: 'notes.md',
                title: null,
                description: '',
                mimeType: 'text/markdown',
              },
              {
                uri: 'file:///home/ada/papers/plan.md',
                name: 'plan.md',
                title: 'The plan',
                description: 'What is next',
                mimeType: 'text/markdown',
              },
            ]
          : [],
      resourceTemplates:
        id === 'files'
          ? [
              {
                uriTemplate: 'file:///home/ada/papers/{name}',
                name: 'paper',
                title: null,
                description: 'Any paper',
                mimeType: null,
              },
            ]
          : [],
    }),
    'resource/read': ({ uri }) => ({
      contents: [
        { uri, mimeType: 'text/markdown', text: '# Notes\n<img src=x onerror=alert(1)>\n' },
      ],
    }),
    'prompt/list': ({ id }) =>
      id === 'files'
        ? [
            {
              name: 'summarise',
              title: null,
              description: 'Summarises a paper.',
              arguments: [
                { name: 'paper', description: 'Which paper', required: true },
                { name: 'length', description: 'In words', required: false },
              ],
            },
          ]
        : [],
    'prompt/get': ({ name }) => ({
      messages: [{ role: 'user', content: { type: 'text', text: `Do ${name}.` } }],
    }),
    'server/log': ({ id }) => ({
      lines: id === 'files' ? logLines() : [],
      dropped: id === 'files' ? 17 : 0,
    }),
    'approvals/list': () => world.approvals,
    'approvals/answer': ({ id }) => {
      const at = world.approvals.findIndex((approval) => approval.id === id);
      if (at >= 0) world.approvals.splice(at, 1);
      emit({ name: 'approvals/changed', body: { waiting: world.approvals.length } });
      return { ...done, collected_later: false };
    },
    'approvals/open': () => done,
    'calls/pause': ({ agent }) => {
      setPaused(agent, true);
      emit({ name: 'settings/changed', body: {} });
      return done;
    },
    'calls/resume': ({ agent }) => {
      setPaused(agent, false);
      emit({ name: 'settings/changed', body: {} });
      return done;
    },
    'grant/list': () => world.grants,
    'grant/revoke': ({ id }) => {
      const at = world.grants.findIndex((grant) => grant.id === id);
      if (at < 0) throw new FakeFailure({ code: 'not_found', message: `There is no yes "${id}".` });
      world.grants.splice(at, 1);
      emit({ name: 'trust/changed', body: {} });
      return done;
    },
    'trust/list': () => world.trust,
    'trust/accept': ({ item }) => {
      const at = world.trust.findIndex((one) => one.item === item);
      if (at >= 0) world.trust.splice(at, 1);
      emit({ name: 'trust/changed', body: {} });
      return done;
    },
    'journal/list': ({ limit, before_seq, kinds }) => {
      const cut = world.journal.filter(
        ({ seq, kind }) =>
          seq < Number(before_seq ?? Infinity) && (kinds === undefined || kinds.includes(kind)),
      );
      return { entries: cut.slice(0, Number(limit ?? 100)), total: world.journal.length };
    },
    'journal/show': ({ seq }) => {
      const entry = world.journal.find((one) => one.seq === Number(seq));
      if (entry === undefined) throw new FakeFailure({ code: 'not_found', message: 'No entry.' });
      return entry;
    },
    'journal/verify': () => ({ intact: true, entries: world.journal.length, problems: [] }),
    'secret/list': () => {
      needStore();
      return [...world.secrets].map((name) => ({
        name,
        store: world.settings.secret_store,
        used_by: name === 'GITHUB_TOKEN' ? ['github'] : [],
        updated_at: new Date(Date.now() - 86_400_000).toISOString(),
      }));
    },
    'secret/set': ({ name }) => {
      needStore();
      world.secrets.add(name);
      for (const server of world.servers.values()) {
        const missing = server.missing_secrets.filter((one) => one !== name);
        world.servers.set(server.id, { ...server, missing_secrets: missing });
      }
      emit({ name: 'server/changed', body: { id: null } });
      return done;
    },
    'secret/remove': ({ name }) => {
      world.secrets.delete(name);
      return done;
    },
    'secret/store': ({ kind }) => {
      world.settings = { ...world.settings, secret_store: kind };
      emit({ name: 'settings/changed', body: {} });
      return done;
    },
    'settings/get': () => world.settings,
    'settings/set': ({ changes }) => {
      const { approvals, gateway, journal } = world.settings;
      const merged = {
        approvals: { ...approvals, ...(changes['approvals'] as object) },
        gateway: { ...gateway, ...(changes['gateway'] as object) },
        journal: { ...journal, ...(changes['journal'] as object) },
      };
      if (merged.gateway.port === 631)
        throw new FakeFailure({
          code: 'port_in_use',
          message: 'Port 631 is used by another program.',
          fix: 'Choose another port, or end that program.',
        });
      world.settings = { ...world.settings, ...changes, ...merged };
      emit({ name: 'settings/changed', body: {} });
      return world.settings;
    },
    'doctor/run': () => ({
      checks: [
        { id: 'node', level: 'ok' as const, title: 'Node', detail: '24.21.0', fix: null },
        {
          id: 'npx',
          level: 'warning' as const,
          title: 'npx',
          detail: 'npx is not on PATH.',
          fix: 'Install Node.js.',
        },
      ],
    }),
  };
}

const storeOf = ({ keychain, settings: { secret_store: kind } }: World) => ({
  kind,
  available: kind === 'file' || keychain,
  reason:
    kind === 'file'
      ? 'The file /home/ada/.gatehouse/.env.'
      : keychain
        ? 'The keychain is unlocked.'
        : 'The keychain cannot be used: no service answers on the session bus.',
});

const logLines = (): string[] =>
  Array.from({ length: 200 }, (_, index) =>
    index % 9 === 0
      ? `\u001b[33mwarning\u001b[0m slow answer for request ${index}: ${'waited '.repeat(20)}`
      : `request ${index} answered`,
  );
