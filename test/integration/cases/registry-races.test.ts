import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scaled } from '../../scale.ts';
import { seeded } from '../../seeded.ts';
import { field, GatehouseHome, list } from '../cli/gatehouse-home.ts';

/** Whole size is 5 x 200; the everyday run makes 1% of it, and at least 2 each. */
const WRITERS = 5;
const WRITES = scaled(200, 2);

let home: GatehouseHome;
beforeEach(() => {
  home = new GatehouseHome();
  mkdirSync(home.path, { mode: 0o700 });
  const servers = Array.from({ length: WRITERS * WRITES }, (_, n) => [
    `s${n}`,
    { transport: 'stdio', command_argv: ['node', 'x.js'], enabled: false },
  ]);
  writeFileSync(
    join(home.path, 'mcp_servers.json'),
    JSON.stringify(Object.fromEntries(servers), null, 2),
  );
});
afterEach(() => home.close());

test(
  'CONF-03 writers in several processes, some killed: what was acknowledged is there, no reader sees broken JSON',
  async () => {
    const acknowledged: number[] = [];
    const chance = seeded(20_261_130);
    let reading = true;
    let reads = 0;
    const reader = (async () => {
      while (reading) {
        JSON.parse(readFileSync(join(home.path, 'mcp_servers.json'), 'utf8'));
        reads += 1;
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    })();
    const writer = async (first: number) => {
      for (let n = first; n < first + WRITES; n += 1) {
        const running = home.start(['server', 'edit', `s${n}`, '--name', `name ${n}`, '--json']);
        const kill = chance() < 0.2;
        if (kill) setTimeout(() => running.child.kill('SIGKILL'), 300 + chance() * 600);
        const ended = await running.ended;
        if (ended.code === 0) acknowledged.push(n);
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, (_, w) => writer(w * WRITES)));
    reading = false;
    await reader;
    expect(reads).toBeGreaterThan(10);
    expect(acknowledged.length).toBeGreaterThan(0);
    const servers = list(field(await home.json(['server', 'list']), 'servers'));
    expect(servers).toHaveLength(WRITERS * WRITES);
    const lost = acknowledged.filter((n) => {
      const server = servers.find((one) => field(one, 'id') === `s${n}`);
      return field(field(server, 'registration'), 'name') !== `name ${n}`;
    });
    expect(lost).toEqual([]);
  },
  60_000 + WRITERS * WRITES * 4000,
);
