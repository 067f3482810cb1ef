import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AgentProfile } from '../../../src-main/agents/agent-profiles.ts';
import { createLimits } from '../../../src-main/policy/create-limits-file.ts';
import { checkLimits } from '../../../src-main/policy/limits.ts';
import { Registration } from '../../../src-main/registry/registration.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';

const you: AgentProfile = {
  ...{ name: 'you', description: '', built_in: true, servers: { '*': ['*'] } },
  ...{ approval: { low: 'allow', medium: 'allow', high: 'ask' }, roots: [], hosts: [] },
  ...{ result_inline_chars: 50_000, problem: null },
  ...{ prefix: 'server', local_tools: [], sampling: false },
};

let user: string;
let home: string;
beforeEach(() => {
  user = tempFolder();
  home = join(user, '.gatehouse');
  for (const folder of [join(home, 'state'), join(user, 'docs'), join(user, 'sub')])
    mkdirSync(folder, { recursive: true });
  writeFileSync(join(home, 'state', 'key'), 'k');
  writeFileSync(join(user, 'secret.txt'), 's');
  writeFileSync(join(user, 'docs', 'a.txt'), 'a');
});

function check(
  args: unknown,
  more: { argv?: string[]; cwd?: string; agent?: Partial<AgentProfile> } = {},
) {
  const registration = Registration.parse({
    transport: 'stdio',
    command_argv: ['node', 'server.js', ...(more.argv ?? [])],
    cwd: more.cwd ?? '',
  });
  const limits = createLimits(home, user);
  return checkLimits(args, limits({ ...you, ...more.agent }, registration));
}

describe("Gatehouse's own folder is out of reach", () => {
  test.each([
    ['the whole path', () => ({ path: join(home, 'state', 'key') })],
    ['the tilde', () => ({ path: '~/.gatehouse/state/key' })],
    ['the folder itself by its bare name', () => ({ path: '.gatehouse' })],
    ['a path relative to the home folder, under any key', () => ({ p: '.gatehouse/state/key' })],
    ['a key of an object', () => ({ files: { [join(home, 'state', 'key')]: 'x' } })],
    ['a list', () => ({ paths: ['a.txt', join(home, 'x')] })],
    ['a name that begins with two dots', () => ({ path: join(home, '..x') })],
    ['a word of a command', () => ({ command: `cat ${join(home, 'state', 'key')}` })],
    ['a file URL', () => ({ uri: `file://${join(home, 'state', 'key')}` })],
    ['a file URL with escapes', () => ({ uri: `file://${user}/%2egatehouse/state/key` })],
    ['a URL of another scheme', () => ({ uri: `raw://${join(home, 'state', 'key')}` })],
    ['dots that fold back', () => ({ path: `${join(user, 'docs')}/../.gatehouse/state/key` })],
  ])('%s is denied', (_, args) => {
    expect(check(args()).verdict).toBe('outside');
  });

  test('relative to a folder that the server was told, also the root of all', () => {
    const relative = join(home, 'state', 'key').slice(1);
    expect(check({ path: relative }, { argv: ['/'] }).verdict).toBe('outside');
    expect(
      check({ path: '.gatehouse/state/key' }, { cwd: join(user, 'docs'), argv: ['~'] }).verdict,
    ).toBe('outside');
    expect(check({ path: '.gatehouse/state/key' }, { cwd: '~' }).verdict).toBe('outside');
  });

  test('through a link, and through dots behind a link as the system takes them', () => {
    symlinkSync(home, join(user, 'docs', 'innocent'));
    expect(check({ path: join(user, 'docs', 'innocent', 'state') }).verdict).toBe('outside');
    symlinkSync(join(user, 'sub'), join(user, 'docs', 'up'));
    expect(check({ path: `${join(user, 'docs', 'up')}/../.gatehouse/state/key` }).verdict).toBe(
      'outside',
    );
  });

  test('by a hard link to one of its files', () => {
    linkSync(join(home, 'state', 'key'), join(user, 'docs', 'copy'));
    expect(check({ path: join(user, 'docs', 'copy') }).verdict).toBe('outside');
  });

  test('through /proc, where a path means something else for the server', () => {
    expect(check({ path: '/proc/self/cwd/.gatehouse/state/key' }).verdict).toBe('outside');
    symlinkSync('/proc/self/cwd', join(user, 'docs', 'here'));
    expect(check({ path: `${join(user, 'docs', 'here')}/state` }).verdict).toBe('outside');
  });

  test('named in a long or many-line text it asks: that may be content as well as a command', () => {
    expect(check({ command: `cat ${join(home, 'state', 'key')}\n` }).verdict).toBe('undecidable');
    expect(
      check({ command: `cat ${'x'.repeat(5000)} ${join(home, 'state', 'key')}` }).verdict,
    ).toBe('undecidable');
  });

  test('everything else is no matter', () => {
    expect(
      check({ path: join(user, 'docs', 'a.txt'), text: 'either/or, and/or\nlines', n: 1 }),
    ).toEqual({ verdict: 'inside' });
  });
});

describe("an agent's roots", () => {
  const agent = { roots: ['~/docs'] };
  test('inside is allowed, outside denied, links resolved', () => {
    expect(check({ path: join(user, 'docs', 'a.txt') }, { agent }).verdict).toBe('inside');
    expect(check({ path: join(user, 'docs', 'new', 'b.txt') }, { agent }).verdict).toBe('inside');
    expect(check({ path: join(user, 'secret.txt') }, { agent }).verdict).toBe('outside');
    symlinkSync(join(user, 'secret.txt'), join(user, 'docs', 'link'));
    expect(check({ path: join(user, 'docs', 'link') }, { agent }).verdict).toBe('outside');
  });

  test('a relative path that may be either is asked about', () => {
    const more = { agent, cwd: join(user, 'docs'), argv: [user] };
    expect(check({ path: 'secret.txt' }, more).verdict).toBe('undecidable');
  });

  test('words that are no paths ask nothing', () => {
    expect(check({ query: 'owner/name', type: 'text/html' }, { agent }).verdict).toBe('inside');
  });

  test('a root that leads nowhere is not "no limit"', () => {
    expect(check({ path: '/etc/passwd' }, { agent: { roots: ['~other/x\0'] } }).verdict).not.toBe(
      'inside',
    );
  });
});

describe('many places', () => {
  test('the same one a million times costs little, a thousand different ones are not checkable', () => {
    const started = performance.now();
    expect(check({ list: Array.from({ length: 600_000 }, () => '~/a') }).verdict).toBe('inside');
    expect(performance.now() - started).toBeLessThan(5000);
    expect(check({ list: Array.from({ length: 5000 }, (_, n) => `/p/${n}`) }).verdict).toBe(
      'undecidable',
    );
  });
});
