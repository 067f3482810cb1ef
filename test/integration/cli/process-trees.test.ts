import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually, GatehouseHome, type Running } from './gatehouse-home.ts';

const stubborn = fileURLToPath(new URL('../../fixtures/servers/stubborn.mjs', import.meta.url));
const GONE_WITHIN_MS = 5000;

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A zombie that its parent has not waited for yet is gone.
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
};

describe('a server that ignores every polite word, and its grandchild', () => {
  let home: GatehouseHome;
  let serve: Running;
  let notes: string;

  beforeEach(async () => {
    home = new GatehouseHome();
    notes = join(home.work, 'pids');
    await home.add('stubborn', ['node', stubborn, `--notes=${notes}`]);
    serve = home.start(['serve']);
    await serve.says('owns this home');
    expect((await home.run(['server', 'connect', 'stubborn'])).code).toBe(0);
  });
  afterEach(() => home.close());

  const pids = (): number[] =>
    readFileSync(notes, 'utf8').trim().split('\n').at(-1)?.split(' ').map(Number) ?? [];

  async function goneAfter(act: () => Promise<unknown>) {
    const family = pids();
    expect(family).toHaveLength(2);
    expect(family.every(alive)).toBe(true);
    const acted = act();
    const started = Date.now();
    await eventually(() => (family.some(alive) ? undefined : true), 15_000);
    await acted;
    return Date.now() - started;
  }

  test('both are gone within 5 s after disable', async () => {
    expect(await goneAfter(() => home.run(['server', 'disable', 'stubborn']))).toBeLessThan(
      GONE_WITHIN_MS + 1500,
    );
  });

  test('both are gone within 5 s after remove', async () => {
    expect(await goneAfter(() => home.run(['server', 'remove', 'stubborn']))).toBeLessThan(
      GONE_WITHIN_MS + 1500,
    );
  });

  test('both are gone within 5 s after an edit of the file by hand, and nothing is started again', async () => {
    const file = join(home.path, 'mcp_servers.json');
    const starts = () => readFileSync(notes, 'utf8').trim().split('\n').length;
    const before = starts();
    const edited = readFileSync(file, 'utf8').replace('"--notes=', '"--other", "--notes=');
    expect(await goneAfter(async () => writeFileSync(file, edited))).toBeLessThan(
      GONE_WITHIN_MS + 1500,
    );
    const again = await home.run(['probe', 'stubborn']);
    expect(again.code).toBe(4);
    expect(starts()).toBe(before);
  });

  test('both are gone within 5 s after quit, and so are owner and socket', async () => {
    expect(
      await goneAfter(async () => {
        serve.child.kill('SIGTERM');
        await serve.ended;
      }),
    ).toBeLessThan(GONE_WITHIN_MS + 1500);
    expect(existsSync(join(home.path, 'state', 'owner.json'))).toBe(false);
    expect(existsSync(join(home.path, 'state', 'admin.sock'))).toBe(false);
  });

  test('after kill -9 of the owner the next start reaps exactly its own leftovers', async () => {
    const family = pids();
    // A look-alike that Gatehouse never started: same program, same arguments.
    const stranger = home.startStranger(stubborn, [`--notes=${join(home.work, 'stranger')}`]);
    await eventually(() => (existsSync(join(home.work, 'stranger')) ? true : undefined));
    serve.child.kill('SIGKILL');
    await serve.ended;
    expect(alive(family[0] ?? 0)).toBe(true);
    expect((await home.run(['server', 'list'])).code).toBe(0);
    await eventually(() => (family.some(alive) ? undefined : true), 8000);
    expect(alive(stranger)).toBe(true);
  });
});
