import { copyFileSync, rmSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { anchorInMemory, five, meddle, open, UNLOCKED, verdict } from './a-journal.ts';

describe('verify finds', () => {
  it.each([
    ['an altered tool', `UPDATE entries SET tool = 'other' WHERE seq = 3`, /Entry 3.*altered/],
    [
      'an altered detail',
      `UPDATE entries SET detail = '{"at":9}' WHERE seq = 2`,
      /Entry 2.*altered/,
    ],
    ['an altered hash', `UPDATE entries SET hash = 'x' WHERE seq = 2`, /Entry 2.*altered/],
    [
      'garbage in an entry',
      `UPDATE entries SET kind = 'nonsense' WHERE seq = 4`,
      /Entry 4 was altered/,
    ],
    ['a removed entry', 'DELETE FROM entries WHERE seq = 3', /Entry 3 is gone/],
    ['removed first entries', 'DELETE FROM entries WHERE seq < 3', /Entries 1 to 2 are gone/],
    ['a cut tail', 'DELETE FROM entries WHERE seq > 3', /5 were written, the last one here is 3/],
    [
      'a cut tail with the record of the last entry moved along',
      `DELETE FROM entries WHERE seq > 3;
       UPDATE head SET seq = 3, hash = (SELECT hash FROM entries WHERE seq = 3)`,
      /seal of entry 3 does not hold/,
    ],
    ['an emptied journal', 'DELETE FROM entries', /5 were written, the last one here is 0/],
    [
      'an added entry',
      `INSERT INTO entries (seq, at, kind, detail, hash) VALUES (6, '2026', 'stop', '{}', 'x')`,
      /Entries after 5 were not written by Gatehouse/,
    ],
    ['a removed head', 'DELETE FROM head', /record of the last entry is gone/],
  ])('%s, also after going on', async (_what, sql, message) => {
    const path = await five();
    meddle(path, UNLOCKED + sql);
    const { intact, text } = await verdict(path);
    expect(intact).toBe(false);
    expect(text).toMatch(message);
  });

  it('entries that were all made anew by someone without the key', async () => {
    const path = await five();
    const forged = await five({ key: new Uint8Array(32).fill(4) });
    copyFileSync(forged, path);
    expect((await verdict(path)).text).toMatch(/seal of entry 5 does not hold/);
  });

  it('entries that were written while the key was missing', async () => {
    const path = await five();
    const keyless = await open(path, { key: null });
    keyless.append({ kind: 'launch' });
    expect(keyless.verify().problems[0]?.message).toMatch(/key is missing/);
    await keyless.close();
    expect((await verdict(path)).text).toMatch(/up to 6 were written without the key/);
  });

  it('an older copy of the whole file, and a removed file, by what the keychain remembers', async () => {
    const anchor = anchorInMemory();
    const path = await five({ anchors: [anchor] });
    const copy = `${path}.copy`;
    copyFileSync(path, copy);
    const journal = await open(path, { anchors: [anchor] });
    for (let at = 0; at < 3; at += 1) journal.append({ kind: 'launch' });
    await journal.close();
    const noted = anchor.text;
    expect(JSON.parse(noted ?? '{}')).toMatchObject({ seq: 8 });

    copyFileSync(copy, path);
    expect((await verdict(path, { anchors: [anchor] })).text).toMatch(
      /keychain knows of 8 entries, here are 5/,
    );

    anchor.text = noted;
    for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
    expect((await verdict(path, { anchors: [anchor] })).text).toMatch(
      /knows of 8 entries, here are 0/,
    );
  });

  it('an older copy also when the keychain was locked at the start', async () => {
    const anchor = anchorInMemory();
    const path = await five({ anchors: [anchor] });
    anchor.text = JSON.stringify({ seq: 9, hash: 'f'.repeat(64) });
    anchor.locked = true;
    const journal = await open(path, { anchors: [anchor] });
    anchor.locked = false;
    await journal.close();
    const reader = await open(path, { read_only: true });
    const found = reader
      .verify()
      .problems.map((each) => each.message)
      .join(' ');
    expect(found).toMatch(/Entries 6 to 9 are gone.*knows of 9 entries, here are 5/);
    await reader.close();
  });

  it('a rollback to what was there five minutes ago, since the count is noted that often', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const anchor = anchorInMemory();
    const journal = await open(await five({ anchors: [anchor] }), { anchors: [anchor] });
    journal.append({ kind: 'launch' });
    expect(JSON.parse(anchor.text ?? '{}')).toMatchObject({ seq: 5 });
    await vi.advanceTimersByTimeAsync(300_000);
    expect(JSON.parse(anchor.text ?? '{}')).toMatchObject({ seq: 6 });
    await journal.close();
  });

  it('nothing in a journal that is as it was left, with an anchor, over several starts', async () => {
    const anchor = anchorInMemory();
    const path = await five({ anchors: [anchor] });
    for (let start = 0; start < 3; start += 1) {
      const { intact, problems } = await verdict(path, { anchors: [anchor] });
      expect(problems).toEqual([]);
      expect(intact).toBe(true);
    }
  });
});
