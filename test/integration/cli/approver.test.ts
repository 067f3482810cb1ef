import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { adminRequest } from './admin-request.ts';
import { eventually, field, GatehouseHome, list, type Running } from './gatehouse-home.ts';

const echo = fileURLToPath(new URL('../../fixtures/servers/echo-launch.mjs', import.meta.url));

let home: GatehouseHome;
let serve: Running;
let code: string;
beforeEach(async () => {
  home = new GatehouseHome();
  await home.add('echo', ['node', echo]);
  expect((await home.run(['tool', 'risk', 'echo', 'launch', 'high'])).code).toBe(3);
  await home.run(['probe', 'echo']);
  expect((await home.run(['tool', 'risk', 'echo', 'launch', 'high'])).code).toBe(0);
  serve = home.start(['serve', '--approver', '--port', '0']);
  await serve.says('Stop it with Ctrl+C.');
  code = /approver code +([0-9a-f]+)/.exec(serve.said())?.[1] ?? '';
  expect(code).not.toBe('');
});
afterEach(() => home.close());

test('every yes needs the code that was printed: an answer, a lower risk, a confirmation', async () => {
  const call = home.start(['call', 'echo', 'launch']);
  const waiting = await eventually(async () => list(await home.json(['approvals', 'list']))[0]);
  const id = String(field(waiting, 'id'));
  for (const line of [
    ['approvals', 'answer', id, 'once'],
    ['approvals', 'answer', id, 'once', '--code', 'guessed'],
    ['tool', 'risk', 'echo', 'launch', 'low'],
    ['settings', 'set', '{"approvals":{"expire_s":5}}'],
  ]) {
    const refused = await home.run(line);
    expect(refused.code, line.join(' ')).toBe(4);
    expect(refused.stderr).toContain('not_an_approver');
  }
  const forged = await adminRequest(home, 'PUT', '/mcp/echo/tools/launch/risk', { risk: 'low' });
  expect(forged.status).toBe(403);
  expect((await home.run(['approvals', 'answer', id, 'once', '--code', code])).code).toBe(0);
  expect((await call.ended).code).toBe(0);
  const lowered = await home.run(['tool', 'risk', 'echo', 'launch', 'low'], '', {
    GATEHOUSE_APPROVER_CODE: code,
  });
  expect(lowered.code, lowered.stderr).toBe(0);
});
