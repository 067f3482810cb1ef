import { z } from 'zod';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Db } from '../kernel/sqlite-db.ts';
import type { Journal, JournalEntry, JournalFilter } from './journal.ts';
import { journalQuery } from './journal-query.ts';
import { entryFrom, JournalRow, ROW_COLUMNS } from './journal-row.ts';
import { AnyRow } from './verify-journal.ts';

const Total = z.object({ total: z.number() });
const LIMIT = { default: 100, max: 1_000 };

/** One page of what the filter lets through and how many there are in all, as of one moment. */
export function readList(db: Db, filter: JournalFilter): ReturnType<Journal['list']> {
  const { where, params } = journalQuery(filter);
  return db.snapshot(() => {
    const sql = `SELECT count(*) AS total FROM entries WHERE ${where}`;
    return {
      entries: readPage(db, filter).entries,
      total: db.get(Total, sql, ...params)?.total ?? 0,
    };
  });
}

/** Newest first; see `Journal.page`. */
export function readPage(db: Db, filter: JournalFilter): ReturnType<Journal['page']> {
  const { where, params } = journalQuery(filter);
  const limit = Math.min(LIMIT.max, Math.max(1, Math.trunc(filter.limit ?? LIMIT.default)));
  const rows = db.all(
    AnyRow,
    `SELECT ${ROW_COLUMNS} FROM entries WHERE ${where} AND seq < ? ORDER BY seq DESC LIMIT ?`,
    ...params,
    filter.before_seq ?? Number.MAX_SAFE_INTEGER,
    limit,
  );
  return {
    // A row that is no entry (altered, or of a later version) is for verify() to report.
    entries: rows.flatMap((row) => {
      const parsed = JournalRow.safeParse(row);
      return parsed.success ? [entryFrom(parsed.data)] : [];
    }),
    next_before_seq: rows.length < limit ? null : (rows.at(-1)?.seq ?? null),
  };
}

/** Fails with not_found. */
export function readEntry(db: Db, seq: number): Result<JournalEntry> {
  const row = db.get(JournalRow, `SELECT ${ROW_COLUMNS} FROM entries WHERE seq = ?`, seq);
  return row === undefined
    ? fail('not_found', `The journal has no entry ${seq}.`, { params: { seq } })
    : ok(entryFrom(row));
}
