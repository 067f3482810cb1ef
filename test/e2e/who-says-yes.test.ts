import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Computer,
  freshComputer,
  launchGatehouse,
  repository,
  type TestApp,
} from './launch-app.ts';

let computer: Computer;
let gatehouse: TestApp;
beforeAll(async () => {
  computer = freshComputer();
  gatehouse = await launchGatehouse(computer);
});
afterAll(async () => {
  await gatehouse?.close();
  computer?.remove();
});

/** The built command line beside the app; its exit code and what it said. */
const gatehouseCli = (...line: string[]): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    const child = execFile(
      join(repository, 'node_modules', '.bin', 'node'),
      [join(repository, 'out', 'main', 'cli.js'), ...line],
      { env: { ...process.env, ...computer.env } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, said: stdout + stderr }),
    );
    child.stdin?.end('name: default\nsampling: true\n');
  });

describe('while the app owns the home', () => {
  test.each([
    ['agent', 'create', 'reader'],
    ['agent', 'allow', 'default', '*'],
    ['agent', 'set', 'default', '--sampling', 'on'],
    ['agent', 'edit', 'default'],
    ['agent', 'token', 'default'],
  ])('the command line may not let an agent do more: %s %s %s', async (...line) => {
    const { code, said } = await gatehouseCli(...line);
    expect(said).toContain('only its window may say yes');
    expect(code).toBe(4);
  });

  test('its window may, and the command line then sees it and may take it back', async () => {
    const made = await gatehouse.main.evaluate(async () => {
      const { request } = window.gatehouse;
      const created = await request['agent/create']({ name: 'reader' });
      const allowed = await request['agent/allow']({
        ...{ name: 'reader', server_id: '*', tools: ['read_*'] },
      });
      const token = await request['agent/token']({ name: 'reader', label: 'Cursor' });
      return [created.ok, allowed.ok && allowed.value.servers, token.ok];
    });
    expect(made).toEqual([true, { '*': ['read_*'] }, true]);
    expect((await gatehouseCli('agent', 'show', 'reader')).said).toContain('*: read_*');
    expect((await gatehouseCli('agent', 'disallow', 'reader', '*')).code).toBe(0);
    expect((await gatehouseCli('agent', 'remove', 'reader', '--revoke-clients')).code).toBe(0);
    expect((await gatehouseCli('client', 'list')).said).toContain('No client has a token');
  });

  test('nor may the approval window', async () => {
    expect(await gatehouse.approval.evaluate(() => 'agent/allow' in window.gatehouse.request)).toBe(
      false,
    );
  });
});
