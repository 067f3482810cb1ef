import { copyFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../fakes/clock.ts';
import { anchorInMemory, five, meddle, open, problemsOf, UNLOCKED, verdict } from './a-journal.ts';

const DAY_MS = 86_400_000;
const TEN_DAYS = { keep_days: 10, keep_mb: 1_000 };

/** Entries 1 to 5 were removed; 6 to 9 are there, of which 8 says so. `before`: the file with 1 to 7. */
async function shortened(): Promise<{ path: string; before: string }> {
  const path = await five();
  const clock = fakeClock();
  clock.advance(20 * DAY_MS);
  const writing = await open(path, { clock });
  writing.append({ kind: 'launch' });
  writing.append({ kind: 'launch' });
  await writing.close();
  const before = `${path}.before`;
  copyFileSync(path, before);
  const journal = await open(path, { clock });
  expect(journal.retain(TEN_DAYS)).toMatchObject({ value: { removed: 5 } });
  journal.append({ kind: 'stop' });
  expect(journal.verify()).toEqual({ intact: true, entries: 4, problems: [] });
  await journal.close();
  return { path, before };
}

describe('after retention verify finds', () => {
  it.each([
    ['a removed checkpoint', 'DELETE FROM checkpoint', /checkpoint that retention left.*is gone/],
    [
      'a checkpoint moved on, with what lay before it removed',
      `UPDATE checkpoint SET seq = 6, hash = (SELECT hash FROM entries WHERE seq = 6);
       DELETE FROM entries WHERE seq = 6`,
      /seal of the checkpoint at entry 6 does not hold/,
    ],
    [
      'a checkpoint with another hash',
      `UPDATE checkpoint SET hash = '${'0'.repeat(64)}'`,
      /seal of the checkpoint.*Entry 6, or the one before it, was altered/,
    ],
    ['a checkpoint with another count', 'UPDATE checkpoint SET removed = 1', /seal of the check/],
    ['a checkpoint of another retention', 'UPDATE checkpoint SET entry_seq = 6', /seal of the/],
    ['a checkpoint with another seal', `UPDATE checkpoint SET mac = x'00'`, /seal of the check/],
    [
      'an entry before it put back',
      `INSERT INTO entries (seq, at, kind, detail, hash) VALUES (3, '2026', 'stop', '{}', 'x')`,
      /Entry 3 was put back: retention had removed all up to 5/,
    ],
    ['a removed first entry', 'DELETE FROM entries WHERE seq = 6', /Entry 6 is gone/],
    ['an altered first entry', `UPDATE entries SET tool = 'x' WHERE seq = 6`, /Entry 6.*altered/],
    ['a cut tail', 'DELETE FROM entries WHERE seq > 7', /9 were written, the last one here is 7/],
    [
      'a cut tail with the record of the last entry moved along',
      `DELETE FROM entries WHERE seq > 7;
       UPDATE head SET seq = 7, hash = (SELECT hash FROM entries WHERE seq = 7)`,
      /not the one that the last retention left.*seal of entry 7 does not hold/,
    ],
    [
      'a changed word about what was removed',
      `UPDATE entries SET detail = '{"removed":1}' WHERE seq = 8`,
      /Entry 8.*altered/,
    ],
    ['an emptied journal', 'DELETE FROM entries', /9 were written, the last one here is 0/],
  ])('%s, also after going on', async (_what, sql, message) => {
    const { path } = await shortened();
    meddle(path, UNLOCKED + sql);
    const { intact, text } = await verdict(path);
    expect(intact).toBe(false);
    expect(text).toMatch(message);
  });

  it('removed entries that were put back whole, with the checkpoint taken away', async () => {
    const { path, before } = await shortened();
    meddle(
      path,
      `${UNLOCKED} ATTACH '${before}' AS old; DELETE FROM checkpoint;
       INSERT INTO entries SELECT * FROM old.entries WHERE seq <= 5`,
    );
    expect((await verdict(path)).text).toBe(
      'The checkpoint that retention left with entry 8 is gone.',
    );
  });

  it('an earlier checkpoint, though its seal is good', async () => {
    const { path } = await shortened();
    const earlier = `${path}.earlier`;
    copyFileSync(path, earlier);
    const clock = fakeClock();
    clock.advance(40 * DAY_MS);
    const journal = await open(path, { clock });
    expect(journal.retain(TEN_DAYS)).toMatchObject({ value: { removed: 4 } });
    await journal.close();
    meddle(
      path,
      `${UNLOCKED} ATTACH '${earlier}' AS old; INSERT INTO entries SELECT * FROM old.entries;
       DELETE FROM checkpoint; INSERT INTO checkpoint SELECT * FROM old.checkpoint`,
    );
    expect((await verdict(path)).text).toMatch(/not the one that the last retention left/);
  });

  it('an older copy of the whole file, by what the keychain remembers', async () => {
    const { path, before } = await shortened();
    const anchor = anchorInMemory();
    await (await open(path, { anchors: [anchor] })).close();
    copyFileSync(before, path);
    expect((await verdict(path, { anchors: [anchor] })).text).toMatch(
      /knows of 9 entries, here are 7/,
    );
  });

  it.each([
    ['altered', `UPDATE entries SET tool = 'x' WHERE seq = 2`, /Found at .*Entry 2.*was altered/],
    ['removed', 'DELETE FROM entries WHERE seq = 2', /Found at .*Entry 2 is gone/],
    ['cut off', 'DELETE FROM entries WHERE seq < 3', /Found at .*Entries 1 to 2 are gone/],
  ])(
    'what was %s before, though retention has removed the place since',
    async (_what, sql, message) => {
      const path = await five();
      meddle(path, UNLOCKED + sql);
      const clock = fakeClock();
      const journal = await open(path, { clock });
      for (let round = 0; round < 3; round += 1) {
        clock.advance(20 * DAY_MS);
        expect(journal.retain(TEN_DAYS)).toMatchObject({ ok: true });
        expect(journal.show(1).ok).toBe(false);
        const text = problemsOf(journal.verify());
        expect(text).toMatch(message);
        expect(text.match(/Found at/g)).toHaveLength(1);
      }
      await journal.close();
    },
  );
});
