import { z } from 'zod';
import type { Db } from '../kernel/sqlite-db.ts';
import { JournalRow, ROW_COLUMNS, searchText } from './journal-row.ts';
import { AnyRow } from './verify-journal.ts';

/** After the last entry for so long, and then in steps that keep no call waiting. */
const QUIET_MS = 400;
const STEP = 32;
/** With so many left out the next ones are indexed at once, however busy it is. */
const LEFT_OUT_MAX = 20_000;

const Newest = z.object({ seq: z.number().nullable() });

/**
 * The full-text index over the entries. It costs many times what an entry costs, so it follows: in
 * quiet moments, and before anybody searches. Entries are indexed in their order, so the highest
 * number in the index says where to go on, also after a crash.
 */
export class TextIndex {
  readonly #db: Db;
  readonly #attempt: (step: () => boolean) => boolean;
  #indexed: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  #newest = 0;
  #seen = 0;

  /** `attempt` runs a step, or gives false when nothing can be written now. */
  constructor(db: Db, attempt: (step: () => boolean) => boolean) {
    this.#db = db;
    this.#attempt = attempt;
  }

  /** To be told of each entry, after its transaction. */
  added(seq: number): void {
    this.#newest = seq;
    if (seq - (this.#indexed ?? seq) > LEFT_OUT_MAX) this.#next();
    this.#timer ??= this.#later(QUIET_MS);
  }

  /** Nothing is left out when it returns, unless nothing can be written. */
  catchUp(): void {
    while (this.#next());
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #later(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#inQuiet(), ms).unref();
  }

  #inQuiet(): void {
    const isQuiet = this.#seen === this.#newest;
    this.#seen = this.#newest;
    const goesOn = !isQuiet || this.#next();
    this.#timer = goesOn ? this.#later(isQuiet ? 0 : QUIET_MS) : undefined;
  }

  #next(): boolean {
    return this.#attempt(() => this.#step());
  }

  /** Indexes the next few; false when that were all. */
  #step(): boolean {
    const from = this.#indexed ?? this.#highest();
    const sql = `SELECT ${ROW_COLUMNS} FROM entries WHERE seq > ? ORDER BY seq LIMIT ?`;
    const rows = this.#db.all(Unchecked, sql, from, STEP);
    const last = rows.at(-1);
    if (last === undefined) return false;
    this.#db.transaction(() => {
      for (const { seq, row } of rows)
        this.#db.run(
          'INSERT INTO entries_text (rowid, text) VALUES (?, ?)',
          seq,
          row === null ? '' : searchText(row),
        );
    });
    this.#indexed = last.seq;
    return rows.length === STEP;
  }

  #highest(): number {
    const sql = 'SELECT max(id) AS seq FROM entries_text_docsize';
    return this.#db.get(Newest, sql)?.seq ?? 0;
  }
}

/** A row that is no entry (altered, or of a later version) takes its place without words. */
const Unchecked = AnyRow.transform((found) => {
  const row = JournalRow.safeParse(found);
  return { seq: found.seq, row: row.success ? row.data : null };
});
