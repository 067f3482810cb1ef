import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { adminRequest } from '../cli/admin-request.ts';
import { eventually, field, filesystemServer, GatehouseHome, list } from '../cli/gatehouse-home.ts';

let home: GatehouseHome;
const file = () => join(home.path, 'mcp_servers.json');
const put = (content: string | Uint8Array) => {
  mkdirSync(home.path, { recursive: true, mode: 0o700 });
  writeFileSync(file(), content);
};
const entry = (extra = '') =>
  `"a": {"transport": "stdio", "command_argv": ["node", "x.js"]${extra}}`;

beforeEach(() => {
  home = new GatehouseHome();
});
afterEach(() => home.close());

describe('CONF-01 a registry that cannot be read is kept', () => {
  test.each([
    ['an empty file', ''],
    ['half a file', `{${entry()}, "b": {"transport": "st`],
    ['merge-conflict markers', `{\n<<<<<<< ours\n${entry()}\n=======\n>>>>>>> theirs\n}`],
    ['a list instead of an object', '[]'],
  ])('%s: shown with its place, never overwritten, still read-only', async (_, content) => {
    put(content);
    const shown = await home.json(['server', 'list']);
    const problem = field(shown, 'problem');
    expect(field(problem, 'line')).toEqual(expect.any(Number));
    expect(field(problem, 'column')).toEqual(expect.any(Number));
    const added = await home.run([
      'server',
      'add',
      'b',
      '--confirm',
      '0'.repeat(64),
      '--',
      'node',
      'y.js',
    ]);
    expect(added.code).not.toBe(0);
    const removed = await home.run(['server', 'remove', 'a']);
    expect(removed.code).not.toBe(0);
    expect(readFileSync(file(), 'utf8')).toBe(content);
    const doctor = await home.run(['doctor']);
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toMatch(/line \d+, column \d+/);
  });

  test('UTF-16 is named and kept, byte for byte', async () => {
    const bytes = Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from(`{${entry()}}`, 'utf16le'),
    ]);
    put(bytes);
    const shown = await home.json(['server', 'list']);
    expect(String(field(field(shown, 'problem'), 'message'))).toContain('UTF-16');
    expect((await home.run(['server', 'remove', 'a'])).code).not.toBe(0);
    expect(readFileSync(file())).toEqual(bytes);
  });

  test('a comment, a trailing comma and a byte order mark are read', async () => {
    put(`\uFEFF{\n  // my server\n  ${entry()},\n}\n`);
    const shown = await home.json(['server', 'list']);
    expect(field(shown, 'problem')).toBeNull();
    expect(list(field(shown, 'servers')).map((server) => field(server, 'id'))).toEqual(['a']);
  });

  test('a key that is there twice is reported and neither entry runs', async () => {
    put(`{${entry()},\n${entry(', "name": "other"')}}`);
    const shown = await home.json(['server', 'list']);
    expect(list(field(shown, 'servers'))).toEqual([]);
    expect(field(list(field(shown, 'invalid'))[0], 'id')).toBe('a');
  });
});

describe('CONF-02 edits from outside while the app runs', () => {
  test('CONF-02 servers, comments and unknown keys that others wrote survive a later write', async () => {
    await home.add('files', ['node', filesystemServer, home.work]);
    const serve = home.start(['serve']);
    await serve.says('owns this home');
    const before = readFileSync(file(), 'utf8');
    const edited = before
      .replace(
        '{',
        '{\n  // kept by hand\n  "x-shared-with": {"team": ["a", "b"]},\n  "theirs": {"transport": "http", "url": "http://127.0.0.1:9/mcp", "x-note": 1},',
      )
      .replace('"transport": "stdio"', '"x-colour": "blue",\n    "transport": "stdio"');
    writeFileSync(file(), edited);
    await eventually(async () =>
      list(field((await adminRequest(home, 'GET', '/mcp')).body, 'servers')).length >= 2
        ? true
        : undefined,
    );
    expect((await home.run(['server', 'disable', 'files'])).code).toBe(0);
    const after = readFileSync(file(), 'utf8');
    for (const kept of [
      '// kept by hand',
      '"x-shared-with": {"team": ["a", "b"]}',
      '"theirs"',
      '"x-note": 1',
      '"x-colour": "blue"',
    ])
      expect(after).toContain(kept);
    expect(after).toContain('"enabled": false');
    expect(
      home
        .files()
        .some((path) => path.includes('backups') && readFileSync(path, 'utf8') === edited),
    ).toBe(true);
  });

  test('CONF-02 a preference changed in the app keeps unknown keys of settings.json', async () => {
    mkdirSync(home.path, { recursive: true, mode: 0o700 });
    const settings = join(home.path, 'settings.json');
    writeFileSync(settings, '{\n  // mine\n  "theme": "light", "x-mine": {"deep": [1]}\n}\n');
    expect((await home.run(['settings', 'set', '{"theme":"dark"}'])).code).toBe(0);
    const after = readFileSync(settings, 'utf8');
    expect(after).toContain('// mine');
    expect(after).toContain('"x-mine": {"deep": [1]}');
    expect(after).toContain('"theme": "dark"');
  });
});

describe('CONF-10 values of the wrong kind fail closed', () => {
  test.each([
    ['a quoted boolean', ', "enabled": "true"', 'enabled'],
    ['a risk in capitals', ', "tool_risk_overrides": {"t": "HIGH"}', 'tool_risk_overrides'],
    ['a time with a unit', ', "timeouts": {"call_s": "30s"}', 'call_s'],
    ['a switch of another product', ', "requireApproval": "true"', 'requireApproval'],
    ['a misspelt key', ', "enabeld": false', 'enabeld'],
  ])(
    'CONF-10 %s: the entry is held, named with its place, the others work',
    async (_, extra, named) => {
      put(
        `{\n  ${entry(extra)},\n  "b": {"transport": "stdio", "command_argv": ["node", "y.js"]}\n}`,
      );
      const shown = await home.json(['server', 'list']);
      expect(list(field(shown, 'servers')).map((server) => field(server, 'id'))).toEqual(['b']);
      const [invalid] = list(field(shown, 'invalid'));
      expect(String(field(invalid, 'message'))).toContain(named);
      expect(field(invalid, 'line')).toBe(2);
      expect((await home.run(['probe', 'a'])).code).not.toBe(0);
      expect((await home.run(['call', 'a', 't'])).code).not.toBe(0);
    },
  );

  test('CONF-10 a policy with an unknown effect or a misspelt key never holds, and is reported', async () => {
    mkdirSync(home.path, { recursive: true, mode: 0o700 });
    writeFileSync(
      join(home.path, 'policy.yml'),
      'version: 1\nrules:\n  - id: one\n    efect: allow\n    tools: ["*"]\n',
    );
    const [item] = list(await home.json(['trust', 'list']));
    expect(field(item, 'item')).toBe('file:policy.yml');
    expect(JSON.stringify(field(item, 'problem'))).toMatch(/efect/);
    expect((await home.run(['trust', 'accept', 'file:policy.yml'])).code).not.toBe(0);
  });
});
