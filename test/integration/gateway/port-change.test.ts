import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually, field } from '../cli/gatehouse-home.ts';
import { freePort } from '../cli/http-peer.ts';
import { GatewayHome } from './gateway-home.ts';

let home: GatewayHome;
let token: string;
beforeEach(async () => {
  home = new GatewayHome();
  await home.serve();
  token = (await home.token('default')).token;
});
afterEach(() => home.close());

const discover = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const answersAt = async (port: number): Promise<number | null> => {
  home.port = port;
  return home.post(discover, token).then(
    ({ status }) => status,
    () => null,
  );
};
const setPort = (port: number, exit = 0) =>
  home.json(['settings', 'set', JSON.stringify({ gateway: { port } })], exit);
const address = async () => field(field(await home.json(['status']), 'gateway'), 'address');

test('the gateway moves to a new port at once, and the old one is closed', async () => {
  const [before, after] = [home.port, await freePort()];
  expect(await answersAt(before)).not.toBeNull();
  await setPort(after);
  expect(await address()).toBe(`http://127.0.0.1:${after}/mcp`);
  expect(await answersAt(after)).not.toBeNull();
  expect(await answersAt(before)).toBeNull();
});

test('a port that is taken is refused, and nothing changes', async () => {
  const [before, taken] = [home.port, await freePort()];
  const stranger = createServer().listen(taken, '127.0.0.1');
  await new Promise((resolve) => stranger.once('listening', resolve));
  try {
    expect(field(await setPort(taken, 5), 'code')).toBe('port_in_use');
    expect(await home.json(['settings', 'get'])).toMatchObject({ gateway: { port: 7420 } });
    expect(await address()).toBe(`http://127.0.0.1:${before}/mcp`);
    expect(await answersAt(before)).not.toBeNull();
  } finally {
    stranger.close();
  }
});

test('an edit of the file moves it too', async () => {
  const after = await freePort();
  const file = join(home.path, 'settings.json');
  await home.json(['settings', 'set', '{"theme":"dark"}']);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('{', `{ "gateway": { "port": ${after} },`));
  await eventually(async () =>
    (await address()) === `http://127.0.0.1:${after}/mcp` ? true : undefined,
  );
  expect(await answersAt(after)).not.toBeNull();
});
