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
  test('LIFE-05 while A is disabled, enabled and edited, a slow call on B goes on and completes on the same process', async () => {
    await addTools('a', 'b');
    await serveAll();
    const calling = await client('2025', 'all');
    await calling.call('a__echo', {});
    const pid = field(JSON.parse(textOf(await calling.call('b__pid', {}))), 'pid');
    const go = join(home.work, 'go');
    let isOver = false;
    const slow = calling.call('b__until_told', { file: go });
    void slow.then(() => {
      isOver = true;
    });
    await home.json(['server', 'disable', 'a']);
    await home.json(['server', 'enable', 'a']);
    // The changed launch waits for its confirmation.
    await home.json(['server', 'edit', 'a', '--env', 'MODE=other'], 4);
    expect(await connection('a')).toMatchObject({ state: 'stopped' });
    expect(await connection('b')).toMatchObject({ state: 'ready', pid });
    expect(isOver).toBe(false);
    writeFileSync(go, '');
    expect(textOf(await slow)).toBe('told');
    expect(readFileSync(join(home.work, 'b'), 'utf8')).not.toContain('cancelled');
    expect(textOf(await calling.call('b__pid', {}))).toBe(JSON.stringify({ pid }));
  });

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
    // Looked at already: the owner's own first look does not come between.
    await home.json(['probe', 'c'], 5);
    await home.serve();
    const codes = await eventually(async () => {
      const ended = await home.run(['call', 'c', 'ping_ok']);
      expect(ended.code).toBe(5);
      return ended.stderr.includes('soon after its start') ? ended.stderr : undefined;
    }, 30_000);
    expect(codes).toContain('API key missing');
    expect(codes).toContain('gatehouse probe c');
    expect(await connection('c')).toMatchObject({
      ...{ state: 'failed', failure: { code: 'crash_loop' } },
    });
    const stops = await home.run(['journal', 'list', '--kind', 'stop', '--server', 'c']);
    expect(stops.stdout).toContain('exited: API key missing');
  }, 120_000);
});
