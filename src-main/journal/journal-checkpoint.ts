import { type KeyObject, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Db } from '../kernel/sqlite-db.ts';
import { checkpointMac } from './journal-chain.ts';

/** Where the chain begins after retention: the last removed entry, and the entry that says so. */
export const JournalCheckpoint = z.object({
  seq: z.number().int(),
  hash: z.string(),
  /** How many entries were ever removed. */
  removed: z.number().int(),
  /** The `retention` entry that was written together with this checkpoint. */
  entry_seq: z.number().int(),
  mac: z.instanceof(Uint8Array),
});
export type JournalCheckpoint = z.infer<typeof JournalCheckpoint>;

const Seq = z.object({ seq: z.number().int() });

export const readCheckpoint = (db: Db): JournalCheckpoint | undefined =>
  db.get(
    JournalCheckpoint,
    'SELECT seq, hash, removed, entry_seq, mac FROM checkpoint WHERE id = 1',
  );

export function writeCheckpoint(
  db: Db,
  subkey: KeyObject,
  checkpoint: Omit<JournalCheckpoint, 'mac'>,
): void {
  const { seq, hash, removed, entry_seq } = checkpoint;
  db.run(
    `INSERT OR REPLACE INTO checkpoint (id, seq, hash, removed, entry_seq, mac)
     VALUES (1, ?, ?, ?, ?, ?)`,
    ...[seq, hash, removed, entry_seq, checkpointMac(subkey, checkpoint)],
  );
}

/**
 * What is wrong with the beginning of the chain, in words; null when it is as retention left it. An
 * older checkpoint with its own good seal is found by the chain: the newest retention entry is not its.
 */
export function checkpointProblem(db: Db, subkey: KeyObject | null): string | null {
  const checkpoint = readCheckpoint(db);
  const newest = db.get(
    Seq,
    `SELECT seq FROM entries WHERE kind = 'retention' ORDER BY seq DESC LIMIT 1`,
  );
  if (checkpoint === undefined) {
    return newest === undefined
      ? null
      : `The checkpoint that retention left with entry ${newest.seq} is gone`;
  }
  if (subkey !== null) {
    const mac = checkpointMac(subkey, checkpoint);
    if (checkpoint.mac.length !== mac.length || !timingSafeEqual(checkpoint.mac, mac)) {
      return `The seal of the checkpoint at entry ${checkpoint.seq} does not hold: it was changed, or the key was`;
    }
  }
  if (newest?.seq !== checkpoint.entry_seq) {
    return `The checkpoint at entry ${checkpoint.seq} is not the one that the last retention left`;
  }
  const back = db.get(
    Seq,
    'SELECT seq FROM entries WHERE seq <= ? ORDER BY seq LIMIT 1',
    checkpoint.seq,
  );
  return back === undefined
    ? null
    : `Entry ${back.seq} was put back: retention had removed all up to ${checkpoint.seq}`;
}
