import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { adminRequest } from '../integration/cli/admin-request.ts';
import { field, GatehouseHome, list, type Running } from '../integration/cli/gatehouse-home.ts';
import { lineClient } from './line-client.ts';

/** Run alone by `npm run bench`; ratios are taken in one run, on one machine, against bare Node. */
const echo = fileURLToPath(new URL('../fixtures/servers/echo-launch.mjs', import.meta.url));
const NODE = join(fileURLToPath(new URL('../..', import.meta.url)), 'node_modules/.bin/node');
const rows: { what: string; value: string }[] = [];
const note = (what: string, value: string) => rows.push({ what, value });
const median = (values: number[]) =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const ms = (value: number) => `${value.toFixed(1)} ms`;

async function timed(times: number, act: () => Promise<unknown> | unknown): Promise<number> {
  const taken: number[] = [];
  for (let n = 0; n < times; n += 1) {
    const started = performance.now();
    await act();
    taken.push(performance.now() - started);
  }
  return median(taken);
}

const homes: GatehouseHome[] = [];
async function owner(
  prepare: (home: GatehouseHome) => Promise<void> | void,
): Promise<{ home: GatehouseHome; serve: Running }> {
  const home = new GatehouseHome();
  homes.push(home);
  await prepare(home);
  const serve = home.start(['serve', '--port', '0']);
  await serve.says('owns this home');
  return { home, serve };
}

afterAll(async () => {
  for (const home of homes) await home.close();
  const width = Math.max(...rows.map(({ what }) => what.length));
  console.log(rows.map(({ what, value }) => `${what.padEnd(width)}  ${value}`).join('\n'));
});

test('a command without an owner, against the start of Node itself', async () => {
  const home = new GatehouseHome();
  homes.push(home);
  await home.run(['server', 'list']);
  const bare = await timed(7, () => execFileSync(NODE, ['-e', '0']));
  const command = await timed(7, () => home.run(['server', 'list']));
  note(
    'gatehouse server list, own process',
    `${ms(command)} (${(command / bare).toFixed(1)} x bare node)`,
  );
  expect(command).toBeLessThan(1500);
});

test('a call through the owner, against the same server spoken to directly', async () => {
  const { home } = await owner((fresh) => fresh.add('echo', ['node', echo]));
  const direct = await lineClient([echo]);
  const call = () =>
    adminRequest(home, 'POST', '/mcp/echo/tools/launch/call', { arguments_json: '{}' });
  expect((await call()).status).toBe(200);
  const bare = await timed(200, () =>
    direct.request('tools/call', { name: 'launch', arguments: {} }),
  );
  const through = await timed(200, call);
  direct.close();
  note(
    'one call, under policy and journaled',
    `${ms(through)} (${(through / bare).toFixed(1)} x direct, ${ms(bare)})`,
  );
  expect(through).toBeLessThan(50);
});

test('100 registered servers start nothing and are listed at once', async () => {
  const { home, serve } = await owner((fresh) => {
    mkdirSync(fresh.path, { mode: 0o700 });
    const servers = Array.from({ length: 100 }, (_, n) => [
      `s${n}`,
      { transport: 'stdio', command_argv: ['node', echo, String(n)] },
    ]);
    writeFileSync(
      join(fresh.path, 'mcp_servers.json'),
      JSON.stringify(Object.fromEntries(servers)),
    );
  });
  const answer = await adminRequest(home, 'GET', '/mcp');
  expect(list(field(answer.body, 'servers'))).toHaveLength(100);
  const one = await timed(20, () => adminRequest(home, 'GET', '/settings'));
  const all = await timed(20, () => adminRequest(home, 'GET', '/mcp'));
  note('GET /mcp with 100 servers', `${ms(all)} (${(all / one).toFixed(1)} x GET /settings)`);
  const children = readFileSync(
    `/proc/${serve.child.pid}/task/${serve.child.pid}/children`,
    'utf8',
  );
  expect(children.trim()).toBe('');
  const rss = (pid: number | undefined) =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  note('memory of an owner with 100 servers', `${rss(serve.child.pid).toFixed(0)} MB`);
  expect(all).toBeLessThan(250);
  expect(rss(serve.child.pid)).toBeLessThan(250);
});
