import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { newPath, open } from './a-journal.ts';

async function until(check: () => boolean): Promise<void> {
  const end = performance.now() + 10_000;
  while (!check()) {
    if (performance.now() > end) throw new Error('not within 10 s');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('in a quiet moment all is indexed, small piece by small piece, and the file is brought up to date', async () => {
  const path = newPath();
  const journal = await open(path);
  for (let n = 1; n <= 400; n += 1) {
    journal.append({ kind: 'probe', tool: `tool_${n}_end`, detail: { n } });
  }
  const other = new DatabaseSync(path, { readOnly: true });
  onTestFinished(() => other.close());
  const count = (what: string) => Number(Object.values(other.prepare(what).get() ?? {})[0]);
  const indexed = () => count('SELECT count(*) FROM entries_text_docsize');
  expect(indexed()).toBe(0);
  expect(readFileSync(path).includes('tool_400_end')).toBe(false);
  await until(() => indexed() === 400);
  await until(() => readFileSync(path).includes('tool_400_end'));
  // Fifty pieces of eight, merged on the way.
  const segments = () => count('SELECT count(DISTINCT segid) FROM entries_text_idx');
  await until(() => segments() < 10);
  for (const n of [1, 8, 9, 200, 399, 400]) {
    expect(journal.list({ text: `tool_${n}_end` }).entries.map(({ tool }) => tool)).toEqual([
      `tool_${n}_end`,
    ]);
  }
  expect(journal.verify()).toEqual({ intact: true, entries: 400, problems: [] });
  await journal.close();
});

test('a search that waits for the index lets other things happen meanwhile, and finds everything', async () => {
  const journal = await open(newPath());
  for (let n = 1; n <= 1_000; n += 1) await entered(journal, n);
  let turns = 0;
  let isOver = false;
  const beat = () => {
    turns += 1;
    if (!isOver) setImmediate(beat);
  };
  setImmediate(beat);
  await journal.indexed();
  isOver = true;
  expect(turns).toBeGreaterThan(20);
  void entered(journal, 1_001);
  await journal.indexed();
  for (const n of [1, 500, 1_001]) expect(journal.list({ text: `tool_${n}_end` }).total).toBe(1);
  await journal.close();
});

const entered = (journal: Awaited<ReturnType<typeof open>>, n: number) =>
  journal.enter({ kind: 'probe', tool: `tool_${n}_end` });
