import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { GatewayHome } from '../gateway/gateway-home.ts';
import { filesystemServer } from './gatehouse-home.ts';

let home: GatewayHome;
afterEach(() => home.close());

test('serve ends with 1 and says why when its state is removed, and no call runs after that', async () => {
  home = new GatewayHome();
  await home.add('files', ['node', filesystemServer, home.work]);
  await home.agent('writer', 'mcp: { online_tool: { files: ["*"] } }\n');
  await home.serve();
  const { token } = await home.token('writer');
  const state = join(home.path, 'state');
  for (const name of readdirSync(state)) rmSync(join(state, name), { recursive: true });

  const target = join(home.work, 'written.txt');
  const call = home.callByHand(
    token,
    'files__write_file',
    JSON.stringify({ path: target, content: 'x' }),
  );
  // On a slow machine the owner may have ended before it answers; then nobody is told anything.
  const told = await call.catch((error: unknown) => String(error));
  if (typeof told === 'string') expect(told).toMatch(/fetch failed|terminated/);
  else
    expect(told).toMatchObject({
      result: {
        isError: true,
        content: [{ text: expect.stringMatching(/^\[DENIED\] The journal cannot be written/) }],
      },
    });
  const ended = await home.serving?.ended;
  expect(ended?.code).toBe(1);
  expect(ended?.stderr).toMatch(/state of this home was removed or replaced while Gatehouse ran/);
  expect(existsSync(target)).toBe(false);
});
