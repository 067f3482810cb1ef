import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { field, GatehouseHome, list } from './gatehouse-home.ts';

const fixture = (name: string) =>
  fileURLToPath(new URL(`../../fixtures/servers/${name}.mjs`, import.meta.url));

let home: GatehouseHome;
beforeEach(() => {
  home = new GatehouseHome();
});
afterEach(() => home.close());

function lists(name: string): string {
  const file = join(home.work, name);
  writeFileSync(file, JSON.stringify({ tools: [{ name, inputSchema: { type: 'object' } }] }));
  return file;
}

test('all servers are probed at once, with how far it is on stderr, and one that fails leaves the others', async () => {
  for (const id of ['a', 'b', 'c'])
    await home.add(id, ['node', fixture('listed'), `--file=${lists(id)}`]);
  await home.add('broken', ['node', fixture('needs-key'), `--key=${join(home.work, 'none')}`]);
  const ended = await home.run(['probe', '--json']);
  expect(ended.code).toBe(5);
  const reports = list(JSON.parse(ended.stdout));
  expect(reports.map((report) => [field(report, 'server_id'), field(report, 'status')])).toEqual([
    ['a', 'ok'],
    ['b', 'ok'],
    ['c', 'ok'],
    ['broken', 'unreachable'],
  ]);
  expect(ended.stderr).toContain('Probing a …');
  expect(ended.stderr).toMatch(/4 of 4: \w+: (ok|unreachable)/);

  const named = await home.run(['probe', 'a', 'none', 'b']);
  expect(named.code).toBe(3);
  expect(named.stdout).toContain('a: ok');
  expect(named.stdout).toContain('b: ok');
});

test('Ctrl+C ends it, and leaves nothing running', async () => {
  await home.add('fine', ['node', fixture('listed'), `--file=${lists('fine')}`]);
  await home.add('mute', ['node', fixture('listed'), `--file=${lists('mute')}`, '--mute']);
  const probing = home.start(['probe', 'fine', 'mute']);
  await probing.says('1 of 2: fine: ok');
  probing.child.kill('SIGINT');
  expect((await probing.ended).code).not.toBe(0);
  const stops = list(await home.json(['journal', 'list', '--kind', 'stop', '--server', 'mute']));
  expect(stops).toHaveLength(1);
}, 90_000);
