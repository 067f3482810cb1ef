import {
  appendFileSync,
  existsSync,
  readFileSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { adminRequest } from '../cli/admin-request.ts';
import { field, GatehouseHome, list } from '../cli/gatehouse-home.ts';
import { startPeer } from '../servers/http-peers.ts';

const tools = fileURLToPath(new URL('../../fixtures/servers/tools.mjs', import.meta.url));

let home: GatehouseHome;
beforeEach(() => {
  home = new GatehouseHome();
});
afterEach(() => home.close());

const registry = () => join(home.path, 'mcp_servers.json');
const notes = () => join(home.work, 'notes');
const starts = () =>
  existsSync(notes()) ? (readFileSync(notes(), 'utf8').match(/^start /gm)?.length ?? 0) : 0;
const entries = () => JSON.parse(readFileSync(registry(), 'utf8'));
const save = (value: unknown) => writeFileSync(registry(), JSON.stringify(value, null, 2));
const trustOf = async (id: string) =>
  field(
    list(field(await home.json(['server', 'list']), 'servers')).find(
      (server) => field(server, 'id') === id,
    ),
    'trust',
  );

describe('APPR-06 nothing runs before a yes, and a yes holds for exactly what was shown', () => {
  test('APPR-06 an entry that was never confirmed is neither probed, tested, connected nor called', async () => {
    await home.run(['server', 'list']);
    const peer = await startPeer((_request, response) => response.end());
    save({
      local: { transport: 'stdio', command_argv: ['node', tools, `--notes=${notes()}`] },
      far: { transport: 'http', url: peer.url },
    });
    for (const id of ['local', 'far'])
      for (const line of [
        ['probe', id],
        ['server', 'connect', id],
        ['call', id, 'echo'],
        ['read', id, 'note://x'],
        ['prompt', id, 'x'],
      ])
        expect((await home.run(line)).code, line.join(' ')).not.toBe(0);
    expect(starts()).toBe(0);
    expect(peer.seen).toEqual([]);
  });

  test.each([
    ['its command', { command_argv: ['node', tools, '--notes=NOTES', '--version=2025-06-18'] }],
    ['its variables', { env: { EXTRA: '1' } }],
    ['the names of its secrets', { env_keys: ['A_TOKEN'] }],
    ['its folder', { cwd: '/' }],
    ['its transport', { transport: 'http', url: 'http://127.0.0.1:9/mcp', command_argv: [] }],
  ])('APPR-06 an outside edit of %s takes the yes back, whatever the name', async (_, changes) => {
    await home.add('same', ['node', tools, `--notes=${notes()}`]);
    expect((await home.run(['call', 'same', 'echo', '--args', '{}'])).code).toBe(0);
    const before = starts();
    const all = entries();
    const text = JSON.stringify({ ...all.same, ...changes }).replaceAll('NOTES', notes());
    save({ ...all, same: JSON.parse(text) });
    expect(await trustOf('same')).toBe('changed');
    for (const line of [
      ['call', 'same', 'echo', '--args', '{}'],
      ['probe', 'same'],
    ])
      expect((await home.run(line)).code, line.join(' ')).not.toBe(0);
    expect(starts()).toBe(before);
  });

  test('APPR-06 another address, or another header for the secret, takes the yes of a remote server back', async () => {
    const first = await startPeer((_request, response) => response.end());
    const second = await startPeer((_request, response) => response.end());
    const line = ['server', 'add', 'far', '--http', first.url];
    const shown = await home.json(line, 4);
    await home.json([...line, '--confirm', String(field(shown, 'launch_hash'))]);
    const all = entries();
    for (const changes of [
      { url: second.url },
      { auth: { kind: 'env_header', env_key: 'A_TOKEN', header_name: 'X-Key' } },
    ]) {
      save({ far: { ...all.far, ...changes } });
      expect((await home.run(['probe', 'far'])).code).not.toBe(0);
    }
    expect(first.seen).toEqual([]);
    expect(second.seen).toEqual([]);
  });

  test('APPR-06 an executable that now leads elsewhere is not run under the old yes', async () => {
    const [link, real, other] = ['runner', 'real', 'other'].map((name) => join(home.work, name));
    const node = process.execPath;
    for (const path of [real, other]) {
      if (path === undefined) continue;
      writeFileSync(path, `#!/bin/sh\nexec ${node} "$@"\n`, { mode: 0o755 });
    }
    appendFileSync(String(other), '# another program\n');
    symlinkSync(String(real), String(link));
    await home.json(['settings', 'set', JSON.stringify({ runners: ['node', link] })]);
    await home.add('linked', [String(link), tools, `--notes=${notes()}`]);
    expect((await home.run(['call', 'linked', 'echo', '--args', '{}'])).code).toBe(0);
    const before = starts();
    unlinkSync(String(link));
    symlinkSync(String(other), String(link));
    expect((await home.run(['call', 'linked', 'echo', '--args', '{}'])).code).toBe(4);
    expect(starts()).toBe(before);
  });
});

describe('NAME-05 an odd name never makes an entry that cannot be removed', () => {
  test.each([
    'a/b',
    '..',
    'a?b#c',
    '%2F',
    'CON',
    'dot.',
    'space ',
    'x'.repeat(300),
    '数据',
    'A__B',
  ])(
    'NAME-05 %j as a key of the file is shown with its place, runs nothing, and can be removed',
    async (name) => {
      await home.run(['server', 'list']);
      save({
        [name]: { transport: 'stdio', command_argv: ['node', tools, `--notes=${notes()}`] },
        good: { transport: 'stdio', command_argv: ['node', tools] },
      });
      const shown = await home.json(['server', 'list']);
      const ids = list(field(shown, 'servers')).map((server) => field(server, 'id'));
      const invalid = list(field(shown, 'invalid')).map((entry) => field(entry, 'id'));
      expect(ids).toContain('good');
      expect([...ids, ...invalid]).toContain(name);
      expect((await home.run(['probe', name])).code).not.toBe(0);
      expect(starts()).toBe(0);
      const removed = await home.run(['server', 'remove', name]);
      expect(removed.code, removed.stderr).toBe(0);
      expect(Object.keys(entries())).toEqual(['good']);
    },
  );

  test('NAME-05 such entries are removed through the admin door too', async () => {
    const serving = home.start(['serve', '--port', '0']);
    await serving.says('Stop it with');
    for (const name of ['..', '%2F', 'a?b#c']) {
      save({ [name]: { transport: 'stdio', command_argv: ['node', tools] } });
      const removed = await home.run(['server', 'remove', name]);
      expect(removed.code, removed.stderr).toBe(0);
      expect(entries()).toEqual({});
    }
  });

  test('NAME-05 a pasted name of any kind becomes a plain id and stays the shown name; every route reaches it', async () => {
    const serving = home.start(['serve', '--port', '0']);
    await serving.says('Stop it with');
    for (const name of ['a/b', '..', '数据库', 'My Server!']) {
      const pasted = JSON.stringify({ mcpServers: { [name]: { command: 'node', args: [tools] } } });
      const parsed = await adminRequest(home, 'POST', '/paste', { text: pasted });
      const found = list(field(parsed.body, 'candidates'))[0];
      const id = String(field(found, 'id'));
      expect(id).toMatch(/^[a-z0-9]+([_-][a-z0-9]+)*$/);
      const shown = await home.json(['server', 'add', id, '--name', name, '--', 'node', tools], 4);
      const confirm = ['--confirm', String(field(shown, 'launch_hash'))];
      await home.json(['server', 'add', id, '--name', name, ...confirm, '--', 'node', tools]);
      expect(field(field(await home.json(['server', 'show', id]), 'registration'), 'name')).toBe(
        name,
      );
      await home.json(['server', 'disable', id]);
      await home.json(['server', 'remove', id]);
    }
  });
});
