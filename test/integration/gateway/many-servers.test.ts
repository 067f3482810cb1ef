import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addAtTheDoor, adminRequest, tell } from '../cli/admin-request.ts';
import { eventually, field, list } from '../cli/gatehouse-home.ts';
import { GatewayHome, modernClient, v1Client } from './gateway-home.ts';

const script = (name: string) =>
  fileURLToPath(new URL(`../../fixtures/servers/${name}.mjs`, import.meta.url));
const LIMIT = { timeout: 180_000 };
/** Longer than the start round waits for, and than it would take to begin with the first servers. */
const ROUND_MS = 3_000;

let home: GatewayHome;
let lists: string;
let silence: string;
let key: string;
beforeEach(() => {
  home = new GatewayHome();
  lists = join(home.work, 'lists.json');
  silence = join(home.work, 'silence');
  key = join(home.work, 'key');
  const tool = { name: 'look', description: 'Looks.', inputSchema: { type: 'object' } };
  writeFileSync(lists, JSON.stringify({ tools: [tool] }));
  writeFileSync(key, '');
});
afterEach(() => home.close());

const children = (pid = home.serving?.child.pid ?? 0): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

const ids = (count: number) => Array.from({ length: count }, (_, index) => `s${index}`);
const names = (tools: unknown[]) => tools.map((tool) => String(field(tool, 'name'))).toSorted();
const launches = async (id: string) =>
  list(await home.json(['journal', 'list', '--kind', 'launch', '--server', id]));

/** Registers, confirms and probes, four at a time, and starts the owner anew: as on the next day. */
async function known(servers: Readonly<Record<string, readonly string[]>>): Promise<string> {
  await home.agent('me', 'mcp:\n  online_tool:\n    "*": ["*"]\n');
  const { token } = await home.token('me');
  await home.serve();
  const waiting = Object.entries(servers);
  for (const [id, argv] of waiting)
    await addAtTheDoor(home, id, { command_argv: ['node', ...argv] });
  await Promise.all(
    [0, 1, 2, 3].map(async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        await tell(home, 'POST', `/mcp/${next[0]}/probe`);
    }),
  );
  home.serving?.child.kill('SIGINT');
  await home.serving?.ended;
  return token;
}

test(
  'a hundred registered servers start nothing: not the owner, not its clients, not their lists',
  LIMIT,
  async () => {
    const hundred = ids(100);
    const listed = [script('listed'), `--file=${lists}`];
    const token = await known(Object.fromEntries(hundred.map((id) => [id, listed])));
    const before = (await launches('s42')).length;
    await home.serve();
    const modern = await modernClient(home.url, token);
    const older = await v1Client(home.url, token);
    const all = hundred.map((id) => `${id}__look`).toSorted();
    const theirs = (tools: unknown[]) => names(tools).filter((name) => name.endsWith('__look'));
    expect(theirs(await modern.list())).toEqual(all);
    expect(theirs(await older.list())).toEqual(all);
    await sleep(ROUND_MS);
    expect(children()).toEqual([]);
    // One call starts one server.
    await modern.call('s42__look', {});
    expect(children()).toHaveLength(1);
    expect(await launches('s42')).toHaveLength(before + 1);
    await modern.close();
    await older.close();
  },
);

test(
  'the first list is whole while one server hangs, one crashes at its start, and one was never looked at',
  LIMIT,
  async () => {
    const listed = [script('listed'), `--file=${lists}`];
    const token = await known({
      ...Object.fromEntries(ids(3).map((id) => [id, listed])),
      hangs: [...listed, `--mute-if=${silence}`],
      crashes: [script('needs-key'), `--key=${key}`],
    });
    // The next day: two are ill, and a third was added while nobody was there to look at it.
    writeFileSync(silence, '');
    rmSync(key);
    const line = ['server', 'add', 'new', '--', 'node', ...listed, '--mute'];
    const shown = await home.json(line, 4);
    const cut = line.indexOf('--');
    const confirm = ['--confirm', String(field(shown, 'launch_hash'))];
    await home.json([...line.slice(0, cut), ...confirm, ...line.slice(cut)]);
    await home.serve();
    const client = await modernClient(home.url, token);
    expect(names(await client.list())).toEqual(
      expect.arrayContaining([
        'crashes__unlocked',
        'hangs__look',
        's0__look',
        's1__look',
        's2__look',
      ]),
    );
    // The look at the new one is still under way then: nobody waited for it.
    const state = async (id: string) =>
      String(
        field(field((await adminRequest(home, 'GET', `/mcp/${id}`)).body, 'connection'), 'state'),
      );
    await eventually(async () => ((await state('new')) === 'stopped' ? undefined : true));
    expect(names(await client.list())).toContain('hangs__look');
    // Calls go to the well ones meanwhile, and only those start.
    await client.call('s1__look', {});
    expect(await state('hangs')).toBe('stopped');
    expect(await state('crashes')).toBe('stopped');
    await client.close();
  },
);
