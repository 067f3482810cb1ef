import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GatewayHome } from './gateway-home.ts';

const fixture = fileURLToPath(new URL('../../fixtures/servers/tools.mjs', import.meta.url));
let home: GatewayHome;
let token = '';

beforeAll(async () => {
  home = new GatewayHome();
  await home.add('slow', ['node', fixture]);
  await home.json(['probe', 'slow']);
  await home.agent('any', 'mcp:\n  online_tool: {slow: ["*"]}\n');
  await home.serve();
  token = (await home.token('any')).token;
});
afterAll(() => home.close());

test('what one client has under way is bounded by its size; another client is served', async () => {
  const name = 'slow__silent';
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const stop = new AbortController();
  // Held on to: what nobody reads any more, the client's own memory clean-up would cancel.
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, id) => {
      const params = { name, arguments: { padding: 'x'.repeat(3_900_000) }, _meta };
      return home.post(
        { jsonrpc: '2.0', id, method: 'tools/call', params },
        token,
        {
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'tools/call',
          'mcp-name': name,
        },
        stop.signal,
      );
    }),
  );
  const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
  expect(count(429)).toBeGreaterThanOrEqual(3);
  expect(count(200)).toBeGreaterThanOrEqual(10);
  const other = (await home.token('any')).token;
  expect((await home.ask('tools/list', other)).status).toBe(200);
  stop.abort();
}, 60_000);
