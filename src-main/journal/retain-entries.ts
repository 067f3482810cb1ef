import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { failure } from '../kernel/failure.ts';
import type { Db } from '../kernel/sqlite-db.ts';
import { type EntryBytes, TEXT_BYTES } from './entry-bytes.ts';
import { indexCommand, mergeSome } from './index-command.ts';
import type { JournalDraft, JournalLimits } from './journal.ts';
import { FIRST_HASH } from './journal-chain.ts';
import { checkpointProblem, readCheckpoint, writeCheckpoint } from './journal-checkpoint.ts';
import { BREAK_FIELD, walkEntries } from './verify-journal.ts';

/** Entries per transaction: at most a tenth of a second or so, in which nothing else is journaled. */
const BATCH = 500;
const DAY_MS = 86_400_000;
const MEGABYTE = 1_000_000;
/** Measured: an entry with its part of the full-text index takes this many times its own text. */
const STORED_PER_TEXT = 4;
const PROBLEMS_MAX_LENGTH = 2_000;
/** Index pages per merge step. */
const MERGE_PAGES = 64;

const Oldest = z.object({ seq: z.number(), at: z.string(), hash: z.string(), bytes: z.number() });
type Oldest = z.infer<typeof Oldest>;
const Bytes = z.object({ bytes: z.number().nullable() });

export interface RetainContext {
  readonly now: number;
  readonly subkey: KeyObject;
  /** Appends an entry within the open transaction; gives its number. */
  readonly write: (draft: JournalDraft) => number;
  readonly bytes: EntryBytes;
}

export const CANNOT_SIGN = failure(
  'unavailable',
  'Nothing was removed from the journal: without the integrity key what stays cannot be signed.',
  {
    fix: 'Unlock the keychain and start again; `gatehouse doctor` says what is wrong with the key.',
  },
);

/**
 * Removes the oldest entries beyond the limits, at most one batch, and leaves a signed checkpoint and
 * an entry. To be called within a transaction. What was wrong with the removed part of the chain is
 * written into that entry, so that `verify` goes on to report it. null: there was nothing to remove.
 */
export function retainEntries(
  db: Db,
  limits: JournalLimits,
  { now, subkey, write, bytes }: RetainContext,
): { removed: number; seq: number; more: boolean } | null {
  const checkpoint = readCheckpoint(db);
  const oldest = db.all(
    Oldest,
    `SELECT seq, at, hash, ${TEXT_BYTES} AS bytes FROM entries WHERE seq > ? ORDER BY seq LIMIT ?`,
    checkpoint?.seq ?? 0,
    BATCH,
  );
  const total = () => bytes.total(db, checkpoint?.seq ?? 0);
  const count = countBeyond(oldest, limits, { now, excess: excessBytes(db, limits, total) });
  const last = oldest[count - 1];
  if (last === undefined) return null;

  const problems: string[] = [];
  const start = checkpointProblem(db, subkey);
  if (start !== null) problems.push(`${start}.`);
  walkEntries(db, checkpoint ?? { seq: 0, hash: FIRST_HASH }, last.seq, (_seq, message) =>
    problems.push(message),
  );
  const seq = write({
    kind: 'retention',
    detail: {
      ...{ removed: count, up_to_seq: last.seq },
      ...{ keep_days: limits.keep_days, keep_mb: limits.keep_mb },
      ...(problems.length === 0
        ? {}
        : { [BREAK_FIELD]: problems.join(' ').slice(0, PROBLEMS_MAX_LENGTH).replace(/\.$/, '') }),
    },
  });
  const removed = (checkpoint?.removed ?? 0) + count;
  writeCheckpoint(db, subkey, { seq: last.seq, hash: last.hash, removed, entry_seq: seq });
  // By itself the index would merge its largest part at once, which takes seconds; see mergeIndex.
  indexCommand(db, 'deletemerge', 0);
  let freed = 0;
  for (const each of oldest.slice(0, count)) {
    db.run('DELETE FROM entries_text WHERE rowid = ?', each.seq);
    freed += each.bytes;
  }
  db.run('DELETE FROM entries WHERE seq <= ?', last.seq);
  bytes.removed(last.seq, freed);
  return { removed: count, seq, more: count === BATCH };
}

/** How many of the oldest entries go: the first one that stays ends it, whatever comes behind. */
function countBeyond(
  oldest: readonly Oldest[],
  { keep_days }: JournalLimits,
  { now, excess }: { now: number; excess: number },
): number {
  const tooOld = new Date(now - keep_days * DAY_MS).toISOString();
  const dayAgo = new Date(now - DAY_MS).toISOString();
  let freed = 0;
  const stays = oldest.findIndex(({ at, bytes }) => {
    const goes = at < tooOld || (freed < excess && at < dayAgo);
    freed += bytes * STORED_PER_TEXT;
    return !goes;
  });
  return stays === -1 ? oldest.length : stays;
}

function excessBytes(db: Db, { keep_mb }: JournalLimits, total: () => number): number {
  const limit = keep_mb * MEGABYTE;
  const file = db.get(
    Bytes,
    `SELECT (page_count - freelist_count) * page_size AS bytes
     FROM pragma_page_count, pragma_freelist_count, pragma_page_size`,
  );
  // Cheap, and true for most homes; only a large file is read through.
  if ((file?.bytes ?? 0) <= limit) return 0;
  return total() * STORED_PER_TEXT - limit;
}

/**
 * One step of giving the removed entries' place in the full-text index back; false when there is
 * nothing left to do.
 */
export function mergeIndex(db: Db): boolean {
  if (readCheckpoint(db) === undefined) return false;
  return db.transaction(() => {
    indexCommand(db, 'deletemerge', 10);
    const worked = mergeSome(db, MERGE_PAGES);
    indexCommand(db, 'deletemerge', 0);
    return worked;
  });
}
