import { afterAll, expect, test } from 'vitest';
import type { AgentProfile } from '../../src-main/agents/agent-profiles.ts';
import type { Catalog } from '../../src-main/catalog/catalog.ts';
import { createExposedViews } from '../../src-main/gateway/exposed-views.ts';
import { Topic } from '../../src-main/kernel/topic.ts';
import { EMPTY_POLICY } from '../../src-main/policy/policy-schema.ts';
import type { RegisteredServer } from '../../src-main/registry/registry.ts';

/** Run alone by `npm run bench`: what one look of a client at 100 servers of 20 tools each costs. */
const rows: string[] = [];
afterAll(() => console.log(rows.join('\n')));

function timed(what: string, times: number, act: () => unknown): number {
  const started = performance.now();
  for (let n = 0; n < times; n += 1) act();
  const each = (performance.now() - started) / times;
  rows.push(`${what.padEnd(50)}  ${each.toFixed(3)} ms`);
  return each;
}

const agent: AgentProfile = {
  ...{ name: 'all', description: '', built_in: false, servers: { '*': ['*'] }, problem: null },
  ...{ approval: { low: 'allow', medium: 'allow', high: 'ask' }, roots: [], hosts: [] },
  ...{ prefix: 'server', local_tools: ['result_read'], sampling: false },
  result_inline_chars: 50_000,
};
const ids = Array.from({ length: 100 }, (_, n) => `server-${n}`);
const servers = ids.map(
  (id): RegisteredServer => ({
    ...{
      id,
      launch_hash: id,
      trust: 'confirmed',
      changes: [],
      confirmed_executable: null,
      confirmed_effective: null,
      package_pin: null,
    },
    ...registered(),
  }),
);

function registered(): Pick<RegisteredServer, 'registration' | 'written'> {
  const registration: RegisteredServer['registration'] = {
    ...{ name: '', transport: 'stdio', command_argv: ['node'], cwd: '', env: {}, env_keys: [] },
    ...{ url: '', auth: { kind: 'none', env_key: '', header_name: '' }, enabled: true },
    ...{ capabilities: ['tools', 'resources', 'prompts'], tool_risk_overrides: {} },
    timeouts: { start_s: 60, idle_s: 300, call_s: 120 },
  };
  return { registration, written: registration };
}

const tools = (server_id: string) =>
  Array.from({ length: 20 }, (_, n) => {
    const definition = {
      ...{ name: `tool_${n}`, description: 'Reads what is there. '.repeat(10) },
      inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
    };
    return {
      ...{ server_id, name: definition.name, title: null, description: definition.description },
      ...{ inputSchema: definition.inputSchema, outputSchema: null, annotations: {}, definition },
      ...{ risk: 'low' as const, reasons: [], classifier_version: 1, pin: 'p', changes: [] },
      ...{ state: 'accepted' as const, quarantine_reason: null },
    };
  });
const byServer = new Map(ids.map((id) => [id, tools(id)]));
const catalog: Pick<Catalog, 'tools' | 'prompts' | 'resources' | 'changed'> = {
  changed: new Topic(),
  tools: (id) => byServer.get(id ?? '') ?? [],
  prompts: () => [],
  resources: () => ({ resources: [], resourceTemplates: [] }),
};

test('2,000 tools are listed, found and fingerprinted without making them anew each time', () => {
  const views = createExposedViews({
    ...{ catalog, nameChars: () => 48, agents: { get: () => agent } },
    policy: { get: () => ({ policy: EMPTY_POLICY, version: 'none', problem: null }) },
    registry: {
      snapshot: () => ({ path: '', problem: null, config_version: 1, servers, invalid: [] }),
    },
  });
  const list = () => views.of('all')?.view.tools ?? [];
  timed('first list', 1, list);
  expect(list()).toHaveLength(2_000);
  const anew = timed('list after a change', 10, () => {
    catalog.changed.emit({ id: 'server-1' });
    return list();
  });
  const again = timed('list, nothing changed', 1_000, list);
  const print = () => views.fingerprints('all', ({ view }) => view.tools);
  timed('first fingerprints', 1, print);
  timed('fingerprints, nothing changed', 1_000, print);
  timed('find one', 1_000, () => views.of('all')?.view.toolNames.get('server-7__tool_3'));
  rows.push(`a list after a change is ${(anew / again).toFixed(0)} x one without`);
  expect(anew).toBeLessThan(250);
  expect(again).toBeLessThan(1);
});
