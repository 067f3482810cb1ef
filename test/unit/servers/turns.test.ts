import { expect, test } from 'vitest';
import type { RequestOwner } from '../../../src-main/servers/request-owner.ts';
import { Turns } from '../../../src-main/servers/turns.ts';

const NEVER = new AbortController().signal;
const owner = (key: string): RequestOwner => ({
  key,
  abilities: {},
  log_level: null,
  ask: async () => ({}),
  onLog: () => undefined,
});

function exclusive(): Turns {
  const turns = new Turns();
  turns.isExclusive = true;
  return turns;
}

/** Lets everything that can go on go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('an owner’s later request does not overtake others that wait', async () => {
  const turns = exclusive();
  const first = turns.tryEnter(owner('ann'));
  const order: string[] = [];
  for (const key of ['bob', 'ann', 'eve']) {
    expect(turns.tryEnter(owner(key))).toBeNull();
    void turns.enter(owner(key), NEVER).then((turn) => {
      order.push(key);
      setImmediate(() => turn?.leave());
    });
  }
  first?.leave();
  first?.leave();
  await settle();
  expect(order).toEqual(['bob']);
  await settle();
  await settle();
  expect(order).toEqual(['bob', 'ann', 'eve']);
});

test('requests without an owner are one owner among themselves', () => {
  const turns = exclusive();
  expect(turns.tryEnter(null)).not.toBeNull();
  expect(turns.tryEnter(null)).not.toBeNull();
  expect(turns.tryEnter(owner('ann'))).toBeNull();
});

test('who gives up makes room for the next of the same owner as the one that runs', async () => {
  const turns = exclusive();
  const stop = new AbortController();
  turns.tryEnter(owner('ann'));
  const bob = turns.enter(owner('bob'), stop.signal);
  const again = turns.enter(owner('ann'), NEVER);
  stop.abort();
  expect(await bob).toBeNull();
  expect(await again).not.toBeNull();
  expect(await turns.enter(owner('ann'), stop.signal)).toBeNull();
});

test('what came is told apart only when all that run are one owner’s', () => {
  const turns = new Turns();
  const [ann, same] = [owner('ann'), owner('ann')];
  expect(turns.only()).toBeNull();
  const first = turns.tryEnter(ann);
  turns.tryEnter(same);
  expect(turns.only()?.owner).toBe(same);
  const other = turns.tryEnter(owner('bob'));
  expect(turns.only()).toBeNull();
  expect(turns.only((each) => each?.key === 'ann')?.owner).toBe(same);
  other?.leave();
  expect(turns.only()?.owner).toBe(same);
  expect(first?.over.aborted).toBe(false);
});

test('an owner is over when its last request is', () => {
  const turns = new Turns();
  const ann = owner('ann');
  const [first, second] = [turns.tryEnter(ann), turns.tryEnter(ann)];
  first?.leave();
  expect(second?.over.aborted).toBe(false);
  second?.leave();
  expect(second?.over.aborted).toBe(true);
  expect(turns.tryEnter(ann)?.over.aborted).toBe(false);
});
