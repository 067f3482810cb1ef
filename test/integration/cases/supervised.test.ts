import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually, field, list } from '../cli/gatehouse-home.ts';
import { GatewayHome } from '../gateway/gateway-home.ts';
import { ERAS, type TalkingClient, talkingClient } from '../gateway/talking-client.ts';
import { bareListener, initializeResult, sendJson, startPeer } from '../servers/http-peers.ts';

const script = (name: string) =>
  fileURLToPath(new URL(`../../fixtures/servers/${name}.mjs`, import.meta.url));

let home: GatewayHome;
const clients: TalkingClient[] = [];
beforeEach(() => {
  home = new GatewayHome();
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  await home.close();
});

async function client(era: (typeof ERAS)[number], agent: string): Promise<TalkingClient> {
  const made = await talkingClient(era, home.url, (await home.token(agent)).token);
  clients.push(made);
  return made;
}

const textOf = (result: unknown) => String(field(list(field(result, 'content'))[0], 'text'));
const connection = async (id: string) =>
  field(await home.json(['server', 'show', id]), 'connection');
const pidOf = async (id: string) => field(await connection(id), 'pid');
const launches = async (id: string) =>
  list(await home.json(['journal', 'list', '--limit', '1000'])).filter(
    (entry) => field(entry, 'kind') === 'launch' && field(entry, 'server_id') === id,
  ).length;

/** A server of the tools fixture that has been looked at, with every tool free for the agent `all`. */
async function addTools(...ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await home.add(id, ['node', script('tools'), `--notes=${join(home.work, id)}`]);
    await home.json(['probe', id]);
  }
}
async function serveAll(): Promise<void> {
  await home.agent('all', 'mcp:\n  online_tool: {"*": ["*"]}\n');
  await home.policy([{ id: 'free', effect: 'allow', agents: ['all'] }]);
  await home.serve();
}

describe('LIFE-05 what happens to one server leaves the others alone', () => {
  test.each(ERAS)(
    'LIFE-05 while A is disabled, enabled, edited and removed, a slow call on B completes on the same process (%s client)',
    async (era) => {
      await addTools('a', 'b');
      await serveAll();
      const calling = await client(era, 'all');
      await calling.call('a__echo', {});
      await calling.call('b__echo', {});
      const pid = await pidOf('b');
      const states: unknown[] = [];
      const first = calling.call('b__late', {});
      const slow = calling.call('b__with_progress', {});
      const changes = (async () => {
        for (const line of [
          ['server', 'disable', 'a'],
          ['server', 'enable', 'a'],
          ['server', 'edit', 'a', '--name', 'Another name'],
          ['server', 'edit', 'a', '--env', 'MODE=other'],
          ['server', 'remove', 'a'],
        ]) {
          // An edited launch waits for its confirmation: exit code 4.
          await home.run(line);
          states.push(field(await connection('b'), 'state'));
        }
      })();
      expect(textOf(await first)).toBe('too late');
      expect(textOf(await slow)).toBe('done');
      await changes;
      expect(states).toEqual(Array(5).fill('ready'));
      expect(await pidOf('b')).toBe(pid);
      const noted = readFileSync(join(home.work, 'b'), 'utf8');
      expect(noted).not.toContain('cancelled');
      expect(textOf(await calling.call('b__echo', {}))).toBe('{}');
      expect(await pidOf('b')).toBe(pid);
    },
    60_000,
  );

  test('LIFE-05 all clients share one process of a server', async () => {
    await addTools('a');
    await serveAll();
    const before = await launches('a');
    const calling = await Promise.all(ERAS.map((era) => client(era, 'all')));
    await Promise.all(calling.map((one) => one.call('a__echo', {})));
    expect(textOf(await home.json(['call', 'a', 'echo']))).toBe('{}');
    expect(await launches('a')).toBe(before + 1);
  });
});

describe('LIFE-09 only what keeps a server from answering opens its breaker', () => {
  test.each(ERAS)(
    'LIFE-09 a tool that fails four times and arguments that are refused leave the others usable, with the tool’s own words (%s client)',
    async (era) => {
      await addTools('s');
      await serveAll();
      const before = await launches('s');
      const calling = await client(era, 'all');
      for (let times = 0; times < 4; times += 1) {
        const failed = await calling.call('s__fails', {});
        expect(failed).toMatchObject({ isError: true });
        expect(textOf(failed)).toBe('bad id');
      }
      for (let times = 0; times < 4; times += 1) {
        const refused = await calling.call('s__protocol_error', {});
        expect(refused).toMatchObject({ isError: true });
        expect(textOf(refused)).toContain('You passed the wrong thing');
      }
      expect(textOf(await calling.call('s__echo', { id: 1 }))).toBe('{"id":1}');
      expect(await connection('s')).toMatchObject({ state: 'ready' });
      expect(await launches('s')).toBe(before + 1);
    },
  );

  test('LIFE-09 a 401 needs a sign-in, is said each time at once, and is over when the server takes us', async () => {
    let signedIn = true;
    const methods: unknown[] = [];
    const listener = bareListener({
      initialize: initializeResult,
      'tools/list': () => ({ tools: [{ name: 'ping_ok', inputSchema: { type: 'object' } }] }),
      'tools/call': () => ({ content: [{ type: 'text', text: 'pong' }] }),
    });
    const peer = await startPeer((request, response) => {
      methods.push(request.method);
      if (signedIn) listener(request, response);
      else sendJson(response, 401, {});
    });
    const line = ['server', 'add', 'r', '--http', peer.url];
    const shown = await home.json(line, 4);
    await home.json([...line, '--confirm', String(field(shown, 'launch_hash'))]);
    await home.json(['probe', 'r']);
    await serveAll();
    const calling = await client('2025', 'all');
    expect(textOf(await calling.call('r__ping_ok', {}))).toBe('pong');
    signedIn = false;
    for (let times = 0; times < 5; times += 1) {
      const refused = await calling.call('r__ping_ok', {});
      expect(textOf(refused)).toMatch(/^\[MCP_UNAVAILABLE\] r: .*asks for a sign-in \(HTTP 401\)/);
    }
    expect(await connection('r')).toMatchObject({
      ...{ state: 'failed', failure: { code: 'auth_required' } },
    });
    expect(await connection('r')).not.toHaveProperty('retry_at');
    signedIn = true;
    expect(textOf(await calling.call('r__ping_ok', {}))).toBe('pong');
  });

  test('LIFE-09 requests without an answer open it: said at once with the way out, and a person’s try closes it', async () => {
    await addTools('s');
    const file = join(home.path, 'mcp_servers.json');
    const entries = JSON.parse(readFileSync(file, 'utf8'));
    entries.s.timeouts = { start_s: 60, idle_s: 300, call_s: 1 };
    writeFileSync(file, JSON.stringify(entries, null, 2));
    await serveAll();
    const calling = await client('2025', 'all');
    for (let times = 0; times < 3; times += 1) {
      const lost = textOf(await calling.call('s__silent', {}));
      expect(lost).toMatch(/^\[MCP_OUTCOME_UNKNOWN\]/);
    }
    const began = performance.now();
    const refused = textOf(await calling.call('s__echo', {}));
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(refused).toMatch(
      /^\[MCP_UNAVAILABLE\] s: .*did not answer.*next try is possible in \d s/,
    );
    expect(refused).toContain('gatehouse probe s');
    expect(await connection('s')).toMatchObject({
      ...{ state: 'failed', failure: { code: 'breaker_open' }, retry_at: expect.any(String) },
    });
    await home.json(['server', 'connect', 's']);
    expect(textOf(await calling.call('s__echo', {}))).toBe('{}');
  });

  test('LIFE-09 a server that crashes at each start is named a loop, with its last words', async () => {
    await home.add('c', ['node', script('misbehave'), '--as=exits-1']);
    await home.serve();
    const codes = await eventually(async () => {
      const ended = await home.run(['call', 'c', 'ping_ok']);
      expect(ended.code).toBe(5);
      return ended.stderr.includes('in a row') ? ended.stderr : undefined;
    }, 30_000);
    expect(codes).toContain('API key missing');
    expect(codes).toContain('gatehouse probe c');
    expect(await connection('c')).toMatchObject({
      ...{ state: 'failed', failure: { code: 'crash_loop' } },
    });
  });
});
