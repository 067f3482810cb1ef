import { expect, test } from 'vitest';
import { decideRunner } from '../../../src-main/servers/runners.ts';

const decide = (
  command: string,
  allowed: readonly string[],
  resolves: Record<string, string[]> = {},
  platform: NodeJS.Platform = 'linux',
) => decideRunner({ command, allowed, platform, resolvesTo: (name) => resolves[name] ?? [] }).ok;

test.each([
  ['a bare name on the list', 'npx', ['npx'], true],
  ['a bare name that is not on it', 'curl', ['npx'], false],
  ['another case of a listed name', 'NPX', ['npx'], false],
  ['a path with an entry of its own', '/opt/x/server', ['npx', '/opt/x/server'], true],
  ['the same path in other words', '/opt/y/../x/server', ['/opt/x/server'], true],
  ['a path whose last part only looks like a runner', '/tmp/evil/npx', ['npx'], false],
  ['a relative path that looks like a runner', './npx', ['npx'], false],
  ['a bare name when only a path of that name is listed', 'server', ['/opt/x/server'], false],
  ['a placeholder', '${HOME}/x', ['npx'], false],
  ['nothing', '', ['npx'], false],
  ['a line break', 'npx\nrm', ['npx\nrm'], false],
])('%s', (_what, command, allowed, expected) => {
  expect(decide(command, allowed)).toBe(expected);
});

test('a path that a listed name resolves to is allowed, found or real', () => {
  const resolves = { python3: ['/usr/bin/python3', '/usr/bin/python3.11'] };
  expect(decide('/usr/bin/python3', ['python3'], resolves)).toBe(true);
  expect(decide('/usr/bin/python3.11', ['python3'], resolves)).toBe(true);
  expect(decide('/usr/bin/python3.12', ['python3'], resolves)).toBe(false);
});

test('on Windows names are compared without case and without their ending', () => {
  expect(decide('NPX.cmd', ['npx'], {}, 'win32')).toBe(true);
  expect(decide('npx.ps1', ['npx'], {}, 'win32')).toBe(false);
  const resolves = { node: ['C:\\Program Files\\nodejs\\node.exe'] };
  expect(decide('c:/program files/nodejs/NODE.EXE', ['node'], resolves, 'win32')).toBe(true);
});

test('a refusal names the command and what to do', () => {
  const result = decideRunner({
    command: 'curl',
    allowed: ['npx', 'uvx'],
    resolvesTo: () => [],
    platform: 'linux',
  });
  expect(result).toMatchObject({
    ok: false,
    failure: {
      code: 'runner_not_allowed',
      params: { command: 'curl' },
      fix: expect.stringContaining('npx, uvx'),
    },
  });
});
