import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { Trust } from '../../../src-main/trust/trust.ts';
import { openTrust, readKeySource } from '../../../src-main/trust/trust-db.ts';
import { fakeClock } from '../../fakes/clock.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { canMountTinyDisk, tinyDisk } from '../../fakes/tiny-disk.ts';

const KEY = new Uint8Array(32).fill(7);
const newPath = () => join(tempFolder(), 'trust.db');

function open(path: string, key: Uint8Array | null = KEY): Trust {
  const opened = openTrust({ path, key, clock: fakeClock() });
  if (!opened.ok) throw new Error(opened.failure.message);
  return opened.value;
}

/** What another program of the same user can do to the file. */
function meddle(path: string, sql: string): void {
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
}

describe('what a person has accepted', () => {
  it('is kept by kind and id, replaced, listed in order and removed', () => {
    const path = newPath();
    const trust = open(path);
    trust.put('pin', 'files/write_file', { hash: 'b' });
    trust.put('pin', 'files/read_file', { hash: 'a' });
    trust.put('pin', 'files/write_file', { hash: 'c' });
    trust.put('grant', 'files/write_file', ['you']);
    expect(trust.get('pin', 'files/write_file')).toEqual({ hash: 'c' });
    expect(trust.get('pin', 'nothing')).toBeUndefined();
    expect(trust.list('pin')).toEqual([
      { id: 'files/read_file', value: { hash: 'a' } },
      { id: 'files/write_file', value: { hash: 'c' } },
    ]);
    trust.remove('pin', 'files/write_file');
    trust.close();
    const again = open(path);
    expect(again.get('pin', 'files/write_file')).toBeUndefined();
    expect(again.get('grant', 'files/write_file')).toEqual(['you']);
    expect(again.broken()).toEqual([]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    again.close();
  });

  it.each([
    ['its value was changed', `UPDATE trust SET value = '{"hash":"evil"}' WHERE id = 'a'`],
    ['its MAC was changed', `UPDATE trust SET mac = zeroblob(32) WHERE id = 'a'`],
    ['its MAC was cut', `UPDATE trust SET mac = substr(mac, 1, 16) WHERE id = 'a'`],
    ['it was moved to another id', `UPDATE trust SET id = 'z' WHERE id = 'a'`],
    ['it was moved to another kind', `UPDATE trust SET kind = 'grant' WHERE id = 'a'`],
    [
      'its value was put under the MAC of another',
      `UPDATE trust SET value = (SELECT value FROM trust WHERE id = 'b') WHERE id = 'a'`,
    ],
    ['it is no JSON at all', `UPDATE trust SET value = 'garbage {' WHERE id = 'a'`],
  ])('does not hold when %s, and the others go on holding', (_what, sql) => {
    const path = newPath();
    const trust = open(path);
    trust.put('pin', 'a', { hash: '1' });
    trust.put('pin', 'b', { hash: '2' });
    trust.close();
    meddle(path, sql);
    const again = open(path);
    expect(again.get('pin', 'a')).toBeUndefined();
    expect(again.list('pin')).toEqual([{ id: 'b', value: { hash: '2' } }]);
    expect(again.list('grant')).toEqual([]);
    expect(again.broken()).toContainEqual({ kind: 'pin', id: 'a' });
    expect(again.put('pin', 'a', { hash: '3' }).ok).toBe(true);
    expect(again.get('pin', 'a')).toEqual({ hash: '3' });
    again.close();
  });

  it('does not hold under another key, nor without one', () => {
    const path = newPath();
    const trust = open(path);
    trust.put('confirmation', 'files', { launch_hash: 'x' });
    trust.close();
    for (const key of [new Uint8Array(32).fill(8), null]) {
      const again = open(path, key);
      expect(again.get('confirmation', 'files')).toBeUndefined();
      expect(again.broken()).toContainEqual({ kind: 'confirmation', id: 'files' });
      again.close();
    }
    const back = open(path);
    expect(back.get('confirmation', 'files')).toEqual({ launch_hash: 'x' });
    back.close();
  });

  it('cannot grow without a key, but can shrink', () => {
    const path = newPath();
    const trust = open(path);
    trust.put('grant', 'g', 1);
    trust.close();
    const keyless = open(path, null);
    expect(keyless.put('grant', 'h', 1)).toMatchObject({
      ok: false,
      failure: { code: 'keychain_unavailable' },
    });
    expect(keyless.bumpConfigVersion()).toMatchObject({ ok: false });
    expect(keyless.remove('grant', 'g').ok).toBe(true);
    keyless.close();
    expect(open(path).get('grant', 'g')).toBeUndefined();
  });

  it('survives a text with half of a surrogate pair in it', () => {
    const path = newPath();
    const trust = open(path);
    trust.put('pin', 'a', { description: '\ud800 x' });
    expect(trust.get('pin', 'a')).toEqual({ description: '\ud800 x' });
    trust.close();
  });
});

describe('a row that was put and is gone', () => {
  const LIST = `kind = 'meta' AND id = 'accepted-items'`;

  it.each([
    ['it was deleted', `DELETE FROM trust WHERE id = 'file:policy.yml'`],
    ['it was spoiled', `UPDATE trust SET mac = zeroblob(32) WHERE id = 'file:policy.yml'`],
    ['the list was deleted with it', `DELETE FROM trust WHERE id = 'file:policy.yml' OR (${LIST})`],
    [
      'the list was spoiled too',
      `DELETE FROM trust WHERE id = 'file:policy.yml'; UPDATE trust SET value = '{}' WHERE ${LIST}`,
    ],
  ])('is known to be lost when %s, also after a second start', (_what, sql) => {
    const path = newPath();
    const trust = open(path);
    trust.put('accepted', 'file:policy.yml', { text: 'x' });
    trust.put('confirmation', 'files', 1);
    expect(trust.isLost('accepted', 'file:policy.yml')).toBe(false);
    meddle(path, sql);
    expect(trust.isLost('accepted', 'file:policy.yml')).toBe(true);
    trust.close();
    for (let start = 0; start < 2; start += 1) {
      const again = open(path);
      expect(again.isLost('accepted', 'file:policy.yml')).toBe(true);
      again.close();
    }
    const mended = open(path);
    mended.put('accepted', 'file:policy.yml', { text: 'y' });
    expect(mended.isLost('accepted', 'file:policy.yml')).toBe(false);
    mended.remove('accepted', 'file:policy.yml');
    mended.close();
    const last = open(path);
    expect(last.isLost('accepted', 'file:policy.yml')).toBe(false);
    expect(last.broken()).toEqual([]);
    last.close();
  });

  it('stays lost while we run when the whole table was emptied', () => {
    const path = newPath();
    const trust = open(path);
    trust.put('accepted', 'runners', {});
    trust.put('pin', 'files', {});
    meddle(path, 'DELETE FROM trust');
    expect(trust.isLost('accepted', 'runners')).toBe(true);
    expect(trust.lost('pin')).toEqual(['files']);
    expect(trust.broken()).toEqual([
      { kind: 'accepted', id: 'runners' },
      { kind: 'pin', id: 'files' },
    ]);
    trust.close();
  });

  it('is not what never was, nor what was removed', () => {
    const path = newPath();
    const trust = open(path);
    trust.put('accepted', 'runners', {});
    trust.remove('accepted', 'runners');
    trust.close();
    const again = open(path);
    expect(again.isLost('accepted', 'runners')).toBe(false);
    expect(again.isLost('accepted', 'file:policy.yml')).toBe(false);
    expect(again.isLost('meta', 'paused')).toBe(false);
    again.close();
  });
});

describe('the config version', () => {
  it('starts from 1, only grows, and is kept', () => {
    const path = newPath();
    const trust = open(path);
    expect(trust.configVersion()).toBe(1);
    expect(trust.bumpConfigVersion()).toEqual({ ok: true, value: 2 });
    expect(trust.bumpConfigVersion()).toEqual({ ok: true, value: 3 });
    trust.close();
    expect(open(path).configVersion()).toBe(3);
  });
});

describe('where the key is', () => {
  it('is remembered when the key is known, and not changed without one', () => {
    const path = newPath();
    expect(readKeySource(path)).toEqual({ ok: true, value: null });
    const options = { path, clock: fakeClock() };
    const first = openTrust({ ...options, key: KEY, key_source: 'keychain' });
    if (first.ok) first.value.close();
    expect(readKeySource(path)).toEqual({ ok: true, value: 'keychain' });
    const keyless = openTrust({ ...options, key: null, key_source: 'file' });
    if (keyless.ok) keyless.value.close();
    expect(readKeySource(path)).toEqual({ ok: true, value: 'keychain' });
    meddle(path, `UPDATE meta_plain SET value = 'elsewhere'`);
    expect(readKeySource(path)).toEqual({ ok: true, value: null });
  });
});

describe('a trust.db that is not ours', () => {
  it('fails with its path when it is no database', () => {
    const path = newPath();
    writeFileSync(path, 'not a database, only a text '.repeat(50));
    const failed = { ok: false, failure: { code: 'unreadable_file', params: { path } } };
    expect(openTrust({ path, key: KEY, clock: fakeClock() })).toMatchObject(failed);
    expect(readKeySource(path)).toMatchObject(failed);
  });

  it('fails when its table has other columns', () => {
    const path = newPath();
    const other = newPath();
    meddle(path, 'CREATE TABLE trust (a, b)');
    meddle(other, 'CREATE TABLE meta_plain (a, b)');
    for (const each of [path, other]) {
      expect(openTrust({ path: each, key: KEY, clock: fakeClock() })).toMatchObject({
        failure: { code: 'unreadable_file' },
      });
    }
    expect(readKeySource(other)).toMatchObject({ failure: { code: 'unreadable_file' } });
  });

  it('gives no rows for values of other types', () => {
    const path = newPath();
    meddle(
      path,
      `CREATE TABLE trust (kind, id, value, mac, at);
       INSERT INTO trust VALUES (1, 2, 3, 4, 5), (NULL, NULL, NULL, NULL, NULL), ('pin', x'00', 'x', 'y', 0);`,
    );
    const trust = open(path);
    expect(trust.list('pin')).toEqual([]);
    expect(trust.broken()).toHaveLength(3);
    trust.close();
  });

  it.runIf(canMountTinyDisk)('says that the disk is full', () => {
    const trust = open(join(tinyDisk(256), 'trust.db'));
    trust.put('pin', 'first', 1);
    let last = trust.put('pin', 'a', '');
    for (let at = 0; at < 100 && last.ok; at += 1)
      last = trust.put('pin', `p${at}`, 'x'.repeat(9_000));
    expect(last).toMatchObject({ ok: false, failure: { code: 'disk_full' } });
    expect(trust.get('pin', 'first')).toBe(1);
    trust.close();
  });
});
