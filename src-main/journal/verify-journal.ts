import { type KeyObject, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Db } from '../kernel/sqlite-db.ts';
import type { JournalVerdict } from './journal.ts';
import type { NotedEnd } from './journal-anchor.ts';
import { entryHash, FIRST_HASH, headMac } from './journal-chain.ts';
import { checkpointProblem, readCheckpoint } from './journal-checkpoint.ts';
import { entryFrom, JournalRow, ROW_COLUMNS } from './journal-row.ts';

export const JournalHead = z.object({
  seq: z.number().int(),
  hash: z.string(),
  mac: z.instanceof(Uint8Array).nullable(),
});
export type JournalHead = z.infer<typeof JournalHead>;

/** Under this field an entry says that the journal was found broken when it was opened. */
export const BREAK_FIELD = 'journal_break';

type Problem = JournalVerdict['problems'][number];
const MAX_PROBLEMS = 100;
const PAGE = 1_000;
/** A row of whatever content: only its number is sure. */
export const AnyRow = z.looseObject({ seq: z.number().int() });

const Last = z.object({ seq: z.number().int(), hash: z.string() });

export const readLast = (db: Db): z.infer<typeof Last> | undefined =>
  db.get(Last, 'SELECT seq, hash FROM entries ORDER BY seq DESC LIMIT 1');

export const readHead = (db: Db): JournalHead | undefined =>
  db.get(JournalHead, 'SELECT seq, hash, mac FROM head WHERE id = 1');

/** What is wrong with the end of the chain, in words; null when it is as we left it. */
export function headProblem(
  db: Db,
  { subkey, noted }: { subkey: KeyObject | null; noted: readonly NotedEnd[] },
): string | null {
  const head = readHead(db);
  const last = readLast(db);
  const seq = last?.seq ?? 0;
  if (head === undefined && last !== undefined) return 'The record of the last entry is gone';
  if (head !== undefined && head.seq > seq) {
    return `The last entries are gone: ${head.seq} were written, the last one here is ${seq}`;
  }
  if (head !== undefined && (head.seq < seq || head.hash !== last?.hash)) {
    return `Entries after ${Math.min(head.seq, seq - 1)} were not written by Gatehouse`;
  }
  for (const each of noted) {
    const problem = notedProblem(db, each, seq);
    if (problem !== null) return problem;
  }
  if (subkey === null || head === undefined) return null;
  const mac = headMac(subkey, head);
  if (head.mac === null) return `The entries up to ${head.seq} were written without the key`;
  return head.mac.length === mac.length && timingSafeEqual(head.mac, mac)
    ? null
    : `The seal of entry ${head.seq} does not hold: the journal was changed, or the key was`;
}

/** What differs between the journal, whose last entry is `seq`, and what is noted of it elsewhere. */
function notedProblem(db: Db, { place, anchor }: NotedEnd, seq: number): string | null {
  if (anchor === null) return null;
  if (anchor === 'spoiled') {
    return `What ${place} knew of the journal's end is gone or was changed; entries may be missing`;
  }
  if (anchor.seq > seq) {
    const how = seq === 0 ? 'is new or was emptied' : 'was rolled back';
    return `The journal ${how}: ${place} knows of ${anchor.seq} entries, here are ${seq}`;
  }
  if (anchor.seq === 0) return null;
  const start = readCheckpoint(db);
  const then =
    start?.seq === anchor.seq
      ? start
      : db.get(Last, 'SELECT seq, hash FROM entries WHERE seq = ?', anchor.seq);
  // What retention removed since then is vouched for by the checkpoint's own seal.
  return anchor.seq >= (start?.seq ?? 0) && then?.hash !== anchor.hash
    ? `Entry ${anchor.seq} is not the one that ${place} knows of`
    : null;
}

/** Walks the whole chain: altered, removed, inserted and rolled-back entries, and breaks found earlier. */
export function verifyJournal(
  db: Db,
  context: { subkey: KeyObject | null; noted: readonly NotedEnd[] },
): JournalVerdict {
  const problems: Problem[] = [];
  const report: Report = (seq, message) => {
    if (problems.length < MAX_PROBLEMS) problems.push({ seq, message });
  };
  const start = checkpointProblem(db, context.subkey);
  if (start !== null) report(null, `${start}.`);
  const entries = walkEntries(
    db,
    readCheckpoint(db) ?? { seq: 0, hash: FIRST_HASH },
    Number.MAX_SAFE_INTEGER,
    report,
  );
  const end = headProblem(db, context);
  if (end !== null) report(null, `${end}.`);
  if (context.subkey === null) {
    report(null, 'The integrity key is missing: whether entries were exchanged cannot be told.');
  }
  return { intact: problems.length === 0, entries, problems };
}

type Report = (seq: number | null, message: string) => void;

/** Checks every entry behind `from` up to number `to`; gives how many there are. */
export function walkEntries(
  db: Db,
  from: { readonly seq: number; readonly hash: string },
  to: number,
  report: Report,
): number {
  let entries = 0;
  let previous = from;
  for (let more = true; more; ) {
    const page = db.all(
      AnyRow,
      `SELECT ${ROW_COLUMNS} FROM entries WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ${PAGE}`,
      previous.seq,
      to,
    );
    for (const found of page) {
      if (found.seq !== previous.seq + 1) {
        report(found.seq, missingText(previous.seq + 1, found.seq - 1));
      }
      previous = checkEntry(found, previous, report);
      entries += 1;
    }
    more = page.length === PAGE;
  }
  return entries;
}

const missingText = (from: number, to: number): string =>
  from === to ? `Entry ${from} is gone.` : `Entries ${from} to ${to} are gone.`;

function checkEntry(
  found: z.infer<typeof AnyRow>,
  previous: { readonly seq: number; readonly hash: string },
  report: Report,
): { seq: number; hash: string } {
  const parsed = JournalRow.safeParse(found);
  if (!parsed.success) {
    report(found.seq, `Entry ${found.seq} was altered: it is not in the form of an entry.`);
    return { seq: found.seq, hash: String(found['hash']) };
  }
  const { hash, ...row } = parsed.data;
  if (entryHash(previous.hash, row) !== hash) {
    report(row.seq, `Entry ${row.seq}, or the one before it, was altered.`);
  }
  const broken = entryFrom(parsed.data).detail[BREAK_FIELD];
  if (typeof broken === 'string' && (row.kind === 'owner' || row.kind === 'retention')) {
    // What one retention found the next one hands on, without another beginning each time.
    const when = broken.startsWith('Found at ') ? '' : `Found at ${row.at}: `;
    report(row.seq, `${when}${broken}.`);
  }
  return { seq: row.seq, hash };
}
