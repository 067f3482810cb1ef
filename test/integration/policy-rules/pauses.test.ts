import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPauses } from '../../../src-main/policy/pauses.ts';
import { done, type Home, makeHome } from '../registry/home.ts';

let home: Home;
beforeEach(() => {
  home = makeHome();
});
afterEach(() => home.drop());

function meddle(sql: string): void {
  const db = new DatabaseSync(home.paths.trustDb);
  db.exec(sql);
  db.close();
}

test('a pause of one agent is kept over a restart, and so is its end', () => {
  done(createPauses(home.trust).pause('reader'));
  const again = createPauses(home.reopenTrust());
  expect([again.all, again.isPaused('reader'), again.isPaused('you')]).toEqual([
    false,
    true,
    false,
  ]);
  done(again.resume('reader'));
  expect(createPauses(home.reopenTrust()).isPaused('reader')).toBe(false);
});

test('nothing is paused in a new home', () => {
  expect(createPauses(home.trust).all).toBe(false);
  expect(createPauses(home.reopenTrust()).all).toBe(false);
});

const LIST = `kind = 'meta' AND id = 'accepted-items'`;
test.each([
  ['changed', `UPDATE trust SET value = '{"all":false,"agents":[]}' WHERE id = 'paused'`],
  ['deleted', `DELETE FROM trust WHERE id = 'paused'`],
  ['deleted with the list of rows', `DELETE FROM trust WHERE id = 'paused' OR (${LIST})`],
])('everything is paused when the row of a pause was %s, until resumed', (_how, sql) => {
  done(home.trust.put('confirmation', 'files', { launch_hash: 'x' }));
  done(createPauses(home.trust).pause('reader'));
  meddle(sql);
  home.reopenTrust();
  const pauses = createPauses(home.reopenTrust());
  expect([pauses.all, pauses.isPaused('you')]).toEqual([true, true]);
  done(pauses.resume(undefined));
  expect(createPauses(home.reopenTrust()).isPaused('reader')).toBe(false);
});
