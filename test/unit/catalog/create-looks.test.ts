import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLooks } from '../../../src-main/catalog/create-looks.ts';
import type { LookFacts } from '../../../src-main/catalog/next-look.ts';
import { systemClock } from '../../../src-main/kernel/clock.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const NEVER = new AbortController().signal;
const silent = () => undefined;
const log = { debug: silent, info: silent, warn: silent, error: silent };

/** Servers whose looks end when told to. `r…` are remote. */
function servers(ids: readonly string[], settings = { every_ms: 300_000 }) {
  const facts = new Map<string, LookFacts>(
    ids.map((id) => [
      id,
      { id, isRemote: id.startsWith('r'), isUp: false, last: null, failures: 0, retry_at: null },
    ]),
  );
  const looked: string[] = [];
  const running = new Map<string, (ok: boolean) => void>();
  const most = { all: 0, stdio: 0 };
  const looks = createLooks({
    facts: () => [...facts.values()],
    every_ms: () => settings.every_ms,
    look: (id, signal) =>
      new Promise((resolve) => {
        looked.push(id);
        const end = (ok: boolean) => {
          running.delete(id);
          const before = facts.get(id);
          if (before !== undefined)
            facts.set(id, {
              ...before,
              last: { at: Date.now(), ok },
              failures: ok ? 0 : before.failures + 1,
            });
          resolve();
        };
        running.set(id, end);
        most.all = Math.max(most.all, running.size);
        most.stdio = Math.max(
          most.stdio,
          [...running.keys()].filter((each) => each[0] === 's').length,
        );
        signal.addEventListener('abort', () => end(false));
      }),
    ...{ clock: systemClock, log },
  });
  return {
    ...{ looks, looked, running, most, facts, settings },
    async end(id: string, ok = true) {
      running.get(id)?.(ok);
      await vi.advanceTimersByTimeAsync(0);
    },
    async endAll() {
      for (const id of [...running.keys()]) running.get(id)?.(true);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

test('the start round begins a moment after the start, and is at most four at a time', async () => {
  const world = servers(['s1', 's2', 's3', 's4', 's5', 'r1', 'r2', 'r3']);
  world.looks.keepLooking(NEVER);
  await vi.advanceTimersByTimeAsync(900);
  expect(world.looked).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(world.looked).toEqual(['s1', 's2', 's3', 'r1']);
  for (let round = 0; round < 5; round += 1) await world.endAll();
  expect(world.looked).toHaveLength(8);
  expect(world.most).toEqual({ all: 4, stdio: 3 });
});

test('starts that hang leave a place for remote servers', async () => {
  const world = servers(['s1', 's2', 's3', 's4', 'r1', 'r2']);
  const round = world.looks.startRound(NEVER);
  await world.end('r1');
  await world.end('r2');
  expect([...world.running.keys()]).toEqual(['s1', 's2', 's3']);
  await world.endAll();
  await world.endAll();
  await round;
  expect(world.looked).toHaveLength(6);
});

test('a remote server is looked at in each interval, a stdio server that is well never again', async () => {
  const world = servers(['s1', 'r1']);
  world.looks.keepLooking(NEVER);
  await vi.advanceTimersByTimeAsync(1_000);
  await world.endAll();
  for (let interval = 0; interval < 3; interval += 1) {
    await vi.advanceTimersByTimeAsync(300_000);
    await world.endAll();
  }
  expect(world.looked).toEqual(['s1', 'r1', 'r1', 'r1', 'r1']);
});

test('looks that take longer than the interval do not pile up', async () => {
  const world = servers(['r1'], { every_ms: 1_000 });
  world.looks.keepLooking(NEVER);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(world.looked).toEqual(['r1']);
  await world.end('r1');
  await vi.advanceTimersByTimeAsync(1_200);
  expect(world.looked).toEqual(['r1', 'r1']);
});

test('one that fails is tried again with growing pauses, and once well left alone', async () => {
  const world = servers(['s1']);
  world.looks.keepLooking(NEVER);
  const at: number[] = [];
  const began = Date.now();
  await vi.advanceTimersByTimeAsync(1_000);
  for (let seconds = 0; seconds < 600; seconds += 1) {
    if (world.running.has('s1')) {
      at.push(Math.round((Date.now() - began) / 1000));
      await world.end('s1', at.length === 5);
    }
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(at).toEqual([1, 31, 91, 211, 451]);
});

test('a server that comes while it runs, and a new interval, are seen soon', async () => {
  const world = servers(['r1'], { every_ms: 0 });
  world.looks.keepLooking(NEVER);
  await vi.advanceTimersByTimeAsync(1_000);
  await world.endAll();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(world.looked).toEqual(['r1']);
  world.settings.every_ms = 60_000;
  world.looks.soon();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(world.looked).toEqual(['r1', 'r1']);
  world.facts.set('r2', {
    id: 'r2',
    isRemote: true,
    isUp: false,
    last: null,
    failures: 0,
    retry_at: null,
  });
  world.looks.soon();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(world.looked).toEqual(['r1', 'r1', 'r2']);
});

test('the end of the owner ends what runs and what waits', async () => {
  const world = servers(['s1', 's2', 's3', 's4', 'r1', 'r2']);
  const stop = new AbortController();
  world.looks.keepLooking(stop.signal);
  await vi.advanceTimersByTimeAsync(1_000);
  stop.abort();
  await world.looks.close();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(world.running.size).toBe(0);
  expect(world.looked).toEqual(['s1', 's2', 's3', 'r1']);
});
