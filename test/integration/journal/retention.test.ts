import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Journal } from '../../../src-main/journal/journal.ts';
import { keepRetention } from '../../../src-main/journal/keep-retention.ts';
import { fakeClock } from '../../fakes/clock.ts';
import { anchorInMemory, five, meddle, newPath, open } from './a-journal.ts';

const DAY_MS = 86_400_000;
const seqs = (journal: Journal) => journal.list({ limit: 1_000 }).entries.map(({ seq }) => seq);

describe('retention', () => {
  it('removes what is too old, says so in the journal and leaves a chain that is whole', async () => {
    const path = await five();
    const clock = fakeClock();
    clock.advance(10 * DAY_MS);
    const journal = await open(path, { clock });
    journal.append({ kind: 'launch', tool: 'kept' });
    const heard: number[] = [];
    journal.appended.subscribe(({ seq }) => heard.push(seq));
    expect(journal.retain({ keep_days: 9, keep_mb: 1_000 })).toMatchObject({
      value: { removed: 5 },
    });
    expect(seqs(journal)).toEqual([7, 6]);
    expect(heard).toEqual([7]);
    expect(journal.show(7)).toMatchObject({
      value: {
        kind: 'retention',
        detail: { removed: 5, up_to_seq: 5, keep_days: 9, keep_mb: 1_000 },
      },
    });
    expect(journal.list({ text: 'tool_3' }).total).toBe(0);
    expect(journal.list({ text: 'kept' }).total).toBe(1);
    expect(journal.verify()).toEqual({ intact: true, entries: 2, problems: [] });
    await journal.close();

    const again = await open(path, { clock });
    expect(again.append({ kind: 'stop' })).toMatchObject({ value: { seq: 8 } });
    expect(again.verify()).toEqual({ intact: true, entries: 3, problems: [] });
    await again.close();
  });

  it('removes nothing and writes nothing while everything is within the limits', async () => {
    const clock = fakeClock();
    const journal = await open(await five(), { clock });
    clock.advance(5 * DAY_MS);
    expect(journal.retain({ keep_days: 5, keep_mb: 1_000 })).toEqual({
      ok: true,
      value: { removed: 0, more: false },
    });
    expect(seqs(journal)).toEqual([5, 4, 3, 2, 1]);
    await journal.close();
  });

  it('goes on from its checkpoint the next time, even when everything has become too old', async () => {
    const clock = fakeClock();
    const anchor = anchorInMemory();
    const path = await five({ anchors: [anchor] });
    const journal = await open(path, { clock, anchors: [anchor] });
    for (let round = 0; round < 3; round += 1) {
      clock.advance(2 * DAY_MS);
      expect(journal.retain({ keep_days: 1, keep_mb: 1_000 })).toMatchObject({
        value: { removed: round === 0 ? 5 : 1 },
      });
      // The keychain still knows an entry that is gone now.
      expect(journal.verify()).toEqual({ intact: true, entries: 1, problems: [] });
    }
    await journal.close();
    const again = await open(path, { clock, anchors: [anchor] });
    expect(again.verify()).toEqual({ intact: true, entries: 1, problems: [] });
    await again.close();
  });

  it('removes the oldest beyond the size, but nothing younger than a day', async () => {
    const clock = fakeClock();
    const journal = await open(newPath(), { clock });
    for (let at = 1; at <= 100; at += 1) {
      journal.append({ kind: 'probe', detail: { note: `${at} `.repeat(1_000) } });
    }
    const limits = { keep_days: 365, keep_mb: 0.5 };
    clock.advance(DAY_MS - 1);
    expect(journal.retain(limits)).toMatchObject({ value: { removed: 0 } });
    clock.advance(2);
    const done = journal.retain(limits);
    const removed = done.ok ? done.value.removed : 0;
    // 100 entries of about 3 KB, counted fourfold, are some 1.2 MB.
    expect(removed).toBeGreaterThan(40);
    expect(removed).toBeLessThan(70);
    expect(seqs(journal).at(-1)).toBe(removed + 1);
    expect(journal.retain(limits)).toMatchObject({ value: { removed: 0 } });
    expect(journal.verify().intact).toBe(true);
    await journal.close();
  });

  it('comes to the same end by size whether it remembers what it read through or begins anew', async () => {
    const kept: (number | undefined)[] = [];
    for (const begins of ['once', 'each time']) {
      const clock = fakeClock();
      const path = newPath();
      let journal = await open(path, { clock });
      const write = (count: number) => {
        for (let at = 1; at <= count; at += 1) {
          journal.append({ kind: 'probe', detail: { note: `${at} `.repeat(at % 100) } });
        }
      };
      write(1_400);
      clock.advance(2 * DAY_MS);
      for (let more = true; more; ) {
        const done = journal.retain({ keep_days: 365, keep_mb: 0.3 });
        more = done.ok && done.value.removed > 0;
        // New entries count too, and are too young to go.
        if (more) write(50);
        if (begins === 'once') continue;
        await journal.close();
        journal = await open(path, { clock });
      }
      kept.push(seqs(journal).at(-1));
      await journal.close();
    }
    expect(kept[0]).toBeGreaterThan(501);
    expect(kept[0]).toBe(kept[1]);
  });

  it('takes five hundred entries a call and says that there are more', async () => {
    const clock = fakeClock();
    const journal = await open(newPath(), { clock });
    for (let at = 1; at <= 1_100; at += 1) journal.append({ kind: 'probe', detail: { at } });
    clock.advance(2 * DAY_MS);
    const limits = { keep_days: 1, keep_mb: 1_000 };
    const first = { removed: 500, more: true };
    expect(journal.retain(limits)).toEqual({ ok: true, value: first });
    expect(journal.retain(limits)).toEqual({ ok: true, value: first });
    expect(journal.retain(limits)).toMatchObject({ value: { removed: 100 } });
    for (let step = 0; step < 100; step += 1) {
      const done = journal.retain(limits);
      expect(done).toMatchObject({ value: { removed: 0 } });
      if (done.ok && !done.value.more) break;
      expect(step).toBeLessThan(99);
    }
    expect(journal.verify()).toEqual({ intact: true, entries: 3, problems: [] });
    await journal.close();
  });

  it('removes nothing without the integrity key, and says why', async () => {
    const path = await five();
    const clock = fakeClock();
    clock.advance(10 * DAY_MS);
    const journal = await open(path, { clock, key: null });
    expect(journal.retain({ keep_days: 1, keep_mb: 1 })).toMatchObject({
      failure: { code: 'unavailable', message: expect.stringContaining('integrity key') },
    });
    expect(journal.show(1).ok).toBe(true);
    await journal.close();
    expect(journal.retain({ keep_days: 1, keep_mb: 1 })).toMatchObject({
      failure: { code: 'journal_unavailable' },
    });
  });

  it('leaves the rules in force: nothing else can be changed or removed', async () => {
    const path = await five();
    const clock = fakeClock();
    clock.advance(10 * DAY_MS);
    const journal = await open(path, { clock });
    journal.append({ kind: 'launch' });
    journal.retain({ keep_days: 1, keep_mb: 1 });
    await journal.close();
    for (const sql of [
      'DELETE FROM entries',
      'DELETE FROM entries WHERE seq = 6',
      'DELETE FROM entries WHERE seq = 7',
      `UPDATE entries SET tool = 'x' WHERE seq = 6`,
      `INSERT INTO entries (seq, at, kind, detail, hash) VALUES (5, '', 'stop', '{}', '')`,
    ]) {
      expect(() => meddle(path, sql)).toThrow(/append-only/);
    }
  });
});

describe('an owner of the home', () => {
  it('keeps the journal short soon after its start and daily, until it closes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const clock = fakeClock();
    const journal = await open(await five(), { clock });
    const log: string[] = [];
    const say = (message: string) => void log.push(message);
    const limits = { keep_days: 3650, keep_mb: 1_000 };
    const stop = keepRetention(journal, () => limits, { info: say, warn: say });
    clock.advance(10 * DAY_MS);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(journal.list({}).total).toBe(5);
    // What the settings say by then holds.
    limits.keep_days = 1;
    await vi.advanceTimersByTimeAsync(DAY_MS);
    expect(seqs(journal)).toEqual([6]);
    expect(log).toEqual(['old journal entries were removed']);
    stop();
    clock.advance(10 * DAY_MS);
    await vi.advanceTimersByTimeAsync(3 * DAY_MS);
    expect(seqs(journal)).toEqual([6]);
    await journal.close();
  });
});
