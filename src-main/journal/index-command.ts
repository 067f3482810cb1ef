import { z } from 'zod';
import type { Db } from '../kernel/sqlite-db.ts';

const Count = z.object({ count: z.number() });

type Command = 'merge' | 'automerge' | 'crisismerge' | 'deletemerge';

/** A command to the full-text index (sqlite.org/fts5.html, 6). It takes integers only; a number would be bound as REAL. */
export const indexCommand = (db: Db, name: Command, value: number): unknown =>
  db.run('INSERT INTO entries_text (entries_text, rank) VALUES (?, ?)', name, BigInt(value));

/** Merges about so many pages of segments, within the open transaction; false when none was to be merged. */
export function mergeSome(db: Db, pages: number): boolean {
  const changes = () => db.get(Count, 'SELECT total_changes() AS count')?.count ?? 0;
  const before = changes();
  indexCommand(db, 'merge', pages);
  // As FTS5 counts: a step that found nothing to merge changes one row.
  return changes() - before > 1;
}
