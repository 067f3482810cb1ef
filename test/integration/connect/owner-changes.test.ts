import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually, list } from '../cli/gatehouse-home.ts';
import { ConnectHome, ERAS } from './connect-home.ts';

let home: ConnectHome;
let ran = 0;
beforeAll(async () => {
  home = await ConnectHome.open();
});
afterEach(async () => {
  await home.leave();
  ran = home.runs().length;
});
afterAll(() => home.close());

/** Since the test began. */
const runs = () => home.runs().slice(ran);
const ownerPid = () => home.owner()?.pid ?? 0;
const note = 'counting__note';
const held = 'counting__delete_note';

describe.each(ERAS)('a client of %s on connect', (era) => {
  test('is served by an owner that its connect starts, and leaves only that behind', async () => {
    expect(home.owner()).toBe(null);
    const client = await home.client(era);
    expect(await client.list()).toContain(note);
    expect(await client.call(note, { tag: 'a' })).toBe('noted a');
    const owner = home.owner();
    expect(owner?.kind).toBe('serve');
    await client.close();
    expect(await home.json(['status'])).toMatchObject({ owner });
    expect(runs()).toEqual(['note {"tag":"a"}']);
  });

  test.each(['SIGKILL', 'SIGTERM'] as const)(
    'keeps its session when its owner ends by %s, and what ran then is not run again',
    async (signal) => {
      const client = await home.client(era);
      const before = await client.list();
      const first = ownerPid();
      const running = client.call('counting__endless', { tag: 'x' });
      await eventually(() => (runs().length === 1 ? true : undefined));
      process.kill(first, signal);
      expect(await running).toMatch(/^isError \[MCP_OUTCOME_UNKNOWN\]/);
      expect(await client.call(note, { tag: 'b' })).toBe('noted b');
      expect(await client.list()).toEqual(before);
      expect(ownerPid()).not.toBe(first);
      expect(runs()).toEqual(['endless {"tag":"x"}', 'note {"tag":"b"}']);
    },
  );

  test('has a held call denied when a person’s serve takes over, goes on there, and after it', async () => {
    const client = await home.client(era);
    await client.list();
    const first = ownerPid();
    const call = client.call(held, { tag: 'y' });
    await home.waiting();
    await home.serve();
    expect(await call).toMatch(/^isError \[DENIED\]/);
    expect(ownerPid()).toBe(home.serving?.child.pid);
    expect(ownerPid()).not.toBe(first);
    expect(await client.call(note, { tag: 'c' })).toBe('noted c');
    expect(list(await home.json(['approvals', 'list']))).toEqual([]);
    home.serving?.child.kill('SIGINT');
    expect((await home.serving?.ended)?.code).toBe(0);
    expect(await client.call(note, { tag: 'd' })).toBe('noted d');
    expect(runs()).toEqual(['note {"tag":"c"}', 'note {"tag":"d"}']);
  });
});

test('two clients at once start one owner', async () => {
  const clients = await Promise.all([home.client('2025, SDK v1'), home.client('2026-07-28')]);
  const owner = home.owner();
  expect(await Promise.all(clients.map((one) => one.call(note, { tag: 'both' })))).toEqual([
    'noted both',
    'noted both',
  ]);
  expect(home.owner()).toEqual(owner);
  expect(await home.json(['journal', 'verify'])).toMatchObject({ intact: true });
});
