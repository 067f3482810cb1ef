import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { EntryWriter } from '../../../src-main/journal/entry-writer.ts';
import { journalSubkey } from '../../../src-main/journal/journal-chain.ts';
import { rowFrom } from '../../../src-main/journal/journal-row.ts';
import { JOURNAL_TABLES } from '../../../src-main/journal/journal-tables.ts';
import type { Failure } from '../../../src-main/kernel/failure.ts';
import { fail, ok } from '../../../src-main/kernel/result.ts';
import { openDatabase, sqliteFailure } from '../../../src-main/kernel/sqlite-db.ts';
import { canMountTinyDisk, tinyDisk } from '../../fakes/tiny-disk.ts';
import { KEY, newPath, open } from './a-journal.ts';

/** What another program sees: how many entries, the number in the head, and a number that changes with each commit. */
function watcher(path: string) {
  const db = new DatabaseSync(path, { readOnly: true });
  onTestFinished(() => db.close());
  const one = (sql: string) => Object.values(db.prepare(sql).get() ?? {})[0];
  return {
    entries: () => one('SELECT count(*) FROM entries'),
    head: () => one('SELECT seq FROM head'),
    version: () => Number(one('PRAGMA data_version')),
  };
}

test('another program sees nothing of a turn before its end, and then all of it, from one commit', async () => {
  const path = newPath();
  const journal = await open(path);
  journal.append({ kind: 'launch' });
  const other = watcher(path);
  const before = other.version();
  const heard: number[] = [];
  journal.appended.subscribe(({ seq }) => heard.push(seq));
  const entered = [1, 2, 3].map((n) => journal.enter({ kind: 'probe', detail: { n } }));
  expect([other.entries(), other.head(), heard]).toEqual([1, 1, []]);
  expect(await Promise.all(entered)).toEqual([2, 3, 4].map((seq) => ok({ seq })));
  expect([other.entries(), other.head(), heard]).toEqual([4, 4, [2, 3, 4]]);
  expect(other.version()).toBe(before + 1);
  expect(journal.verify()).toEqual({ intact: true, entries: 4, problems: [] });
  await journal.close();
});

test('whoever reads in the same turn finds what was entered', async () => {
  const journal = await open(newPath());
  void journal.enter({ kind: 'probe', tool: 'first_tool' });
  expect(journal.list({}).total).toBe(1);
  void journal.enter({ kind: 'probe', tool: 'second_tool' });
  expect(journal.page({ text: 'second_tool' }).entries).toHaveLength(1);
  void journal.enter({ kind: 'probe' });
  expect(journal.show(3).ok).toBe(true);
  void journal.enter({ kind: 'probe' });
  expect(journal.verify()).toMatchObject({ intact: true, entries: 4 });
  await journal.close();
});

test('what is appended in the same turn comes behind what was entered before', async () => {
  const path = newPath();
  const journal = await open(path);
  const first = journal.enter({ kind: 'call_requested' });
  expect(journal.append({ kind: 'launch' })).toEqual(ok({ seq: 2 }));
  const last = journal.enter({ kind: 'call_decided' });
  expect(await Promise.all([first, last])).toEqual([ok({ seq: 1 }), ok({ seq: 3 })]);
  const late = journal.enter({ kind: 'stop' });
  await journal.close();
  expect(await late).toEqual(ok({ seq: 4 }));
  expect(await journal.enter({ kind: 'stop' })).toMatchObject({
    failure: { code: 'journal_unavailable' },
  });
  expect(watcher(path).entries()).toBe(4);
});

test('a home that is not ours any more takes nothing of the turn', async () => {
  const state = { ours: true };
  const journal = await open(newPath(), {
    guard: () => (state.ours ? ok() : fail('journal_unavailable', 'Gone.')),
  });
  const both = [journal.enter({ kind: 'probe' }), journal.enter({ kind: 'probe' })];
  state.ours = false;
  for (const each of both) expect(await each).toMatchObject({ failure: { message: 'Gone.' } });
  state.ours = true;
  expect(await journal.enter({ kind: 'probe' })).toEqual(ok({ seq: 1 }));
  await journal.close();
});

test('when the file may grow no more, all of a transaction fails, and the chain goes on behind what was there', () => {
  const path = newPath();
  const opened = openDatabase(path, { synchronous: 'NORMAL' });
  if (!opened.ok) throw new Error(opened.failure.message);
  const db = opened.value;
  db.exec(JOURNAL_TABLES);
  const writer = new EntryWriter(db, { subkey: journalSubkey(KEY), notes: [] });
  const entry = (size: number) =>
    rowFrom(
      { kind: 'probe', detail: { a: 'x'.repeat(size) } },
      { now: 0, redact: (value) => value },
    );
  const write = (sizes: readonly number[]) =>
    writer.transaction((add) => sizes.map((size) => add(entry(size))));
  expect(write([10, 10])).toEqual([1, 2]);
  db.exec('PRAGMA max_page_count = 30');
  let failure: Failure | null = null;
  try {
    write([10, ...Array.from({ length: 10 }, () => 60_000)]);
  } catch (error) {
    failure = sqliteFailure(error, path);
  }
  expect(failure).toMatchObject({ code: 'disk_full' });
  expect(watcher(path).entries()).toBe(2);
  expect(write([10])).toEqual([3]);
  db.close();
});

test.runIf(canMountTinyDisk)(
  'on a full disk every entry of the turn fails, nothing that was acknowledged is lost, and it goes on',
  async () => {
    const disk = tinyDisk(512);
    const full: Failure[] = [];
    const journal = await open(join(disk, 'journal.db'), {
      onFull: (failure) => full.push(failure),
    });
    const ballast = join(disk, 'ballast');
    writeFileSync(ballast, 'x'.repeat(100_000));
    const turn = (size: number) =>
      Promise.all(
        [1, 2, 3].map((n) => journal.enter({ kind: 'probe', detail: { a: `${n} `.repeat(size) } })),
      );
    let written = 0;
    let last = await turn(2_000);
    for (; last.every((each) => each.ok); written += 3) last = await turn(2_000);
    expect(last).toMatchObject(
      [1, 2, 3].map(() => ({ ok: false, failure: { code: 'journal_unavailable' } })),
    );
    expect(full).toMatchObject([{ code: 'disk_full' }]);
    expect(journal.verify()).toMatchObject({ intact: true, entries: written });
    rmSync(ballast);
    expect((await turn(10)).map(({ ok: isOk }) => isOk)).toEqual([true, true, true]);
    expect(journal.verify()).toMatchObject({ intact: true, entries: written + 3 });
    await journal.close();
  },
);

/** A process that enters twenty a turn; its acknowledged numbers. */
function writing(path: string) {
  const script = fileURLToPath(new URL('./journal-writer.ts', import.meta.url));
  const child = spawn(process.execPath, [script, path, 'together'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const acknowledged: number[] = [];
  const lines = createInterface({ input: child.stdout });
  const closed = new Promise((resolve) => child.on('close', resolve));
  return {
    acknowledged,
    enough: new Promise<void>((resolve) => {
      lines.on('line', (line) => {
        acknowledged.push(Number(line));
        if (acknowledged.length >= 200) resolve();
      });
    }),
    async kill() {
      child.kill('SIGKILL');
      await closed;
    },
  };
}

test('killed in the midst of it, two processes that take turns leave one whole chain with all they acknowledged', async () => {
  const path = newPath();
  const both = [writing(path), writing(path)];
  await Promise.all(both.map(({ enough }) => enough));
  await Promise.all(both.map(({ kill }) => kill()));
  const journal = await open(path);
  await setImmediate();
  const numbers = both.flatMap(({ acknowledged }) => acknowledged);
  expect(new Set(numbers).size).toBe(numbers.length);
  const { total } = journal.list({});
  expect(Math.max(...numbers)).toBeLessThanOrEqual(total);
  expect(journal.list({ kinds: ['owner'] }).entries.map(({ detail }) => detail)).toEqual([]);
  expect(total % 20).toBe(0);
  expect(journal.verify()).toEqual({ intact: true, entries: total, problems: [] });
  await journal.close();
});
