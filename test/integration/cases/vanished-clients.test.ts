import { type ChildProcess, spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addAtTheDoor, tell } from '../cli/admin-request.ts';
import { eventually, field, list } from '../cli/gatehouse-home.ts';
import { GatewayHome } from '../gateway/gateway-home.ts';
import { WireSession } from '../gateway/wire.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const server = join(root, 'test/fixtures/servers/tools.mjs');
const program = join(root, 'test/integration/cases/session-client.mjs');

let home: GatewayHome;
let token = '';
const clients = new Set<ChildProcess>();
const sockets = new Set<Socket>();
beforeEach(async () => {
  home = new GatewayHome();
  await home.json(['settings', 'set', '{"gateway":{"session_idle_s":2}}']);
  await home.agent('careful', 'mcp:\n  online_tool: {s: [echo]}\napproval: {medium: ask}\n');
  await home.serve();
  await addAtTheDoor(home, 's', {
    command_argv: ['node', server],
    timeouts: { start_s: 60, idle_s: 1, call_s: 60 },
  });
  await tell(home, 'POST', '/mcp/s/probe');
  token = (await home.token('careful')).token;
});
afterEach(async () => {
  for (const client of clients) client.kill('SIGKILL');
  for (const socket of sockets) socket.destroy();
  await home.close();
});

async function openClient(tool?: string): Promise<ChildProcess> {
  const words = [program, home.url, token, ...(tool === undefined ? [] : [tool])];
  const client = spawn(join(root, 'node_modules/.bin/node'), words, { stdio: 'pipe' });
  clients.add(client);
  let said = '';
  client.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await eventually(() => (said.includes('ready') ? true : undefined));
  return client;
}

const sessions = async () => {
  const [client] = list(await tell(home, 'GET', '/clients'));
  return list(field(client, 'connected')).length;
};
const waiting = async () => list(await tell(home, 'GET', '/approvals')).length;
const isIdle = async () =>
  field(field(await tell(home, 'GET', '/mcp/s'), 'connection'), 'state') === 'stopped';

describe('LIFE-04 a client that is gone without closing its connection', () => {
  test('LIFE-04 one that is frozen with its stream open and a call that waits loses all of it', async () => {
    const client = await openClient('s__echo');
    await eventually(async () => ((await waiting()) === 1 ? true : undefined));
    expect(await sessions()).toBe(1);
    client.kill('SIGSTOP');
    await eventually(async () => ((await sessions()) === 0 ? true : undefined), 15_000);
    await eventually(async () => ((await waiting()) === 0 ? true : undefined));
    await eventually(async () => ((await isIdle()) ? true : undefined), 15_000);
  });

  test('LIFE-04 one that no longer reads its stream loses its session', async () => {
    const session = await WireSession.open(home, token);
    const { port } = new URL(home.url);
    const socket = connect(Number(port), '127.0.0.1');
    sockets.add(socket);
    const head = Object.entries(
      session.headers({
        ...{ host: `127.0.0.1:${port}`, authorization: `Bearer ${token}` },
        accept: 'text/event-stream',
      }),
    ).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`GET /mcp HTTP/1.1\r\n${head.join('')}\r\n`);
    await new Promise((resolve) => socket.once('data', resolve));
    socket.pause();
    await eventually(async () => ((await sessions()) === 0 ? true : undefined), 15_000);
    expect((await session.post({ jsonrpc: '2.0', id: 1, method: 'ping' })).status).toBe(404);
  });

  test('LIFE-04 one that is there keeps its session far past the time, with nothing to say but that', async () => {
    const client = await openClient();
    await new Promise((resolve) => setTimeout(resolve, 8_000));
    expect(await sessions()).toBe(1);
    expect(client.exitCode).toBeNull();
  });
});
