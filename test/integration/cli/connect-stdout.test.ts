import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ConnectHome, type RawClient } from '../connect/connect-home.ts';

let home: ConnectHome;
beforeAll(async () => {
  home = await ConnectHome.open();
});
afterEach(() => home.leave());
afterAll(() => home.close());

/** Everything that Node and its libraries have to say. */
const LOUD = {
  NODE_DEBUG: 'http,net,stream,module',
  NODE_OPTIONS: '--trace-warnings --trace-deprecation --pending-deprecation',
  DEBUG: '*',
};

const initialize = {
  ...{ jsonrpc: '2.0', id: 0, method: 'initialize' },
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  },
};
const call = (id: number, name: string) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name, arguments: { tag: 'x' } },
});

function onlyJsonRpc(client: RawClient): void {
  expect(client.lines.length).toBeGreaterThan(0);
  for (const line of client.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
}

test('TRANS-01: nothing but JSON-RPC on stdout, with debug output, a failing server, and an owner killed', async () => {
  await home.add('broken', ['node', join(home.work, 'not-there.mjs')]);
  await home.agent('writer', 'mcp:\n  online_tool: {counting: ["*"], broken: ["*"]}\n');
  const client = home.raw({ ...LOUD }, ['--trace-exit']);
  client.send(initialize);
  await client.received(({ id }) => id === 0);
  client.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  client.child.stdin.write('this is no JSON\n');
  client.send(call(1, 'counting__note'));
  client.send(call(2, 'broken__any'));
  expect(await client.received(({ id }) => id === 1)).toMatchObject({ result: {} });
  await client.received(({ id }) => id === 2);
  process.kill(home.owner()?.pid ?? 0, 'SIGKILL');
  client.send(call(3, 'counting__note'));
  await client.received(({ id }) => id === 3);
  client.child.stdin.end();
  expect(await client.ended).toBe(0);
  onlyJsonRpc(client);
  expect(client.stderr()).toContain('starting `gatehouse serve`');
  expect(client.stderr()).toContain('NET');
});

test('TRANS-01: a first run, in a home that is not there yet, says on stderr that the token is not known', async () => {
  const first = join(home.folder, 'first');
  const client = home.raw({ ...LOUD, GATEHOUSE_HOME: first, HOME: home.folder });
  client.send(initialize);
  expect(await client.ended).toBe(4);
  onlyJsonRpc(client);
  expect(client.lines.map((line) => JSON.parse(line))).toMatchObject([
    { id: 0, error: { code: -32000, message: expect.stringContaining('token') } },
  ]);
  expect(client.stderr()).toContain('(denied)');
  await home.endOwnerOf(first);
});

test('TRANS-01: what a library prints and how a bug ends it go to stderr', async () => {
  const bug = `process.on('SIGUSR2',()=>{console.log('noise');throw new Error('boom')})`;
  const client = home.raw({}, ['--import', `data:text/javascript,${bug}`]);
  client.send(initialize);
  await client.received(({ id }) => id === 0);
  client.child.kill('SIGUSR2');
  expect(await client.ended).toBe(1);
  onlyJsonRpc(client);
  expect(client.stderr()).toContain('noise');
  expect(client.stderr()).toContain('boom');
});

test.each([
  ['no token', { GATEHOUSE_TOKEN: '' }, 'There is no client token'],
  ['a token that is none', { GATEHOUSE_TOKEN: 'sk-secret' }, 'is no client token'],
])('%s is a usage error with what to do, and leaves stdout empty', async (_, variables, words) => {
  const client = home.raw(variables);
  expect(await client.ended).toBe(2);
  expect(client.lines).toEqual([]);
  expect(client.stderr()).toContain(words);
  expect(client.stderr()).toContain('gatehouse agent token writer');
  expect(client.stderr()).not.toContain('sk-secret');
  expect(home.owner()).toBe(null);
});
