import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src-main/kernel/clock.ts';
import { openRegistry } from '../../../src-main/registry/open-registry.ts';
import type { Registry } from '../../../src-main/registry/registry.ts';
import { by, done, failed, type Home, makeHome, until } from './home.ts';

const FILE = `{
  // my notes about files
  "files": {
    "transport": "stdio",
    "command_argv": ["npx", "files@1"], // pinned
    "x-mine": true,
    "tool_risk_overrides": { "rm": "high" }
  }
}
`;

let home: Home;
let open: Registry[];

beforeEach(() => {
  home = makeHome();
  open = [];
});
afterEach(async () => {
  for (const registry of open) await registry.close();
  home.drop();
});

async function registry(watch = false): Promise<Registry> {
  const { paths, trust } = home;
  const opened = done(await openRegistry({ paths, trust, clock: systemClock, watch }));
  open.push(opened);
  return opened;
}

async function confirmed(): Promise<Registry> {
  home.write(FILE);
  const opened = await registry();
  const hash = opened.get('files')?.launch_hash ?? '';
  done(await opened.confirm('files', hash, '/usr/bin/npx', by));
  return opened;
}

const outside = (from: string, to: string): void => home.write(home.read().replace(from, to));

describe('adding, changing and removing', () => {
  test('a missing file is an empty registry and is made by the first server', async () => {
    const servers = await registry();
    expect(servers.snapshot()).toMatchObject({ problem: null, servers: [], invalid: [] });
    const added = done(
      await servers.add('files', { transport: 'stdio', command_argv: ['npx', 'files'] }, by),
    );
    expect(added).toMatchObject({ trust: 'unconfirmed', confirmed_executable: null });
    expect(JSON.parse(home.read())).toEqual({
      files: { transport: 'stdio', command_argv: ['npx', 'files'], enabled: true },
    });
  });

  test('comments, unknown keys and foreign servers survive; only what differs is touched', async () => {
    const servers = await confirmed();
    outside('"x-mine": true,', '"x-mine": true, "y": [1], // new');
    done(await servers.edit('files', { name: 'Files' }, by));
    expect(home.read()).toBe(
      FILE.replace('"x-mine": true,', '"x-mine": true, "y": [1], // new').replace(
        '"rm": "high" }\n',
        '"rm": "high" },\n    "name": "Files"\n',
      ),
    );
  });

  test('the replaced version is kept, twenty of them at most', async () => {
    const servers = await confirmed();
    for (let turn = 1; turn <= 23; turn += 1) {
      done(await servers.edit('files', { name: `Files ${turn}` }, by));
    }
    const kept = readdirSync(home.paths.backups).sort();
    expect(kept).toHaveLength(20);
    const newest = readFileSync(join(home.paths.backups, kept.at(-1) ?? ''), 'utf8');
    expect(newest).toContain('"name": "Files 22"');
  });

  test('what is not valid is refused and nothing is written', async () => {
    const servers = await confirmed();
    const add = (id: string, url: string) => servers.add(id, { transport: 'http', url }, by);
    expect(failed(await add('Bad Id', 'https://a.example'))).toMatchObject({
      code: 'bad_arguments',
    });
    expect(failed(await add('web', 'ftp://a.example')).message).toMatch(/"url" is "ftp/);
    expect(failed(await add('files', 'https://a.example'))).toMatchObject({
      code: 'already_exists',
    });
    expect(failed(await servers.edit('nobody', {}, by))).toMatchObject({ code: 'not_found' });
    expect(failed(await servers.remove('nobody', by))).toMatchObject({ code: 'not_found' });
    const empty = await servers.edit('files', { command_argv: [] }, by);
    expect(failed(empty).message).toMatch(/needs a command/);
    expect(home.read()).toBe(FILE);
  });

  test('an invalid entry is shown with its line, cannot be changed, and can be removed', async () => {
    home.write(
      '{\n  "ok": { "transport": "http", "url": "https://a" },\n  "bad": { "transport": 7 }\n}\n',
    );
    const servers = await registry();
    expect(servers.snapshot().invalid).toMatchObject([{ id: 'bad', line: 3, column: 12 }]);
    expect(failed(await servers.edit('bad', { enabled: false }, by))).toMatchObject({
      code: 'invalid_entry',
      params: { id: 'bad', line: 3 },
    });
    const again = await servers.add('bad', { transport: 'http', url: 'https://b' }, by);
    expect(failed(again)).toMatchObject({ code: 'already_exists' });
    done(await servers.remove('bad', by));
    expect(home.read()).toBe('{\n  "ok": { "transport": "http", "url": "https://a" }\n}\n');
  });

  test('a link is followed and stays a link', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'gatehouse-dotfiles-'));
    const target = join(elsewhere, 'servers.json');
    writeFileSync(target, FILE);
    symlinkSync(target, home.paths.registry);
    const servers = await registry(true);
    done(await servers.edit('files', { enabled: false }, by));
    expect(readlinkSync(home.paths.registry)).toBe(target);
    expect(readFileSync(target, 'utf8')).toContain('"enabled": false');
    let told = 0;
    servers.changed.subscribe(() => {
      told += 1;
    });
    writeFileSync(
      target,
      readFileSync(target, 'utf8').replace('"enabled": false', '"enabled": true'),
    );
    await until(() => told === 1);
    rmSync(elsewhere, { recursive: true });
  });

  test('a byte-order mark and Windows line ends stay', async () => {
    home.write(`\uFEFF${FILE.replaceAll('\n', '\r\n')}`);
    const servers = await registry();
    done(await servers.edit('files', { enabled: false }, by));
    expect(home.read().startsWith('\uFEFF{\r\n')).toBe(true);
    expect(home.read().replaceAll('\r\n', '')).not.toContain('\n');
  });
});

describe('a file that cannot be read', () => {
  test.each([
    ['empty', '', 1, 1],
    ['cut in half', FILE.slice(0, FILE.length / 2), 5, null],
    ['with conflict markers', FILE.replace('  // my', '<<<<<<< ours\n  // my'), 2, 1],
    ['a list', '\n[]', 2, 1],
  ])('%s: shown with its place, never overwritten', async (_name, text, line, column) => {
    home.write(text);
    const servers = await registry();
    const { problem } = servers.snapshot();
    expect(problem).toMatchObject(column === null ? { line } : { line, column });
    const add = await servers.add('web', { transport: 'http', url: 'https://a' }, by);
    expect(failed(add)).toMatchObject({ code: 'unreadable_file', params: { line } });
    expect(failed(await servers.remove('files', by))).toMatchObject({ code: 'unreadable_file' });
    expect(home.read()).toBe(text);
  });

  test('UTF-16: shown, never overwritten', async () => {
    const bytes = Buffer.from(`\uFEFF${FILE}`, 'utf16le');
    writeFileSync(home.paths.registry, bytes);
    const servers = await registry();
    expect(servers.snapshot().problem?.message).toMatch(/UTF-16/);
    const add = await servers.add('web', { transport: 'http', url: 'https://a' }, by);
    expect(failed(add)).toMatchObject({ code: 'unreadable_file' });
    expect(readFileSync(home.paths.registry)).toEqual(bytes);
  });

  test('broken while open: the servers stay as they were, every write and yes is refused', async () => {
    const servers = await confirmed();
    home.write(`${FILE}}`);
    expect(servers.snapshot()).toMatchObject({ problem: { line: 10, column: 1 }, invalid: [] });
    expect(servers.get('files')).toMatchObject({ trust: 'confirmed' });
    const hash = servers.get('files')?.launch_hash ?? '';
    for (const refused of [
      await servers.edit('files', { enabled: false }, by),
      await servers.confirm('files', hash, null, by),
      await servers.accept('files', by),
    ]) {
      expect(failed(refused)).toMatchObject({ code: 'unreadable_file', params: { line: 10 } });
    }
    home.write(FILE.replace('"x-mine": true', '"enabled": false'));
    expect(servers.snapshot().problem).toBeNull();
    expect(servers.get('files')?.registration.enabled).toBe(false);
  });
});

describe('what holds is what a person accepted', () => {
  test('a yes is bound to the hash of what is written now', async () => {
    home.write(FILE);
    const servers = await registry();
    const hash = servers.get('files')?.launch_hash ?? '';
    outside('files@1', 'evil@1');
    expect(failed(await servers.confirm('files', hash, null, by))).toMatchObject({
      code: 'hash_mismatch',
      params: { given: hash },
    });
    expect(servers.get('files')).toMatchObject({ trust: 'unconfirmed' });
  });

  test('it holds after a restart', async () => {
    await confirmed();
    home.reopenTrust();
    expect((await registry()).get('files')).toMatchObject({
      trust: 'confirmed',
      confirmed_executable: '/usr/bin/npx',
    });
  });

  test.each([
    ['an argument', '"files@1"', '"files@1", "--all"', 'command_argv'],
    [
      'a plain variable',
      '"x-mine": true',
      '"env": { "LD_PRELOAD": "/tmp/x.so" }',
      'env.LD_PRELOAD',
    ],
    ['a secret', '"x-mine": true', '"env_keys": ["GITHUB_TOKEN"]', 'env_keys'],
    ['the folder', '"x-mine": true', '"cwd": "/tmp"', 'cwd'],
    ['auth', '"x-mine": true', '"auth": { "env_key": "X" }', 'auth.env_key'],
  ])(
    'a launch with %s changed from outside is no longer confirmed',
    async (_n, from, to, field) => {
      const servers = await confirmed();
      outside(from, to);
      const found = servers.get('files');
      expect(found?.trust).toBe('changed');
      expect(found?.changes.map((change) => change.field)).toEqual([field]);
      expect(failed(await servers.accept('files', by))).toMatchObject({ code: 'unconfirmed' });
      outside(to, from);
      expect(servers.get('files')?.trust).toBe('confirmed');
    },
  );

  test('risk overrides changed together with the launch do not hold before it is confirmed', async () => {
    const servers = await confirmed();
    outside('files@1', 'files@2');
    outside('"rm": "high"', '"rm": "low"');
    expect(servers.get('files')).toMatchObject({
      trust: 'changed',
      registration: { command_argv: ['npx', 'files@2'], tool_risk_overrides: { rm: 'high' } },
      changes: [{ field: 'command_argv' }, { field: 'tool_risk_overrides.rm' }],
    });
    const hash = servers.get('files')?.launch_hash ?? '';
    done(await servers.confirm('files', hash, null, by));
    expect(servers.get('files')).toMatchObject({
      trust: 'confirmed',
      changes: [],
      registration: { tool_risk_overrides: { rm: 'low' } },
    });
  });

  test('risk overrides and capabilities changed from outside wait; the accepted ones apply', async () => {
    const servers = await confirmed();
    outside('"rm": "high"', '"rm": "low"');
    outside('"x-mine": true', '"capabilities": ["tools", "sampling"]');
    expect(servers.get('files')).toMatchObject({
      trust: 'pending',
      registration: {
        tool_risk_overrides: { rm: 'high' },
        capabilities: ['tools', 'resources', 'prompts'],
      },
      written: { tool_risk_overrides: { rm: 'low' }, capabilities: ['tools', 'sampling'] },
      changes: [
        { field: 'capabilities' },
        { field: 'tool_risk_overrides.rm', before: '"high"', after: '"low"' },
      ],
    });
    done(await servers.accept('files', by));
    expect(servers.get('files')).toMatchObject({
      trust: 'confirmed',
      changes: [],
      registration: { tool_risk_overrides: { rm: 'low' }, capabilities: ['tools', 'sampling'] },
    });
  });

  test('switching off, a name and time limits apply at once', async () => {
    const servers = await confirmed();
    outside('"x-mine": true', '"enabled": false, "name": "F", "timeouts": { "call_s": 9 }');
    expect(servers.get('files')).toMatchObject({
      trust: 'confirmed',
      registration: { enabled: false, name: 'F', timeouts: { call_s: 9 } },
    });
  });

  test('a change through Gatehouse is accepted with it, an outside edit beside it is not', async () => {
    const servers = await confirmed();
    outside('"rm": "high"', '"rm": "low"');
    done(await servers.edit('files', { capabilities: ['tools'] }, by));
    expect(servers.get('files')).toMatchObject({
      trust: 'pending',
      registration: { capabilities: ['tools'], tool_risk_overrides: { rm: 'high' } },
      changes: [{ field: 'tool_risk_overrides.rm' }],
    });
    done(await servers.edit('files', { name: 'F', enabled: false }, by));
    expect(servers.get('files')?.trust).toBe('pending');
    done(await servers.edit('files', { tool_risk_overrides: { mv: 'high' } }, by));
    expect(servers.get('files')).toMatchObject({
      trust: 'confirmed',
      registration: { tool_risk_overrides: { mv: 'high' } },
    });
  });

  test('a changed launch through Gatehouse asks again and says what changed', async () => {
    const servers = await confirmed();
    const edited = done(await servers.edit('files', { command_argv: ['npx', 'files@2'] }, by));
    expect(edited).toMatchObject({
      trust: 'changed',
      changes: [{ field: 'command_argv', before: '["npx","files@1"]', after: '["npx","files@2"]' }],
    });
    expect(servers.confirmedLaunch('files')?.launch.command_argv).toEqual(['npx', 'files@1']);
    done(await servers.confirm('files', edited.launch_hash, null, by));
    expect(servers.get('files')).toMatchObject({ trust: 'confirmed', confirmed_executable: null });
  });

  test('a removed server’s yes goes with it, also when the same entry comes back', async () => {
    const servers = await confirmed();
    done(await servers.remove('files', by));
    home.write(FILE);
    expect(servers.get('files')?.trust).toBe('unconfirmed');
  });

  test('an entry added anew under an id that was taken out by hand starts unconfirmed', async () => {
    const servers = await confirmed();
    home.write('{}');
    const added = await servers.add(
      'files',
      { transport: 'stdio', command_argv: ['npx', 'files@1'] },
      by,
    );
    expect(done(added).trust).toBe('unconfirmed');
  });

  test('without the key, or with another one, nothing is confirmed and no yes can be given', async () => {
    await confirmed();
    for (const key of [null, new Uint8Array(32)]) {
      home.reopenTrust(key);
      const servers = await registry();
      expect(servers.get('files')?.trust).toBe('unconfirmed');
    }
    home.reopenTrust(null);
    const servers = await registry();
    const hash = servers.get('files')?.launch_hash ?? '';
    expect(failed(await servers.confirm('files', hash, null, by))).toMatchObject({
      code: 'keychain_unavailable',
    });
    const version = servers.snapshot().config_version;
    done(await servers.edit('files', { enabled: false }, by));
    expect(servers.snapshot().config_version).toBeGreaterThan(version);
  });

  test('a row of trust of another shape holds for nothing', async () => {
    const servers = await confirmed();
    done(home.trust.put('accepted', 'server:files', { capabilities: 'all' }));
    done(await servers.edit('files', { name: 'x' }, by));
    expect(servers.get('files')).toMatchObject({
      trust: 'pending',
      registration: { capabilities: [], tool_risk_overrides: {} },
    });
    done(home.trust.put('confirmation', 'files', { launch_hash: 7 }));
    done(await servers.edit('files', { name: 'y' }, by));
    expect(servers.get('files')?.trust).toBe('unconfirmed');
  });
});

describe('edits from outside are seen while open', () => {
  test('at the next read, before any watcher: also with equal size and time', async () => {
    const servers = await confirmed();
    const time = new Date();
    for (let turn = 0; turn < 50; turn += 1) {
      const version = String(turn % 10);
      home.write(FILE.replace('files@1', `files@${version}`));
      utimesSync(home.paths.registry, time, time);
      await nextTurn();
      expect(servers.get('files')?.written.command_argv[1]).toBe(`files@${version}`);
    }
  });

  test.each([
    ['written in place', (text: string) => home.write(text)],
    [
      'renamed into its place',
      (text: string) => {
        writeFileSync(`${home.paths.registry}.tmp`, text);
        renameSync(`${home.paths.registry}.tmp`, home.paths.registry);
      },
    ],
  ])('%s: told with the id of the one server that changed', async (_name, write) => {
    home.write(FILE);
    const servers = await registry(true);
    const told: (string | null)[] = [];
    servers.changed.subscribe(({ id }) => told.push(id));
    write(FILE.replace('files@1', 'files@2'));
    await until(() => told.length > 0);
    expect(told).toEqual(['files']);
    write(`${FILE}}`);
    await until(() => told.length > 1);
    expect(told).toEqual(['files', null]);
  });

  test('a folder that appears later than the app, and a file that goes and comes back', async () => {
    const servers = await registry(true);
    const seen: number[] = [];
    servers.changed.subscribe(() => seen.push(servers.snapshot().servers.length));
    home.write(FILE);
    await until(() => seen.at(-1) === 1);
    rmSync(home.paths.registry);
    await until(() => seen.at(-1) === 0);
    home.write(FILE);
    await until(() => seen.at(-1) === 1);
  });

  test('every effective change counts the version up, any other does not', async () => {
    const servers = await confirmed();
    const version = () => servers.snapshot().config_version;
    const start = version();
    outside('"x-mine": true', '"x-mine": false');
    expect(version()).toBe(start);
    outside('"rm": "high"', '"rm": "low"');
    expect(version()).toBe(start + 1);
    outside('// my notes about files', '// other notes');
    expect(version()).toBe(start + 1);
    done(await servers.edit('files', { enabled: false }, by));
    expect(version()).toBe(start + 2);
  });

  test('so does a change made while nothing was open', async () => {
    const servers = await confirmed();
    const version = servers.snapshot().config_version;
    await servers.close();
    home.reopenTrust();
    expect((await registry()).snapshot().config_version).toBe(version);
    outside('"x-mine": true', '"enabled": false');
    home.reopenTrust();
    expect((await registry()).snapshot().config_version).toBe(version + 1);
  });

  test('an edit that another program makes during ours is merged, not lost', async () => {
    const servers = await confirmed();
    const edits = [1, 2, 3].map((turn) => servers.edit('files', { name: `F${turn}` }, by));
    outside('"x-mine": true,', '"x-mine": "theirs",');
    for (const edit of edits) {
      const result = await edit;
      if (!result.ok) expect(result.failure.code).toBe('file_conflict');
    }
    expect(home.read()).toContain('"x-mine": "theirs"');
    expect(home.read()).toContain('// pinned');
  });

  test('a folder in the place of the file is a problem, not a crash', async () => {
    mkdirSync(home.paths.registry);
    const servers = await registry();
    expect(servers.snapshot().problem?.message).toMatch(/file/);
    const add = await servers.add('web', { transport: 'http', url: 'https://a' }, by);
    expect(failed(add).code).toMatch(/unreadable_file|file_error/);
  });
});
