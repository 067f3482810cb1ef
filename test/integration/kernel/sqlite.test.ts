import { closeSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Db, openDatabase, sqliteFailure } from '../../../src-main/kernel/sqlite-db.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { canMountTinyDisk, tinyDisk } from '../../fakes/tiny-disk.ts';

const open = (path: string): Db => {
  const opened = openDatabase(path, { synchronous: 'NORMAL' });
  if (!opened.ok) throw new Error(opened.failure.message);
  return opened.value;
};
const N = z.object({ n: z.number() });

describe('a database', () => {
  it('is in WAL mode, for its user alone, with foreign keys on', () => {
    const path = join(tempFolder(), 'a.db');
    const db = open(path);
    db.exec('CREATE TABLE t (n INTEGER)');
    const pragma = (name: string) => db.get(z.record(z.string(), z.unknown()), `PRAGMA ${name}`);
    expect(pragma('journal_mode')).toEqual({ journal_mode: 'wal' });
    expect(pragma('foreign_keys')).toEqual({ foreign_keys: 1 });
    expect(pragma('synchronous')).toEqual({ synchronous: 1 });
    for (const file of [path, `${path}-wal`]) expect(statSync(file).mode & 0o777).toBe(0o600);
    db.close();
  });

  it('parses every row, and throws on one of another shape', () => {
    const db = open(join(tempFolder(), 'a.db'));
    db.exec('CREATE TABLE t (n)');
    expect(db.run('INSERT INTO t VALUES (?), (?)', 1, 2)).toBe(2);
    expect(db.all(N, 'SELECT n FROM t ORDER BY n')).toEqual([{ n: 1 }, { n: 2 }]);
    expect(db.get(N, 'SELECT n FROM t WHERE n = ?', 3)).toBeUndefined();
    db.run('INSERT INTO t VALUES (?)', 'three');
    expect(() => db.all(N, 'SELECT n FROM t')).toThrow(z.ZodError);
    db.close();
  });

  it('rolls a transaction back when its work throws', () => {
    const db = open(join(tempFolder(), 'a.db'));
    db.exec('CREATE TABLE t (n)');
    expect(() =>
      db.transaction(() => {
        db.run('INSERT INTO t VALUES (1)');
        throw new Error('a bug');
      }),
    ).toThrow('a bug');
    expect(db.all(N, 'SELECT n FROM t')).toEqual([]);
    expect(db.transaction(() => db.run('INSERT INTO t VALUES (2)'))).toBe(1);
    db.close();
  });

  it('shows a reader one moment while another connection writes', () => {
    const path = join(tempFolder(), 'a.db');
    const writer = open(path);
    const reader = open(path);
    writer.exec('CREATE TABLE t (n)');
    const count = () => reader.get(N, 'SELECT count(*) AS n FROM t')?.n;
    reader.snapshot(() => {
      expect(count()).toBe(0);
      writer.run('INSERT INTO t VALUES (1)');
      expect(count()).toBe(0);
    });
    expect(count()).toBe(1);
    reader.close();
    writer.close();
  });

  it('that is no database fails with its path', () => {
    const path = join(tempFolder(), 'a.db');
    writeFileSync(path, 'this is a note, not a database'.repeat(100));
    expect(openDatabase(path, { synchronous: 'FULL' })).toMatchObject({
      ok: false,
      failure: { code: 'unreadable_file', params: { path } },
    });
  });

  it('that is damaged inside is told apart from a bug', () => {
    const path = join(tempFolder(), 'a.db');
    const db = open(path);
    db.exec('CREATE TABLE t (n)');
    for (let n = 0; n < 2_000; n += 1) db.run('INSERT INTO t VALUES (?)', n);
    db.close();
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(4_096, 0xff), 0, 4_096, 8_192);
    closeSync(file);
    const again = open(path);
    const failure = (() => {
      try {
        again.all(N, 'SELECT n FROM t');
      } catch (error) {
        return sqliteFailure(error, path);
      }
      return null;
    })();
    expect(failure).toMatchObject({ code: 'unreadable_file' });
    const bug = (() => {
      try {
        again.exec('SELEKT');
      } catch (error) {
        return sqliteFailure(error, path);
      }
      return undefined;
    })();
    expect(bug).toBeNull();
    again.close();
  });

  it.runIf(canMountTinyDisk)('on a full disk fails with disk_full and keeps what it has', () => {
    const path = join(tinyDisk(256), 'a.db');
    const db = open(path);
    db.exec('CREATE TABLE t (text)');
    db.run('INSERT INTO t VALUES (?)', 'first');
    let failure: unknown = null;
    try {
      for (;;) db.transaction(() => db.run('INSERT INTO t VALUES (?)', 'x'.repeat(20_000)));
    } catch (error) {
      failure = sqliteFailure(error, path);
    }
    expect(failure).toMatchObject({ code: 'disk_full' });
    expect(db.get(z.object({ text: z.string() }), 'SELECT text FROM t LIMIT 1')?.text).toBe(
      'first',
    );
    db.close();
  });

  it('whose folder is missing fails with file_error', () => {
    const path = join(tempFolder(), 'no', 'a.db');
    expect(openDatabase(path, { synchronous: 'FULL' })).toMatchObject({
      failure: { code: 'file_error' },
    });
  });
});
