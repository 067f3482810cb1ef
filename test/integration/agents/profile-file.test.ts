import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AgentProfiles } from '../../../src-main/agents/agent-profiles.ts';
import { openAgentProfiles } from '../../../src-main/agents/profile-file.ts';
import { ok } from '../../../src-main/kernel/result.ts';
import { by, done, failed, type Home, makeHome, until } from '../registry/home.ts';

const READER = `name: reader
mcp: { online_tool: { files: ["read_*"], constructor: ["*"] } }
roots: ["~/papers"]
`;
const ITEM = 'file:agents/reader.yml';

let home: Home;
let open: AgentProfiles[];

beforeEach(() => {
  home = makeHome();
  open = [];
});
afterEach(() => {
  for (const agents of open) agents.close();
  home.drop();
});

async function profiles(watch = false): Promise<AgentProfiles> {
  const agents = done(await openAgentProfiles({ paths: home.paths, trust: home.trust, watch }));
  open.push(agents);
  return agents;
}
function write(name: string, text: string): void {
  mkdirSync(home.paths.agents, { recursive: true });
  writeFileSync(join(home.paths.agents, name), text);
}

test('"you" is built in: every server, high risk asks, and no file can replace it', async () => {
  write('you.yml', 'name: you\napproval: { high: deny }\n');
  const agents = await profiles();
  expect(agents.list()).toHaveLength(1);
  expect(agents.get('you')).toMatchObject({
    built_in: true,
    servers: { '*': ['*'] },
    approval: { low: 'allow', medium: 'allow', high: 'ask' },
    problem: null,
  });
  expect(agents.pending()[0]?.problem?.message).toMatch(/built in/);
  expect(failed(await agents.accept('file:agents/you.yml', by)).code).toBe('invalid_entry');
});

test('a new file may do nothing until it is accepted', async () => {
  write('reader.yml', READER);
  const agents = await profiles();
  expect(agents.get('reader')).toMatchObject({
    servers: {},
    approval: { low: 'deny', medium: 'deny', high: 'deny' },
    problem: { code: 'trust_pending' },
  });
  done(await agents.accept(ITEM, by));
  expect(agents.get('reader')).toMatchObject({
    servers: { files: ['read_*'] },
    roots: ['~/papers'],
    problem: null,
  });
  expect(agents.get('nobody')).toBeUndefined();
  expect(agents.get('../policy')).toBeUndefined();
});

test('a server named like a word of the language is only there when it is named', async () => {
  const agents = await profiles();
  done(await agents.set('reader', READER, by));
  done(await agents.set('writer', 'name: writer', by));
  expect(agents.get('reader')?.servers['constructor']).toEqual(['*']);
  expect(agents.get('writer')?.servers['constructor']).toBeUndefined();
});

test.each([
  ['wider tools', READER.replace('read_*', '*')],
  ['no roots', READER.replace('roots', '# roots')],
  ['broken YAML', 'name: ['],
  ['an inline connection', 'name: reader\nonlineTool: { x: { command: sh } }\n'],
])('an edit from outside (%s) changes nothing until accepted', async (_name, text) => {
  const agents = await profiles();
  done(await agents.set('reader', READER, by));
  write('reader.yml', text);
  expect(agents.get('reader')).toMatchObject({
    servers: { files: ['read_*'] },
    roots: ['~/papers'],
  });
  expect(agents.pending()).toMatchObject([{ item: ITEM, title: 'agents/reader.yml' }]);
});

test('what cannot be used is refused with its line', async () => {
  const agents = await profiles();
  write('reader.yml', 'name: reader\nonlineTool:\n  x: { command: sh }\n');
  const failure = failed(await agents.accept(ITEM, by));
  expect(failure).toMatchObject({ code: 'invalid_entry', params: { line: 3 } });
  expect(failed(await agents.set('reader', 'name: other', by)).code).toBe('invalid_entry');
  expect(failed(await agents.set('Bad Name', 'name: x', by)).code).toBe('invalid_entry');
});

test('a deleted file waits, and its agent is gone once that is accepted', async () => {
  const agents = await profiles();
  done(await agents.set('reader', READER, by));
  const path = join(home.paths.agents, 'reader.yml');
  expect(readFileSync(path, 'utf8')).toBe(READER);
  rmSync(path);
  expect(agents.get('reader')?.problem).toBeNull();
  done(await agents.accept(ITEM, by));
  expect(agents.get('reader')).toBeUndefined();
  expect(agents.list().map((agent) => agent.name)).toEqual(['you']);
});

test.each([
  ['with its file', false],
  ['without its file', true],
])(
  'an agent whose accepted row was deleted may do nothing and is shown, %s',
  async (_how, gone) => {
    done(await (await profiles()).set('reader', READER, by));
    const db = new DatabaseSync(home.paths.trustDb);
    db.exec(`DELETE FROM trust WHERE id = '${ITEM}'`);
    db.close();
    if (gone) rmSync(join(home.paths.agents, 'reader.yml'));
    home.reopenTrust();
    const agents = await profiles();
    expect(agents.get('reader')).toMatchObject({
      servers: {},
      problem: { message: expect.stringMatching(/gone or can no longer be verified/) },
    });
    done(await agents.accept(ITEM, by));
    expect(agents.get('reader')?.problem).toBe(gone ? undefined : null);
    expect(agents.pending()).toEqual([]);
  },
);

test('files that come and change while open are told, also when the folder is new', async () => {
  const agents = await profiles(true);
  let told = 0;
  agents.changed.subscribe(() => {
    told += 1;
  });
  write('reader.yml', READER);
  await until(() => told === 1);
  done(await agents.accept(ITEM, by));
  expect(told).toBe(2);
  write('reader.yml', `${READER}hosts: [a.example]\n`);
  await until(() => told === 3);
});

const withRoot = (root: string) => (text: string) =>
  ok(text.replace('"~/papers"', `"~/papers", "${root}"`));

test('edits that come at once are made one after the other, each on what the one before left', async () => {
  const [ours, theirs] = [await profiles(), await profiles()];
  done(await ours.create('reader', READER, by));
  const roots = ['/a', '/b', '/c', '/d'];
  const edits = roots.map((root, index) =>
    (index % 2 ? ours : theirs).edit('reader', withRoot(root), by),
  );
  for (const edit of await Promise.all(edits)) done(edit);
  expect([...(ours.get('reader')?.roots ?? [])].sort()).toEqual([...roots, '~/papers']);
  expect(ours.text('reader')).toBe(readFileSync(ours.file('reader') ?? '', 'utf8'));
});

test('an edit that ends in what cannot be used writes nothing', async () => {
  const agents = await profiles();
  done(await agents.create('reader', READER, by));
  const failure = failed(await agents.edit('reader', () => ok('name: reader\nrots: []\n'), by));
  expect(failure).toMatchObject({ code: 'invalid_entry', params: { line: 2 } });
  expect(readFileSync(agents.file('reader') ?? '', 'utf8')).toBe(READER);
  expect(agents.pending()).toEqual([]);
});

test('a file that nobody accepted is neither edited nor taken for a new one', async () => {
  write('reader.yml', READER);
  const agents = await profiles();
  expect(failed(await agents.create('reader', 'name: reader', by)).code).toBe('already_exists');
  expect(failed(await agents.edit('reader', withRoot('/a'), by)).code).toBe('trust_pending');
  expect(failed(await agents.edit('writer', withRoot('/a'), by)).code).toBe('not_found');
  expect(failed(await agents.edit('you', withRoot('/a'), by)).code).toBe('invalid_entry');
  expect(readFileSync(join(home.paths.agents, 'reader.yml'), 'utf8')).toBe(READER);
});

test('a removed agent is gone with its file, of which a backup stays; a linked file stays where it is', async () => {
  const agents = await profiles();
  const target = join(home.paths.home, 'elsewhere.yml');
  writeFileSync(target, READER);
  mkdirSync(home.paths.agents, { recursive: true });
  symlinkSync(target, join(home.paths.agents, 'reader.yml'));
  done(await agents.accept(ITEM, by));
  done(await agents.remove('reader', by));
  expect(agents.get('reader')).toBeUndefined();
  expect(agents.pending()).toEqual([]);
  expect(readFileSync(target, 'utf8')).toBe(READER);
  expect(readdirSync(home.paths.agents)).toEqual([]);
  const [backup = ''] = readdirSync(home.paths.backups);
  expect(readFileSync(join(home.paths.backups, backup), 'utf8')).toBe(READER);
  expect(failed(await agents.remove('reader', by)).code).toBe('not_found');
});
