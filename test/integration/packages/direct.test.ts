import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { field, list } from '../cli/gatehouse-home.ts';
import { commandLines, packageHome, serverPackage, toldOf } from './package-home.ts';

// Each command is a process of its own, and npm another.
vi.setConfig({ testTimeout: 180_000 });

test('a package is installed once and run by node alone; the next start needs neither npm nor the network', async () => {
  const { home, registry } = await packageHome();
  registry.publish(serverPackage('@little/told', '1.0.0'));
  const shown = await home.json(
    ['server', 'add', 't', '--', 'npx', '-y', '@little/told@1.0.0', 'a b', '--', '--flag'],
    4,
  );
  expect(field(shown, 'command_argv')).toContain('npx');
  expect(field(field(shown, 'effective'), 'command_argv')).toEqual([
    expect.stringMatching(/\/node$/),
    expect.stringContaining('@little+told@1.0.0/node_modules/@little/told'),
    ...['a b', '--', '--flag'],
  ]);
  // Nothing is fetched before the yes.
  const entry = { transport: 'stdio', command_argv: ['npx', '-y', '@little/told@1.0.0'] };
  writeFileSync(join(home.path, 'mcp_servers.json'), JSON.stringify({ unconfirmed: entry }));
  expect((await home.run(['call', 'unconfirmed', 'told'])).code).toBe(4);
  expect((await home.run(['package', 'update', 'unconfirmed'])).code).toBe(4);
  expect(registry.requests).toEqual([]);

  await home.add('t', ['npx', '-y', '@little/told@1.0.0', 'a b', '--', '--flag']);
  const serve = home.start(['serve', '--port', '0']);
  await serve.says('Stop it with');
  const told = toldOf(await home.json(['call', 't', 'told']));
  expect(told).toMatchObject({ version: '1.0.0', args: ['a b', '--', '--flag'] });
  expect(told.path).toMatch(/@little\+told@1\.0\.0\/node_modules\/\.bin$/);
  // One process: the owner's own child, and nothing of npm between or beside.
  expect(told.parent).toBe(serve.child.pid);
  expect([...commandLines('@little+told').keys()]).toEqual([told.pid]);
  expect(registry.fetched('@little/told')).toBe(1);
  serve.child.kill('SIGTERM');
  await serve.ended;

  await registry.stop();
  expect(toldOf(await home.json(['call', 't', 'told'])).version).toBe('1.0.0');
  expect(registry.fetched('@little/told')).toBe(1);

  const launches = list(await home.json(['journal', 'list', '--kind', 'launch']));
  expect(field(launches[0], 'detail')).toMatchObject({
    command_argv: ['npx', '-y', '@little/told@1.0.0', 'a b', '--', '--flag'],
    effective: { package: { name: '@little/told', version: '1.0.0' } },
  });
});

test('a range is resolved once and stays; only a person who has seen old and new moves it', async () => {
  const { home, registry } = await packageHome();
  registry.publish(serverPackage('told', '1.0.0'));
  await home.add('t', ['npx', '--yes', 'told@^1']);
  expect(toldOf(await home.json(['call', 't', 'told'])).version).toBe('1.0.0');

  registry.publish(serverPackage('told', '1.2.0'));
  registry.publish(serverPackage('told', '2.0.0'));
  expect(toldOf(await home.json(['call', 't', 'told'])).version).toBe('1.0.0');

  const asked = await home.run(['package', 'update', 't']);
  expect(asked.code).toBe(4);
  expect(asked.stdout).toContain('1.0.0 -> 1.2.0');
  expect(asked.stderr).toContain('--yes 1.2.0');
  expect(toldOf(await home.json(['call', 't', 'told'])).version).toBe('1.0.0');

  // A yes to another version than the one that was shown is none.
  expect((await home.run(['package', 'update', 't', '--yes', '2.0.0'])).code).toBe(4);
  const updated = await home.json(['package', 'update', 't', '--yes', '1.2.0']);
  expect(field(field(updated, 'package'), 'version')).toBe('1.2.0');
  expect(toldOf(await home.json(['call', 't', 'told'])).version).toBe('1.2.0');
  // What nobody needs any more is gone.
  expect(readdirSync(join(home.path, 'state/packages'))).toEqual(['told@1.2.0']);
  const changes = list(await home.json(['journal', 'list', '--kind', 'config_change']));
  expect(changes.map((entry) => field(entry, 'detail'))).toContainEqual(
    expect.objectContaining({ change: 'package_updated', before: '1.0.0', version: '1.2.0' }),
  );

  await home.json(['server', 'remove', 't']);
  expect(readdirSync(join(home.path, 'state/packages'))).toEqual([]);
});

test('what was edited in an installed package is noticed, and installed again as it was pinned', async () => {
  const { home, registry } = await packageHome();
  registry.publish(serverPackage('part', '3.0.0', { files: { 'part.txt': 'whole' } }));
  registry.publish(serverPackage('told', '1.0.0', { dependencies: { part: '^3' } }));
  await home.add('t', ['npx', '-y', 'told']);
  await home.json(['call', 't', 'told']);
  const folder = join(home.path, 'state/packages/told@1.0.0');
  const part = join(folder, 'node_modules/part/part.txt');
  // A newer one that a fresh installation would take.
  registry.publish(serverPackage('part', '3.1.0', { files: { 'part.txt': 'newer' } }));
  appendFileSync(part, 'edited');
  await home.json(['call', 't', 'told']);
  expect(readFileSync(part, 'utf8')).toBe('whole');
  // The whole folder may go at any time.
  rmSync(join(home.path, 'state/packages'), { recursive: true });
  expect(toldOf(await home.json(['call', 't', 'told'])).version).toBe('1.0.0');
  expect(readFileSync(part, 'utf8')).toBe('whole');

  // The same version with other content is not what was pinned.
  registry.publish(
    serverPackage('told', '1.0.0', { extra: '// other', dependencies: { part: '^3' } }),
  );
  rmSync(join(home.path, 'state/packages'), { recursive: true });
  const empty = { npm_config_cache: join(home.work, 'empty-cache') };
  const refused = await home.run(['call', 't', 'told', '--json'], '', empty);
  expect(refused.code).toBe(5);
  expect(refused.stderr).toContain('install_failed');
  expect(commandLines('told@1.0.0').size).toBe(0);
});

test('what a server keeps in its own folder outlives an update', async () => {
  const { home, registry } = await packageHome();
  const extra = `
import { appendFileSync, readFileSync } from 'node:fs';
const memory = new URL('memory.txt', import.meta.url);
appendFileSync(memory, 'x');
`;
  registry.publish(serverPackage('told', '1.0.0', { extra }));
  await home.add('t', ['npx', '-y', 'told']);
  await home.json(['call', 't', 'told']);
  await home.json(['call', 't', 'told']);
  const memory = (version: string) =>
    readFileSync(
      join(home.path, `state/packages/told@${version}/node_modules/told/memory.txt`),
      'utf8',
    );
  expect(memory('1.0.0')).toBe('xx');
  registry.publish(serverPackage('told', '1.0.1', { extra }));
  await home.json(['package', 'update', 't', '--yes', '1.0.1']);
  await home.json(['call', 't', 'told']);
  expect(memory('1.0.1')).toBe('xxx');
  await home.json(['server', 'remove', 't']);
  expect(existsSync(join(home.path, 'state/packages/told@1.0.1'))).toBe(true);
});
