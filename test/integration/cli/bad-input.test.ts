import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminRequest } from './admin-request.ts';
import { field, GatehouseHome, type Running } from './gatehouse-home.ts';

const echo = fileURLToPath(new URL('../../fixtures/servers/echo-launch.mjs', import.meta.url));

describe('bad input gets a clear error and loses nothing', () => {
  let home: GatehouseHome;
  let serve: Running;
  let before: string;
  beforeAll(async () => {
    home = new GatehouseHome();
    await home.add('echo', ['node', echo]);
    serve = home.start(['serve']);
    await serve.says('owns this home');
    await home.run(['probe', 'echo']);
    before = home.read('mcp_servers.json');
  });
  afterAll(() => home.close());

  test.each([
    ['an unknown command', ['frobnicate'], 2, 'no command "frobnicate"'],
    ['an unknown word of a group', ['server', 'explode'], 2, 'server explode'],
    ['a group alone', ['server'], 2, 'needs a word'],
    ['an unknown option', ['server', 'list', '--colour'], 2, '--colour'],
    ['too many words', ['server', 'list', 'x'], 2, 'does not take "x"'],
    ['too few words', ['call', 'echo'], 2, 'Usage: gatehouse call'],
    ['an invalid id', ['server', 'show', 'Not An Id'], 2, 'id'],
    ['an id with two underscores', ['server', 'add', 'a__b', '--', 'node', 'x'], 2, 'id'],
    ['an unknown server', ['server', 'show', 'nobody'], 3, 'no server "nobody"'],
    ['a call to an unknown server', ['call', 'nobody', 't'], 3, 'no server "nobody"'],
    ['an unknown tool', ['call', 'echo', 'nothing'], 3, 'no tool "nothing"'],
    ['arguments that are no JSON', ['call', 'echo', 'launch', '--args', '{"a":'], 2, 'line 1'],
    ['arguments that are no object', ['call', 'echo', 'launch', '--args', '[1]'], 2, 'JSON object'],
    ['a key that is there twice', ['call', 'echo', 'launch', '--args', '{"a":1,"a":2}'], 2, 'a'],
    [
      'a number too large to be exact',
      ['call', 'echo', 'launch', '--args', '{"a":9007199254740993}'],
      2,
      'a',
    ],
    [
      'a command that is no allowed runner',
      ['server', 'add', 'mine', '--', 'my-runner', 'x'],
      4,
      '\n  gatehouse settings allow-runner my-runner\n',
    ],
    [
      'a file of arguments that is not there',
      ['call', 'echo', 'launch', '--args-file', '/nowhere.json'],
      3,
      '/nowhere.json',
    ],
    [
      'an approval that is not there',
      ['approvals', 'answer', '00000000-0000-4000-8000-000000000000', 'once'],
      3,
      'approvals list',
    ],
    [
      'an answer that is none',
      ['approvals', 'answer', '00000000-0000-4000-8000-000000000000', 'perhaps'],
      2,
      'perhaps',
    ],
    ['an unknown agent', ['call', 'echo', 'launch', '--agent', 'ghost'], 3, 'ghost'],
    [
      'a runner that is not allowed',
      ['server', 'add', 'b', '--', '/bin/sh', '-c', 'true'],
      4,
      'runner_not_allowed',
    ],
    ['a url that is none', ['server', 'add', 'b', '--http', 'ftp://x'], 2, 'url'],
    [
      'an env pair without =',
      ['server', 'add', 'b', '--env', 'TOKEN', '--', 'node', 'x'],
      2,
      'NAME=value',
    ],
    ['settings that are no JSON', ['settings', 'set', '{'], 2, 'not JSON'],
    ['a setting of the wrong kind', ['settings', 'set', '{"theme":"purple"}'], 2, 'theme'],
    ['an unknown setting', ['settings', 'set', '{"themes":"dark"}'], 2, 'themes'],
    ['a risk that is none', ['tool', 'risk', 'echo', 'launch', 'HIGH'], 2, 'risk'],
    ['a kind that the journal lacks', ['journal', 'list', '--kind', 'party'], 2, 'kinds'],
    ['a journal entry that is not there', ['journal', 'show', '999999'], 3, '999999'],
  ])('%s', async (_, line, code, says) => {
    const ended = await home.run(line);
    expect(`${ended.stdout}${ended.stderr}`).toContain(says);
    expect(ended.code).toBe(code);
    expect(home.read('mcp_servers.json')).toBe(before);
  });

  test('an empty secret on stdin is refused', async () => {
    const ended = await home.run(['secret', 'set', 'NAME'], '\n');
    expect(ended.code).toBe(2);
  });

  test('with --json a failure is JSON on stderr and stdout stays empty', async () => {
    const ended = await home.run(['server', 'show', 'nobody', '--json']);
    expect(ended.stdout).toBe('');
    expect(field(JSON.parse(ended.stderr), 'code')).toBe('not_found');
  });

  test.each([
    ['GET', '/nothing', undefined, 404],
    ['PATCH', '/mcp', undefined, 400],
    ['POST', '/mcp', { id: 'x' }, 400],
    [
      'POST',
      '/mcp',
      { id: 'x', registration: { transport: 'stdio', command_argv: ['node'] }, more: 1 },
      400,
    ],
    ['GET', '/mcp/%2e%2e', undefined, 400],
    ['GET', '/mcp/Not%20An%20Id', undefined, 400],
    ['GET', '/mcp/%zz', undefined, 404],
    ['DELETE', '/mcp/nobody', undefined, 404],
  ])('the admin door answers %s %s with a reason', async (method, path, body, status) => {
    const answer = await adminRequest(home, method, path, body);
    expect(answer.status).toBe(status);
    expect(String(field(answer.body, 'message'))).not.toBe('');
  });

  test('a second owner is told who has the home', async () => {
    const second = await home.run(['serve']);
    expect(second.code).toBe(5);
    expect(second.stderr).toContain('already owns');
    expect(second.stderr).toContain(String(serve.child.pid));
  });
});

describe('a home that cannot be used', () => {
  test('a file in its place is refused with a sentence', async () => {
    const home = new GatehouseHome();
    try {
      writeFileSync(home.path, 'not a folder');
      const ended = await home.run(['server', 'list']);
      expect(ended.code).toBe(1);
      expect(ended.stderr).toContain('is a file, not a folder');
      expect(readFileSync(home.path, 'utf8')).toBe('not a folder');
    } finally {
      await home.close();
    }
  });

  // A real full disk needs a file system of our own, which only root on Linux may mount.
  test.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
    'a full disk: the write fails with its code, the registry stays whole, and reading goes on',
    async () => {
      const home = new GatehouseHome();
      mkdirSync(home.path, { mode: 0o700 });
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m,mode=0700', 'tmpfs', home.path]);
      try {
        await home.add('echo', ['node', echo]);
        const before = home.read('mcp_servers.json');
        const free = Number(
          execFileSync('stat', ['-f', '-c', '%a*%S', home.path])
            .toString()
            .trim()
            .split('*')
            .reduce((a, b) => String(Number(a) * Number(b))),
        );
        writeFileSync(join(home.path, 'filler'), Buffer.alloc(Math.max(0, free - 4096), 1));
        const ended = await home.run(['server', 'edit', 'echo', '--name', 'x'.repeat(190)]);
        expect(ended.code).not.toBe(0);
        expect(ended.stderr).toMatch(/disk|full|space/i);
        expect(home.read('mcp_servers.json')).toBe(before);
        execFileSync('rm', [join(home.path, 'filler')]);
        expect((await home.run(['server', 'show', 'echo'])).code).toBe(0);
      } finally {
        execFileSync('umount', ['-l', home.path]);
        await home.close();
      }
    },
  );
});
