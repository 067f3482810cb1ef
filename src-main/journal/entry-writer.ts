import type { KeyObject } from 'node:crypto';
import type { Clock } from '../kernel/clock.ts';
import type { Db } from '../kernel/sqlite-db.ts';
import type { JournalDraft } from './journal.ts';
import { highestNoted, type NotedEnd } from './journal-anchor.ts';
import { entryHash, FIRST_HASH, headMac } from './journal-chain.ts';
import { JournalRow, rowFrom } from './journal-row.ts';
import { readHead, readLast } from './verify-journal.ts';

const COLUMNS = JournalRow.keyof().options;
const INSERT_ENTRY = `INSERT INTO entries (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})`;
const SET_HEAD = `INSERT INTO head (id, seq, hash, mac) VALUES (1, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, hash = excluded.hash, mac = excluded.mac`;

interface Parts {
  readonly subkey: KeyObject | null;
  readonly redact: (value: unknown) => unknown;
  readonly clock: Clock;
  readonly notes: readonly NotedEnd[];
}

/** Writes entries at the end of the chain. It remembers the end, which is read anew once anybody else has written. */
export class EntryWriter {
  readonly #db: Db;
  readonly #parts: Parts;
  #end: { readonly hash: string; readonly seq: number; readonly of: number } | null = null;

  constructor(db: Db, parts: Parts) {
    this.#db = db;
    this.#parts = parts;
  }

  /** One transaction with whatever else `work` changes; what fails leaves nothing. */
  transaction<T>(work: (write: (draft: JournalDraft) => number) => T): T {
    try {
      return this.#db.transaction(() => work((draft) => this.#write(draft)));
    } catch (error) {
      this.#end = null;
      throw error;
    }
  }

  #write(draft: JournalDraft): number {
    const { subkey, redact, clock, notes } = this.#parts;
    const of = this.#db.foreignVersion();
    const end = this.#end?.of === of ? this.#end : this.#readEnd();
    // After what was ever written, so that the place of removed entries stays visible as a gap.
    const seq = Math.max(end.seq, highestNoted(notes)) + 1;
    const row = rowFrom(draft, { seq, now: clock.now(), redact });
    const hash = entryHash(end.hash, row);
    const whole = { ...row, hash };
    this.#db.run(INSERT_ENTRY, ...COLUMNS.map((column) => whole[column]));
    this.#db.run(SET_HEAD, seq, hash, subkey === null ? null : headMac(subkey, { seq, hash }));
    this.#end = { hash, seq, of };
    return seq;
  }

  #readEnd(): { hash: string; seq: number } {
    const last = readLast(this.#db);
    const seq = Math.max(last?.seq ?? 0, readHead(this.#db)?.seq ?? 0);
    return { hash: last?.hash ?? FIRST_HASH, seq };
  }
}
