import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { field, list } from '../cli/gatehouse-home.ts';
import { type AnyClient, modernClient, v1Client } from '../gateway/gateway-home.ts';
import { PeersHome } from './peers-home.ts';
import { makeRepository, realServers } from './real-servers.ts';

const home = new PeersHome();
const repository = join(home.work, 'repository');
const servers = realServers(home.work);
const clients: AnyClient[] = [];

beforeAll(async () => {
  mkdirSync(repository);
  makeRepository(repository);
  writeFileSync(join(repository, 'loose.txt'), 'not committed');
  home.writeRegistry(servers);
  home.writeAgent('all', 'mcp:\n  online_tool: { "*": ["*"] }\n');
  await home.serve();
  await home.ready(Object.keys(servers), ['all']);
  const token = await home.tokenOf('all');
  clients.push(await modernClient(home.url, token), await v1Client(home.url, token));
}, 120_000);
afterAll(async () => {
  for (const client of clients) await client.close();
  await home.close();
});

const CALLS: readonly (readonly [string, Record<string, unknown>, RegExp])[] = [
  ['everything__echo', { message: 'over here' }, /Echo: over here/],
  ['files__read_text_file', { path: join(repository, 'loose.txt') }, /not committed/],
  [
    'memory__create_entities',
    { entities: [{ name: 'Gatehouse', entityType: 'app', observations: ['asks first'] }] },
    /asks first/,
  ],
  ['sqlite__create_table', { query: 'CREATE TABLE kept (a INTEGER)' }, /\[\]/],
  ['git__git_status', { path: repository }, /loose\.txt/],
  [
    'browser__browser_navigate',
    { url: 'data:text/html,<title>Seen by a browser</title>' },
    /Seen by a browser/,
  ],
];

test('seven real servers are up at once, and each answers a real call through one token', async () => {
  const [modern, older] = clients;
  if (modern === undefined || older === undefined) throw new Error('There is no client.');
  const names = list(await modern.list()).map((tool) => String(field(tool, 'name')));
  for (const id of Object.keys(servers))
    expect(names.filter((name) => name.startsWith(`${id}__`)).length, id).toBeGreaterThan(1);
  expect(list(await older.list()).map((tool) => String(field(tool, 'name')))).toEqual(names);

  await Promise.all(
    CALLS.map(async ([name, args, said]) => {
      const result = await modern.call(name, args);
      expect(JSON.stringify(field(result, 'content')), name).toMatch(said);
    }),
  );
  expect(JSON.stringify(await older.call('sqlite__list_tables', {}))).toContain('kept');
  // Without the internet its own words about that count; what matters is that they are its own.
  const docs = await modern.call('context7__resolve-library-id', {
    libraryName: 'react',
    query: 'How do hooks work?',
  });
  const words = String(field(list(field(docs, 'content'))[0], 'text'));
  expect(words).toMatch(/librar/i);
  expect(words).not.toMatch(/^\[/);

  const states = list(field(await home.door('GET', '/mcp'), 'servers')).map((server) =>
    field(field(server, 'connection'), 'state'),
  );
  expect(states).toEqual(Object.keys(servers).map(() => 'ready'));
}, 60_000);
