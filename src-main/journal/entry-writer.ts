import type { KeyObject } from 'node:crypto';
import type { Db } from '../kernel/sqlite-db.ts';
import { highestNoted, type NotedEnd } from './journal-anchor.ts';
import { entryHash, FIRST_HASH, headMac } from './journal-chain.ts';
import { JournalRow, type NewEntry } from './journal-row.ts';
import { readHead, readLast } from './verify-journal.ts';

const COLUMNS = JournalRow.keyof().options;
const INSERT_ENTRY = `INSERT INTO entries (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})`;
const SET_HEAD = `INSERT INTO head (id, seq, hash, mac) VALUES (1, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, hash = excluded.hash, mac = excluded.mac`;

interface Parts {
  readonly subkey: KeyObject | null;
  readonly notes: readonly NotedEnd[];
}

interface End {
  readonly seq: number;
  readonly hash: string;
}

/** Writes entries at the end of the chain. It remembers the end, which is read anew once anybody else has written. */
export class EntryWriter {
  readonly #db: Db;
  readonly #parts: Parts;
  #end: { readonly end: End; readonly of: number } | null = null;

  constructor(db: Db, parts: Parts) {
    this.#db = db;
    this.#parts = parts;
  }

  /**
   * One transaction with whatever else `work` changes, and one seal over the entries that it wrote;
   * what fails leaves nothing. `write` gives the number of the entry.
   */
  transaction<T>(work: (write: (entry: NewEntry) => number) => T): T {
    const known = this.#end;
    this.#end = null;
    const done = this.#db.transaction(() => {
      // Nobody else writes from here on.
      const of = this.#db.foreignVersion();
      const before = known?.of === of ? known.end : this.#readEnd();
      let end = before;
      const value = work((entry) => {
        end = this.#write(entry, end);
        return end.seq;
      });
      if (end !== before) this.#seal(end);
      return { value, end: { end, of } };
    });
    this.#end = done.end;
    return done.value;
  }

  #write(entry: NewEntry, end: End): End {
    // After what was ever written, so that the place of removed entries stays visible as a gap.
    const seq = Math.max(end.seq, highestNoted(this.#parts.notes)) + 1;
    const row = { ...entry, seq };
    const whole = { ...row, hash: entryHash(end.hash, row) };
    this.#db.run(INSERT_ENTRY, ...COLUMNS.map((column) => whole[column]));
    return whole;
  }

  #seal({ seq, hash }: End): void {
    const { subkey } = this.#parts;
    this.#db.run(SET_HEAD, seq, hash, subkey === null ? null : headMac(subkey, { seq, hash }));
  }

  #readEnd(): End {
    const last = readLast(this.#db);
    const seq = Math.max(last?.seq ?? 0, readHead(this.#db)?.seq ?? 0);
    return { hash: last?.hash ?? FIRST_HASH, seq };
  }
}
