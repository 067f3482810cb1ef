import { expect, test } from 'vitest';
import { createStoredResults } from '../../../src-main/calls/stored-results.ts';
import type { JournalEntry } from '../../../src-main/journal/journal.ts';
import { ok } from '../../../src-main/kernel/result.ts';

const entryOf = (client: string) =>
  ({
    client,
    detail: { result_file: `${'0'.repeat(64)}.json`, result_sha256: '0' },
  }) as unknown as JournalEntry;

test('large results are read one after the other for a client, side by side for several', async () => {
  let open = 0;
  let most = 0;
  const stored = createStoredResults({
    journal: {
      page: () => ({ entries: [entryOf('one'), entryOf('two')], next_before_seq: null, total: 2 }),
    },
    readFile: async () => {
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setTimeout(resolve, 5));
      open -= 1;
      return ok({ content: [] });
    },
  });
  const ten = (client: string) =>
    Promise.all(Array.from({ length: 10 }, () => stored('call', client, 'agent')));
  expect((await ten('one')).every(({ ok: found }) => found)).toBe(true);
  expect(most).toBe(1);
  await Promise.all([ten('one'), ten('two')]);
  expect([most, open]).toEqual([2, 0]);
});
