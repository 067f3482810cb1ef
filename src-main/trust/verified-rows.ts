import { type KeyObject, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { Fresh } from '../kernel/fresh.ts';
import { type Db, sqliteFailure } from '../kernel/sqlite-db.ts';
import { rowMac } from './trust-mac.ts';

// STRICT holds for our writes only; a file made elsewhere may have other columns and types.
export const StoredRow = z.object({
  kind: z.unknown(),
  id: z.unknown(),
  value: z.unknown(),
  mac: z.unknown(),
});
export type StoredRow = z.infer<typeof StoredRow>;

export interface Rows {
  readonly held: readonly { readonly id: string; readonly value: unknown }[];
  readonly broken: readonly { readonly kind: string; readonly id: string }[];
}

/** The kind of the one row that stands for a damaged file. */
export const DAMAGED = '*';
/** Answers kept in memory; a client can ask for grants under as many names as it likes. */
const ANSWERS_MAX = 1_000;

/** Rows of trust.db whose MAC holds. Every call asks for several, so what was verified is remembered. */
export class VerifiedRows {
  readonly #db: Db;
  readonly #path: string;
  readonly #subkey: KeyObject | null;
  readonly #answers = new Map<string, Rows>();
  /** The state of the file that they are the answers of. */
  #state = Number.NaN;
  readonly #fresh = new Fresh();

  constructor(db: Db, path: string, subkey: KeyObject | null) {
    this.#db = db;
    this.#path = path;
    this.#subkey = subkey;
  }

  /** As read before, unless anybody has written since: we (`forget`), or another program. */
  find(where: string, ...params: string[]): Rows {
    if (!this.#fresh.is) this.#look();
    const question = [where, ...params].join('\n');
    const known = this.#answers.get(question);
    if (known !== undefined) return known;
    const found = this.read(where, ...params);
    this.#answers.set(question, found);
    return found;
  }

  /** Once for all questions of one run of code: nothing of ours waits between them. */
  #look(): void {
    const state = this.#stateNow();
    if (state !== this.#state || this.#answers.size > ANSWERS_MAX) this.forget();
    this.#state = state;
    this.#fresh.begin();
  }

  /** NaN, which differs from itself, when the file does not even say that. */
  #stateNow(): number {
    try {
      return this.#db.foreignVersion();
    } catch (error) {
      if (sqliteFailure(error, this.#path) === null) throw error;
      return Number.NaN;
    }
  }

  forget(): void {
    this.#answers.clear();
  }

  read(where: string, ...params: string[]): Rows {
    const held: { id: string; value: unknown }[] = [];
    const broken: { kind: string; id: string }[] = [];
    for (const row of this.stored(where, ...params)) {
      const value = this.verified(row);
      if (value === undefined) broken.push({ kind: String(row.kind), id: String(row.id) });
      else held.push({ id: String(row.id), value: value.value });
    }
    return { held, broken };
  }

  /** A damaged page means: what stood there does not hold. Writing to it will say so. */
  stored(where: string, ...params: string[]): StoredRow[] {
    try {
      const sql = `SELECT kind, id, value, mac FROM trust ${where}`;
      return this.#db.all(StoredRow, sql, ...params);
    } catch (error) {
      if (sqliteFailure(error, this.#path)?.code !== 'unreadable_file') throw error;
      return [{ kind: DAMAGED, id: this.#path, value: null, mac: null }];
    }
  }

  verified({ kind, id, value, mac }: StoredRow): { value: unknown } | undefined {
    if (this.#subkey === null) return undefined;
    if (typeof kind !== 'string' || typeof id !== 'string' || typeof value !== 'string') return;
    if (!(mac instanceof Uint8Array) || mac.length !== 32) return undefined;
    if (!timingSafeEqual(mac, rowMac(this.#subkey, { kind, id, value }))) return undefined;
    const parsed: unknown = JSON.parse(value);
    return { value: parsed };
  }
}
