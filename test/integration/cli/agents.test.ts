import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { adminRequest } from './admin-request.ts';
import { field, GatehouseHome, list } from './gatehouse-home.ts';

const tools = fileURLToPath(new URL('../../fixtures/servers/tools.mjs', import.meta.url));

let home: GatehouseHome;
beforeEach(() => {
  home = new GatehouseHome();
});
afterEach(() => home.close());

const file = (name: string) => join(home.path, 'agents', `${name}.yml`);
const agent = (name: string) => home.json(['agent', 'show', name]);
const codeOf = async (line: readonly string[], exit: number) =>
  field(await home.json(line, exit), 'code');

describe('the agent "default"', () => {
  test('comes with a new home, allows nothing, and says in its file how to allow something', async () => {
    const agents = list(await home.json(['agent', 'list']));
    expect(agents).toMatchObject([
      { name: 'you', built_in: true, file: null },
      { name: 'default', built_in: false, servers: {}, pending: false, problem: null, clients: 0 },
    ]);
    expect(readFileSync(file('default'), 'utf8')).toContain('gatehouse agent allow default');
  });

  test('a new server does not join it, nor one that is added after a server was allowed', async () => {
    await home.add('one', ['node', tools]);
    expect(await agent('default')).toMatchObject({ servers: {} });
    await home.json(['agent', 'allow', 'default', 'one', 'read_*']);
    await home.add('two', ['node', tools]);
    expect(await agent('default')).toMatchObject({ servers: { one: ['read_*'] } });
    await home.json(['probe', 'two']);
    expect(await codeOf(['call', 'two', 'echo', '--agent', 'default'], 4)).toBe('denied');
    await home.json(['agent', 'allow', 'default', 'two', 'echo']);
    expect((await home.run(['call', 'two', 'echo', '--agent', 'default'])).code).toBe(0);
  });

  test('a tool that its server does not have is allowed with a word about it', async () => {
    await home.add('one', ['node', tools]);
    await home.json(['probe', 'one']);
    const shown = await home.json(['agent', 'allow', 'default', 'one', 'echo', 'ehco']);
    expect(shown).toMatchObject({
      servers: { one: ['echo', 'ehco'] },
      warnings: [{ code: 'unknown_tool', params: { server: 'one', tool: 'ehco' } }],
    });
  });

  test('once it was removed it stays away', async () => {
    await home.json(['agent', 'remove', 'default']);
    expect(existsSync(file('default'))).toBe(false);
    expect(list(await home.json(['agent', 'list']))).toMatchObject([{ name: 'you' }]);
  });

  test('a file of that name that was there before the home waits for a yes', async () => {
    const text = 'name: default\nmcp: { online_tool: { "*": ["*"] } }\n';
    await home.run(['agent', 'list']);
    rmSync(join(home.path, 'state'), { recursive: true });
    writeFileSync(file('default'), text);
    expect(await agent('default')).toMatchObject({
      ...{ servers: {}, pending: true, problem: { code: 'trust_pending' } },
    });
    expect(readFileSync(file('default'), 'utf8')).toBe(text);
  });
});

test('an agent is made, allowed a server, changed, given a token, listed, and removed', async () => {
  await home.add('files', ['node', tools]);
  await home.json(['agent', 'create', 'reader', '--description', 'Reads: only']);
  writeFileSync(file('reader'), `# Mine.\n${readFileSync(file('reader'), 'utf8')}`);
  await home.json(['trust', 'accept', 'file:agents/reader.yml']);
  await home.json(['agent', 'allow', 'reader', 'files', 'read_*', 'list_*']);
  await home.json([
    'agent',
    'set',
    'reader',
    '--high',
    'deny',
    '--roots',
    '~/papers,/srv',
    '--prefix',
    'none',
  ]);
  expect(await agent('reader')).toMatchObject({
    ...{ description: 'Reads: only', servers: { files: ['read_*', 'list_*'] } },
    ...{ approval: { low: 'allow', high: 'deny' }, roots: ['~/papers', '/srv'], prefix: 'none' },
    ...{ file: file('reader'), text: readFileSync(file('reader'), 'utf8'), pending: false },
  });
  expect(home.read('agents', 'reader.yml')).toMatch(/^# Mine\.\n/);

  const made = await home.json(['agent', 'token', 'reader', '--label', 'Cursor', '--hold', '5']);
  expect(made).toMatchObject({ agent: 'reader', label: 'Cursor' });
  const id = String(field(made, 'client_id'));
  expect(await home.json(['client', 'list'])).toMatchObject([
    { id, agent: 'reader', label: 'Cursor', hold_s: 5 },
  ]);
  expect(await codeOf(['agent', 'remove', 'reader'], 4)).toBe('denied');
  expect(await agent('reader')).toMatchObject({ clients: 1 });
  await home.json(['agent', 'remove', 'reader', '--revoke-clients']);
  expect(await home.json(['client', 'list'])).toEqual([]);
  expect(await codeOf(['agent', 'show', 'reader'], 3)).toBe('not_found');
  expect(existsSync(file('reader'))).toBe(false);

  const noted = list(await home.json(['journal', 'list', '--agent', 'reader']));
  expect(noted).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({
        kind: 'config_change',
        detail: expect.objectContaining({
          ...{ change: 'agent tools', server_id: 'files', before: [], after: ['read_*', 'list_*'] },
        }),
      }),
    ]),
  );
  expect(list(await home.json(['journal', 'list', '--client', id]))).toMatchObject([
    { decision: 'client token created' },
  ]);
});

test('what cannot be is refused with its reason, and nothing is written', async () => {
  await home.json(['agent', 'create', 'reader']);
  const before = home.read('agents', 'reader.yml');
  expect(await codeOf(['agent', 'create', 'reader'], 1)).toBe('already_exists');
  expect(await codeOf(['agent', 'create', 'you'], 1)).toBe('invalid_entry');
  expect(await codeOf(['agent', 'create', 'Not A Name'], 2)).toBe('bad_arguments');
  expect(await codeOf(['agent', 'allow', 'reader', 'nowhere'], 3)).toBe('not_found');
  expect(await codeOf(['agent', 'allow', 'nobody', '*'], 3)).toBe('not_found');
  expect(await codeOf(['agent', 'set', 'reader', '--high', 'allow'], 2)).toBe('bad_arguments');
  expect(await codeOf(['agent', 'set', 'reader', '--sampling', 'maybe'], 2)).toBe('usage');
  expect(await codeOf(['agent', 'set', 'reader'], 2)).toBe('usage');
  expect(await codeOf(['agent', 'remove', 'you'], 1)).toBe('invalid_entry');
  const edited = await home.run(['agent', 'edit', 'reader'], 'name: reader\nprefixx: none\n');
  expect(edited.code).toBe(1);
  expect(edited.stderr).toMatch(/line 2, column 1.*Did you mean "prefix"/);
  expect(home.read('agents', 'reader.yml')).toBe(before);
});

test('an edit from outside is neither lost nor brought along by an edit of ours', async () => {
  await home.add('files', ['node', tools]);
  await home.json(['agent', 'create', 'reader']);
  const outside = 'name: reader\nmcp: { online_tool: { files: ["*"] } }\n';
  writeFileSync(file('reader'), outside);
  expect(await codeOf(['agent', 'allow', 'reader', 'files', 'a'], 4)).toBe('trust_pending');
  expect(await agent('reader')).toMatchObject({ servers: {}, pending: true });
  expect(home.read('agents', 'reader.yml')).toBe(outside);
  const whole = 'name: reader\nmcp: { online_tool: { files: [b] } }\n';
  expect((await home.run(['agent', 'edit', 'reader'], whole)).code).toBe(0);
  expect(await agent('reader')).toMatchObject({ servers: { files: ['b'] }, pending: false });
});

test('a server that was removed stays in the agent as a warning', async () => {
  await home.add('files', ['node', tools]);
  await home.json(['agent', 'allow', 'default', 'files']);
  await home.json(['server', 'remove', 'files']);
  expect(await agent('default')).toMatchObject({
    ...{ servers: { files: ['*'] }, problem: null },
    warnings: [{ code: 'unknown_server', params: { server: 'files' } }],
  });
  await home.json(['agent', 'disallow', 'default', 'files']);
  expect(await agent('default')).toMatchObject({ servers: {}, warnings: [] });
});

test('several servers without a prefix are pointed out', async () => {
  await home.add('files', ['node', tools]);
  await home.add('notes', ['node', tools]);
  await home.json(['agent', 'set', 'default', '--prefix', 'none']);
  await home.json(['agent', 'allow', 'default', 'files']);
  expect(await agent('default')).toMatchObject({ warnings: [] });
  await home.json(['agent', 'allow', 'default', 'notes']);
  expect(await agent('default')).toMatchObject({
    warnings: [{ code: 'prefix_none_many_servers' }],
  });
});

test('texts for the clients name the gateway and hold no token', async () => {
  const shown = await home.json(['agent', 'snippets', 'default']);
  expect(shown).toMatchObject({ agent: 'default', url: 'http://127.0.0.1:7420/mcp' });
  expect(list(field(shown, 'snippets'))).toHaveLength(12);
  expect(JSON.stringify(shown)).toContain('<TOKEN>');
  const token = `gth_${'a'.repeat(43)}`;
  await home.start(['serve', '--port', '0']).says('Stop it with');
  const { body } = await adminRequest(home, 'POST', '/agents/default/snippets', { token });
  expect(JSON.stringify(body)).toContain(token);
  expect(await codeOf(['agent', 'snippets', 'nobody'], 3)).toBe('not_found');
});

test('where answers need a code, so does whatever lets an agent do more; less needs none', async () => {
  await home.add('files', ['node', tools]);
  await home.json(['agent', 'allow', 'default', 'files']);
  const serving = home.start(['serve', '--approver', '--port', '0']);
  await serving.says('Stop it with');
  for (const line of [
    ['agent', 'create', 'reader'],
    ['agent', 'allow', 'default', 'files', 'b'],
    ['agent', 'set', 'default', '--sampling', 'on'],
    ['agent', 'edit', 'default'],
    ['agent', 'token', 'default'],
  ])
    expect(await codeOf(line, 4), line.join(' ')).toBe('not_an_approver');
  expect(existsSync(file('reader'))).toBe(false);
  expect(await home.json(['client', 'list'])).toEqual([]);
  await home.json(['agent', 'disallow', 'default', 'files']);
  await home.json(['agent', 'remove', 'default']);
});
