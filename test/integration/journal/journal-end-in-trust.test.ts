import { copyFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { OpenJournalOptions } from '../../../src-main/journal/journal-db.ts';
import { trustAnchor } from '../../../src-main/trust/journal-end.ts';
import type { Trust } from '../../../src-main/trust/trust.ts';
import { openTrust } from '../../../src-main/trust/trust-db.ts';
import { fakeClock } from '../../fakes/clock.ts';
import { KEY, meddle, newPath, open, problemsOf, UNLOCKED } from './a-journal.ts';

const trustPath = (journal: string) => join(dirname(journal), 'trust.db');

/** One run of Gatehouse in a home without a keychain: opens both, works, closes both. */
async function run<T>(
  path: string,
  work: (journal: Awaited<ReturnType<typeof open>>, trust: Trust) => T | Promise<T>,
  more: Partial<OpenJournalOptions> = {},
): Promise<T> {
  const opened = openTrust({ path: trustPath(path), key: KEY, clock: fakeClock() });
  if (!opened.ok) throw new Error(opened.failure.message);
  const journal = await open(path, { anchors: [trustAnchor(opened.value)], ...more });
  const value = await work(journal, opened.value);
  await journal.close();
  opened.value.close();
  return value;
}

const append = (path: string, count: number) =>
  run(path, (journal) => {
    for (let at = 0; at < count; at += 1) journal.append({ kind: 'launch' });
  });
const removeJournal = (path: string) => {
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
};

test.each([
  [
    'all entries and the head deleted',
    (path: string) => meddle(path, `${UNLOCKED} DELETE FROM entries; DELETE FROM head`),
    /new or was emptied: trust.db knows of 8 entries, here are 0/,
  ],
  ['the file removed', removeJournal, /new or was emptied: trust.db knows of 8/],
  [
    'an older copy put back',
    (path: string) => {
      removeJournal(path);
      copyFileSync(`${path}.old`, path);
    },
    /rolled back: trust.db knows of 8 entries, here are 5/,
  ],
  [
    'the file removed, and what trust.db knew of it',
    (path: string) => {
      removeJournal(path);
      meddle(trustPath(path), `DELETE FROM trust WHERE id = 'journal-head'`);
    },
    /What trust.db knew of the journal's end is gone/,
  ],
  [
    'what trust.db knew of it set back by hand',
    (path: string) => meddle(trustPath(path), `UPDATE trust SET value = '{"hash":"x","seq":1}'`),
    /What trust.db knew of the journal's end is gone/,
  ],
])('verify finds %s, and finds it still after going on', async (_what, spoil, message) => {
  const path = newPath();
  await append(path, 5);
  copyFileSync(path, `${path}.old`);
  await append(path, 3);
  spoil(path);
  const verdict = () => run(path, (journal) => journal.verify());
  const first = await verdict();
  expect(first.intact).toBe(false);
  expect(problemsOf(first)).toMatch(message);
  await append(path, 2);
  expect(problemsOf(await verdict())).toMatch(message);
});

test('verify finds nothing in a journal that is as it was left, over several starts', async () => {
  const path = newPath();
  for (let start = 0; start < 3; start += 1) await append(path, 4);
  expect(await run(path, (journal) => journal.verify())).toMatchObject({
    intact: true,
    problems: [],
  });
});

test('the end is noted at open, after 200 entries and at close, not with each entry', async () => {
  const path = newPath();
  await append(path, 1);
  const end = (trust: Trust) => trust.get('meta', 'journal-head');
  await run(path, async (journal, trust) => {
    for (let at = 0; at < 199; at += 1) journal.append({ kind: 'launch' });
    expect(end(trust)).toMatchObject({ seq: 1 });
    journal.append({ kind: 'launch' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(end(trust)).toMatchObject({ seq: 201 });
    journal.append({ kind: 'launch' });
  });
  await run(path, (_journal, trust) => expect(end(trust)).toMatchObject({ seq: 202 }));
});

test('of very many entries the end is noted once a second, and then as it is', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await run(newPath(), async (journal, trust) => {
    const end = () => trust.get('meta', 'journal-head');
    const many = async () => {
      for (let at = 0; at < 250; at += 1) journal.append({ kind: 'launch' });
      await new Promise((resolve) => setImmediate(resolve));
    };
    await many();
    const first = end();
    expect(first).toBeDefined();
    await many();
    await vi.advanceTimersByTimeAsync(900);
    expect(end()).toEqual(first);
    await vi.advanceTimersByTimeAsync(100);
    expect(end()).toMatchObject({ seq: 500 });
  });
});
