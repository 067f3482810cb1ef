import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { field, list } from '../cli/gatehouse-home.ts';
import { GatewayHome, modernClient, v1Client } from '../gateway/gateway-home.ts';

const fixture = fileURLToPath(new URL('../../fixtures/servers/tools.mjs', import.meta.url));

let home: GatewayHome;
let token: string;
beforeAll(async () => {
  home = new GatewayHome();
  await home.add('fixture', ['node', fixture]);
  await home.json(['probe', 'fixture']);
  await home.json(['settings', 'set', '{"approvals":{"hold_s":1}}']);
  await home.agent('careful', 'mcp:\n  online_tool: {fixture: [echo]}\napproval: {medium: ask}\n');
  await home.serve();
  token = (await home.token('careful')).token;
});
afterAll(() => home.close());

const textOf = (result: unknown) => String(field(list(field(result, 'content'))[0], 'text'));
const decided = async () =>
  list(await home.json(['journal', 'list', '--kind', 'call_decided'])).map((entry) =>
    field(entry, 'decision'),
  );

test.each([
  ['2025', v1Client],
  ['2026-07-28', modernClient],
] as const)('a %s client that is told to wait collects a late yes, once', async (era, connect) => {
  const client = await connect(home.url, token);
  try {
    const before = (await decided()).length;
    const first = await client.call('fixture__echo', { era, a: 1 });
    expect(textOf(first)).toMatch(/^\[APPROVAL_PENDING\] A person has not answered yet/);
    await home.answer('once');
    const second = await client.call('fixture__echo', { a: 1, era });
    expect(JSON.parse(textOf(second))).toEqual({ a: 1, era });
    const third = await client.call('fixture__echo', { era, a: 1 });
    expect(textOf(third)).toContain('[APPROVAL_PENDING]');
    await home.answer('deny');
    expect(textOf(await client.call('fixture__echo', { era, a: 1 }))).toContain('[DENIED]');
    const now = (await decided()).slice(0, -before || undefined).toReversed();
    expect(now).toEqual(['pending', 'once', 'pending', 'deny']);
  } finally {
    await client.close();
  }
});
