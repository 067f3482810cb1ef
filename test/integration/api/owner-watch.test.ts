import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createOwnerWatch, type OwnerWatch } from '../../../src-main/api/owner-watch-file.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';

let state: string;
let watch: OwnerWatch;
let told: string[];
const at = (name: string) => join(state, name);
const record = (nonce: string) => writeFileSync(at('owner.json'), JSON.stringify({ nonce }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  state = join(tempFolder(), 'state');
  mkdirSync(state);
  record('mine');
  writeFileSync(at('journal.db'), '');
  told = [];
  watch = createOwnerWatch(at('owner.json'), 'mine');
  watch.begin([at('journal.db')], ({ message }) => told.push(message));
});
afterEach(() => {
  watch.stop();
  vi.useRealTimers();
});

test('nothing is said while the files are the same, also when our record is written anew', () => {
  expect(watch.check().ok).toBe(true);
  record('mine');
  writeFileSync(at('next'), JSON.stringify({ nonce: 'mine' }));
  renameSync(at('next'), at('owner.json'));
  expect(watch.check().ok).toBe(true);
  vi.advanceTimersByTime(10_000);
  expect(told).toEqual([]);
});

test.each([
  ['the folder was emptied', () => rmSync(state, { recursive: true })],
  ['the record was removed', () => rmSync(at('owner.json'))],
  [
    'another owner put its record there',
    () => {
      rmSync(at('owner.json'));
      writeFileSync(at('journal.db.x'), '');
      record('theirs');
    },
  ],
  [
    'a database was replaced',
    () => {
      writeFileSync(at('copy'), '');
      renameSync(at('copy'), at('journal.db'));
    },
  ],
])('a call is refused at once, and the end told once, when %s', (_what, spoil) => {
  spoil();
  for (let again = 0; again < 2; again += 1) {
    expect(watch.check()).toMatchObject({ ok: false, failure: { code: 'journal_unavailable' } });
  }
  vi.advanceTimersByTime(10_000);
  expect(told).toEqual([expect.stringMatching(/removed or replaced while Gatehouse ran/)]);
});

test('without any call it is seen within two seconds, also when the record was overwritten', () => {
  record('theirs');
  expect(told).toEqual([]);
  vi.advanceTimersByTime(2_000);
  expect(told).toHaveLength(1);
  record('mine');
  expect(watch.check().ok).toBe(false);
});
