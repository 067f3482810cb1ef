import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { Db } from '../kernel/sqlite-db.ts';
import { indexCommand, mergeSome } from './index-command.ts';
import { JournalRow, ROW_COLUMNS, searchText } from './journal-row.ts';
import { AnyRow } from './verify-journal.ts';

interface Step {
  readonly entries: number;
  /** Pages of segments to be merged along with it; each step leaves a segment. */
  readonly merge_pages: number;
}

/** About a millisecond. */
const SMALL: Step = { entries: 8, merge_pages: 4 };
/** About three: for somebody who waits, while calls go on. */
const MIDDLE: Step = { entries: 32, merge_pages: 16 };
/** For what is done in one go anyway. */
const LARGE: Step = { entries: 256, merge_pages: 0 };
/** With so many left out the next ones are indexed however busy it is. */
const LEFT_OUT_MAX = 20_000;
/** Segments of one size that are merged at once; only reached when the steps do not come to it. */
const SEGMENTS_MAX = 200;

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
  #first: number | null = null;
  #newest = 0;

  /** `attempt` runs a step, or gives false when nothing can be written now. */
  constructor(db: Db, attempt: (step: () => boolean) => boolean) {
    this.#db = db;
    this.#attempt = attempt;
  }

  /** To be told of each entry, after its transaction. */
  added(seq: number): void {
    this.#first ??= seq;
    this.#newest = seq;
  }

  get isFarBehind(): boolean {
    return this.#newest - (this.#indexed ?? this.#first ?? this.#newest) > LEFT_OUT_MAX;
  }

  /** A small step; false when nothing was left to do, or nothing can be written. */
  next(): boolean {
    return this.#attempt(() => {
      const { count, merged } = this.#step(SMALL);
      return count > 0 || merged;
    });
  }

  /** What is there now is indexed when it settles, unless nothing can be written. */
  async follow(): Promise<void> {
    const goal = this.#newest === 0 ? Number.MAX_SAFE_INTEGER : this.#newest;
    while (this.#attempt(() => this.#isLeftOut(MIDDLE, goal))) await setImmediate();
  }

  /** Nothing is left out when it returns, unless nothing can be written. */
  catchUp(): void {
    while (this.#attempt(() => this.#isLeftOut(LARGE, Number.MAX_SAFE_INTEGER)));
  }

  /** After another step. */
  #isLeftOut(step: Step, goal: number): boolean {
    const { count } = this.#step(step);
    return count === step.entries && (this.#indexed ?? 0) < goal;
  }

  #step({ entries, merge_pages }: Step): { count: number; merged: boolean } {
    const rows = this.#leftOut(entries);
    if (rows.length === 0 && merge_pages === 0) return { count: 0, merged: false };
    const merged = this.#db.transaction(() => {
      this.#insert(rows);
      return merge_pages > 0 && mergeSome(this.#db, merge_pages);
    });
    this.#indexed = rows.at(-1)?.seq ?? this.#indexed;
    return { count: rows.length, merged };
  }

  #leftOut(limit: number): readonly LeftOut[] {
    this.#indexed ??= this.#begin();
    const sql = `SELECT ${ROW_COLUMNS} FROM entries WHERE seq > ? ORDER BY seq LIMIT ?`;
    return this.#db.all(LeftOut, sql, this.#indexed, limit);
  }

  #insert(rows: readonly LeftOut[]): void {
    const sql = 'INSERT INTO entries_text (rowid, text) VALUES (?, ?)';
    for (const { seq, row } of rows) this.#db.run(sql, seq, row === null ? '' : searchText(row));
  }

  /** By itself the index would merge in the middle of a step, many times what the step takes. */
  #begin(): number {
    this.#db.transaction(() => {
      indexCommand(this.#db, 'automerge', 0);
      indexCommand(this.#db, 'crisismerge', SEGMENTS_MAX);
    });
    const sql = 'SELECT max(id) AS seq FROM entries_text_docsize';
    return this.#db.get(Newest, sql)?.seq ?? 0;
  }
}

/** A row that is no entry (altered, or of a later version) takes its place without words. */
const LeftOut = AnyRow.transform((found) => {
  const row = JournalRow.safeParse(found);
  return { seq: found.seq, row: row.success ? row.data : null };
});
type LeftOut = z.infer<typeof LeftOut>;
