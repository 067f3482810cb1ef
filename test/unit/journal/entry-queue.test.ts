import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { EntryQueue } from '../../../src-main/journal/entry-queue.ts';
import { type NewEntry, rowFrom } from '../../../src-main/journal/journal-row.ts';
import { fail, ok, type Result } from '../../../src-main/kernel/result.ts';

const entry = (tool: string) =>
  rowFrom({ kind: 'probe', tool }, { now: 0, redact: (value) => value });

/** A queue over a journal in memory that can be told to fail. */
function queueOf() {
  const batches: { tools: (string | null)[]; durable: boolean }[] = [];
  let next = 1;
  const how = { ends: (): Result<void> => ok() };
  const queue = new EntryQueue((entries: readonly NewEntry[], durable) => {
    const end = how.ends();
    if (!end.ok) return end;
    batches.push({ tools: entries.map(({ tool }) => tool), durable });
    const first = next;
    next += entries.length;
    return ok({ first });
  });
  return { queue, batches, how };
}

test('what is entered in one turn is written together, in order, and each is told its number', async () => {
  const { queue, batches } = queueOf();
  const first = queue.add(entry('a'), false);
  const second = Promise.resolve().then(() => queue.add(entry('b'), false));
  expect(batches).toEqual([]);
  expect(await first).toEqual(ok({ seq: 1 }));
  expect(await second).toEqual(ok({ seq: 2 }));
  expect(batches).toEqual([{ tools: ['a', 'b'], durable: false }]);
  expect(await queue.add(entry('c'), false)).toEqual(ok({ seq: 3 }));
  expect(batches).toHaveLength(2);
});

test('one that must be on the disk takes the others of its turn along', async () => {
  const { queue, batches } = queueOf();
  await Promise.all([queue.add(entry('a'), false), queue.add(entry('b'), true)]);
  await queue.add(entry('c'), false);
  expect(batches.map(({ durable }) => durable)).toEqual([true, false]);
});

test('flush writes what waits at once, and only once', async () => {
  const { queue, batches } = queueOf();
  const written = queue.add(entry('a'), false);
  queue.flush();
  expect(batches).toHaveLength(1);
  queue.flush();
  await setImmediate();
  expect(batches).toHaveLength(1);
  expect(await written).toEqual(ok({ seq: 1 }));
});

test('a transaction that fails fails for each of its entries, and the next one is another', async () => {
  const { queue, batches, how } = queueOf();
  how.ends = () => fail('disk_full', 'full');
  const both = await Promise.all([queue.add(entry('a'), false), queue.add(entry('b'), false)]);
  expect(both).toMatchObject([
    { failure: { code: 'disk_full' } },
    { failure: { code: 'disk_full' } },
  ]);
  how.ends = () => ok();
  expect(await queue.add(entry('c'), false)).toEqual(ok({ seq: 1 }));
  expect(batches).toEqual([{ tools: ['c'], durable: false }]);
});

test('a bug is thrown at whoever waits, and does not stop the queue', async () => {
  const { queue, how } = queueOf();
  how.ends = () => {
    throw new TypeError('a bug');
  };
  await expect(queue.add(entry('a'), false)).rejects.toThrow('a bug');
  how.ends = () => ok();
  expect((await queue.add(entry('b'), false)).ok).toBe(true);
});

test('a turn that enters very many writes them in several transactions', async () => {
  const { queue, batches } = queueOf();
  const all = Array.from({ length: 250 }, (_, at) => queue.add(entry(String(at)), false));
  const numbers = (await Promise.all(all)).map((each) => (each.ok ? each.value.seq : 0));
  expect(numbers).toEqual(all.map((_, at) => at + 1));
  expect(batches.map(({ tools }) => tools.length)).toEqual([100, 100, 50]);
});
