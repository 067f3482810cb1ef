import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { z } from 'zod';
import { type Failure, failure } from './failure.ts';
import { failureOfFileError, fileErrorCode } from './file-failure.ts';
import { assertNever, fail, ok, type Result } from './result.ts';

/** One open database. SQL errors throw; `sqliteFailure` turns those that can be expected into a Failure. */
export interface Db {
  /** Statements without parameters: schema, pragmas. */
  exec(sql: string): void;
  /** Gives the number of changed rows. Statements are prepared once and kept. */
  run(sql: string, ...params: SQLInputValue[]): number;
  /** Every row, parsed by `row`; a row of another shape throws. */
  all<Row>(row: z.ZodType<Row>, sql: string, ...params: SQLInputValue[]): Row[];
  get<Row>(row: z.ZodType<Row>, sql: string, ...params: SQLInputValue[]): Row | undefined;
  /** Another number than before: somebody else's connection has written since. */
  foreignVersion(): number;
  /** BEGIN IMMEDIATE … COMMIT; rolled back when `work` throws. Not nested. */
  transaction<T>(work: () => T): T;
  /** BEGIN … COMMIT for reads that must see one moment, while another process writes. */
  snapshot<T>(work: () => T): T;
  /** Moves what was written from the WAL into the file, as far as nobody is in the way. Blocking, with fsync. */
  checkpoint(): void;
  close(): void;
}

export interface OpenOptions {
  /** FULL: a commit is on the disk when it returns. NORMAL: after a power cut the last ones may be gone. */
  readonly synchronous: 'FULL' | 'NORMAL';
  /** How long to wait for another process's write; 5 s by default. */
  readonly busy_ms?: number;
  /** The commit that brings the WAL beyond so many pages checkpoints it; SQLite's own is 1,000. */
  readonly wal_max_pages?: number;
}

/**
 * Opens (and creates, mode 0600) a database in WAL mode with foreign keys on. Fails with
 * unreadable_file when the file is no database or damaged, disk_full, or file_error.
 */
export function openDatabase(path: string, options: OpenOptions): Result<Db> {
  let database: DatabaseSync | undefined;
  try {
    ownOnly(path);
    database = new DatabaseSync(path);
    database.exec(`PRAGMA busy_timeout = ${options.busy_ms ?? 5_000}`);
    database.exec('PRAGMA journal_mode = WAL');
    database.exec(`PRAGMA synchronous = ${options.synchronous}`);
    database.exec('PRAGMA foreign_keys = ON');
    if (options.wal_max_pages !== undefined)
      database.exec(`PRAGMA wal_autocheckpoint = ${options.wal_max_pages}`);
    // An attacker's schema must not reach functions with effects through views or triggers.
    database.exec('PRAGMA trusted_schema = OFF');
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return ok(new OpenDb(database));
  } catch (error) {
    database?.close();
    const known = sqliteFailure(error, path);
    if (known !== null) return fail(known);
    return fail(failureOfFileError(error, `${path} could not be opened`));
  }
}

function ownOnly(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}

class OpenDb implements Db {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  run(sql: string, ...params: SQLInputValue[]): number {
    return Number(this.#prepare(sql).run(...params).changes);
  }

  all<Row>(row: z.ZodType<Row>, sql: string, ...params: SQLInputValue[]): Row[] {
    return this.#prepare(sql)
      .all(...params)
      .map((found) => row.parse(found));
  }

  get<Row>(row: z.ZodType<Row>, sql: string, ...params: SQLInputValue[]): Row | undefined {
    const found = this.#prepare(sql).get(...params);
    return found === undefined ? undefined : row.parse(found);
  }

  foreignVersion(): number {
    return Number(this.#prepare('PRAGMA data_version').get()?.['data_version']);
  }

  transaction<T>(work: () => T): T {
    return this.#within('BEGIN IMMEDIATE', work);
  }

  snapshot<T>(work: () => T): T {
    return this.#within('BEGIN', work);
  }

  #within<T>(begin: string, work: () => T): T {
    this.#prepare(begin).run();
    try {
      const value = work();
      this.#prepare('COMMIT').run();
      return value;
    } catch (error) {
      // A full disk may have rolled back on its own.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  checkpoint(): void {
    this.#prepare('PRAGMA wal_checkpoint(PASSIVE)').get();
  }

  close(): void {
    this.#prepared.clear();
    if (this.#database.isOpen) this.#database.close();
  }

  #prepare(sql: string): StatementSync {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    const made = this.#database.prepare(sql);
    this.#prepared.set(sql, made);
    return made;
  }
}

const DISK_ERRORS: Readonly<Record<number, 'unreadable' | 'full' | 'other'>> = {
  5: 'other', // BUSY
  6: 'other', // LOCKED
  8: 'other', // READONLY
  10: 'other', // IOERR
  11: 'unreadable', // CORRUPT
  13: 'full', // FULL
  14: 'other', // CANTOPEN
  26: 'unreadable', // NOTADB
};

/** The Failure for what can happen to any database (full, damaged, busy); null for everything else. */
export function sqliteFailure(error: unknown, path: string): Failure | null {
  if (!(error instanceof Error) || fileErrorCode(error) !== 'ERR_SQLITE_ERROR') return null;
  const code = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0;
  const kind = DISK_ERRORS[code];
  if (kind === undefined) return null;
  switch (kind) {
    case 'unreadable':
      return failure('unreadable_file', `The database ${path} is damaged: ${error.message}.`, {
        fix: 'Move it away (keep it) and start again, or restore it from a copy.',
        params: { path },
      });
    case 'full':
      return failure('disk_full', `The disk is full: ${path} could not be written.`, {
        fix: 'Free some space and try again.',
        params: { path },
      });
    case 'other':
      return failure('file_error', `The database ${path} cannot be used: ${error.message}.`, {
        params: { path },
      });
    default:
      return assertNever(kind);
  }
}
