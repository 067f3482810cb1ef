import { z } from 'zod';
import type { Db } from '../kernel/sqlite-db.ts';
import { TEXT_COLUMNS } from './journal-row.ts';

/** SQL: the bytes of one entry's own text. */
export const TEXT_BYTES = TEXT_COLUMNS.map((column) => `ifnull(octet_length(${column}), 0)`).join(
  ' + ',
);

const Sum = z.object({ bytes: z.number().nullable(), last: z.number().nullable() });

/**
 * How many bytes of text the entries have. A large journal takes a second to read through, so that is
 * done once; then only what is new is added and what was removed taken off.
 */
export class EntryBytes {
  #known: { readonly start: number; readonly last: number; readonly bytes: number } | null = null;

  /** Of all entries behind number `start`, where the checkpoint is. */
  total(db: Db, start: number): number {
    const known = this.#known?.start === start ? this.#known : { start, last: start, bytes: 0 };
    const more = db.get(
      Sum,
      `SELECT sum(${TEXT_BYTES}) AS bytes, max(seq) AS last FROM entries WHERE seq > ?`,
      known.last,
    );
    const bytes = known.bytes + (more?.bytes ?? 0);
    this.#known = { start, last: more?.last ?? known.last, bytes };
    return bytes;
  }

  /** To be told what goes when the checkpoint moves to `start`. */
  removed(start: number, bytes: number): void {
    if (this.#known === null) return;
    this.#known = { ...this.#known, start, bytes: this.#known.bytes - bytes };
  }
}
