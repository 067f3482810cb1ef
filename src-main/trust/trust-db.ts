import type { KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { canonicalJson } from '../kernel/canonical-json.ts';
import type { Clock } from '../kernel/clock.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { type Db, openDatabase, sqliteFailure } from '../kernel/sqlite-db.ts';
import {
  isKept,
  isMissed,
  KEPT_ID,
  KeptRows,
  keptFrom,
  keptIds,
  withoutRow,
  withRow,
} from './kept-rows.ts';
import type { Trust, TrustKind } from './trust.ts';
import { rowMac, type TrustRow, trustSubkey } from './trust-mac.ts';
import { DAMAGED, StoredRow, VerifiedRows } from './verified-rows.ts';

export interface OpenTrustOptions {
  readonly path: string;
  /** null: nothing can be put, and nothing holds. */
  readonly key: Uint8Array | null;
  readonly clock: Clock;
  /** Where the key came from; remembered for the next start (`readKeySource`). */
  readonly key_source?: 'keychain' | 'file';
}

const TABLES = `
  CREATE TABLE IF NOT EXISTS trust (
    kind TEXT NOT NULL, id TEXT NOT NULL, value TEXT NOT NULL, mac BLOB NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS meta_plain (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`;

const PlainRow = z.object({ value: z.unknown() });
const CONFIG_VERSION = 'config_version';
const KINDS = ['accepted', 'pin', 'meta'] as const;
const ConfigVersion = z.object({ version: z.number().int().positive() });

/** Whether the home has been used before. Asked before `readKeySource`, which makes the file's tables. */
export const trustExists = (path: string): boolean => existsSync(path);

/**
 * What trust.db says, without a MAC, about where its key is; null when it says nothing. Read before
 * the key is known. openIntegrityKey says what that is worth.
 */
export function readKeySource(path: string): Result<'keychain' | 'file' | null> {
  if (!existsSync(path)) return ok(null);
  const opened = openTables(path);
  if (!opened.ok) return opened;
  try {
    const found = opened.value.get(
      PlainRow,
      "SELECT value FROM meta_plain WHERE name = 'key_source'",
    )?.value;
    return ok(found === 'keychain' || found === 'file' ? found : null);
  } finally {
    opened.value.close();
  }
}

/** Opens trust.db; the only code that does. Fails when the file is damaged or cannot be written. */
export function openTrust(options: OpenTrustOptions): Result<Trust> {
  const opened = openTables(options.path);
  if (!opened.ok) return opened;
  const trust = new TrustDb(opened.value, options);
  if (options.key !== null && options.key_source !== undefined) {
    const recorded = trust.recordKeySource(options.key_source);
    if (!recorded.ok) {
      trust.close();
      return recorded;
    }
  }
  trust.loadKept();
  return ok(trust);
}

function openTables(path: string): Result<Db> {
  const opened = openDatabase(path, { synchronous: 'FULL' });
  if (!opened.ok) return opened;
  try {
    opened.value.exec(TABLES);
    // A table of this name with other columns would otherwise fail at the first question.
    opened.value.get(StoredRow, 'SELECT kind, id, value, mac, at FROM trust LIMIT 1');
    opened.value.get(z.unknown(), 'SELECT name, value FROM meta_plain LIMIT 1');
    return opened;
  } catch (error) {
    opened.value.close();
    const known = sqliteFailure(error, path);
    if (known !== null) return fail(known);
    if (!(error instanceof Error)) throw error;
    return fail('unreadable_file', `The database ${path} is not one of ours: ${error.message}.`, {
      fix: 'Move it away (keep it) and start again; everything must then be confirmed again.',
      params: { path },
    });
  }
}

class TrustDb implements Trust {
  readonly #db: Db;
  readonly #path: string;
  readonly #subkey: KeyObject | null;
  readonly #clock: Clock;
  readonly #rows: VerifiedRows;
  /** Kept in memory, so that nothing done to the file while we run unsays it. null without a key. */
  #kept: KeptRows | null = null;
  #keptStored = true;

  constructor(db: Db, { path, key, clock }: OpenTrustOptions) {
    this.#db = db;
    this.#path = path;
    this.#subkey = key === null ? null : trustSubkey(key);
    this.#clock = clock;
    this.#rows = new VerifiedRows(db, path, this.#subkey);
  }

  get(kind: TrustKind, id: string): unknown {
    const rows = this.#rows.find('WHERE kind = ? AND id = ?', kind, id);
    return rows.held[0]?.value;
  }

  list(kind: TrustKind): readonly { readonly id: string; readonly value: unknown }[] {
    return this.#rows.find('WHERE kind = ? ORDER BY id', kind).held;
  }

  isLost(kind: TrustKind, id: string): boolean {
    const { held, broken } = this.#rows.read('WHERE kind = ? AND id = ?', kind, id);
    if (held.length > 0) return false;
    return broken.length > 0 || (this.#kept !== null && isMissed(this.#kept, kind, id));
  }

  lost(kind: TrustKind): string[] {
    const ids = this.#kept === null ? [] : keptIds(this.#kept, kind);
    const held = new Set(this.list(kind).map(({ id }) => id));
    return ids.filter((id) => !held.has(id));
  }

  broken(): { kind: string; id: string }[] {
    const { broken } = this.#rows.read('ORDER BY kind, id');
    const gone = KINDS.flatMap((kind) => this.lost(kind).map((id) => ({ kind, id }))).filter(
      (row) => !broken.some(({ kind, id }) => kind === row.kind && id === row.id),
    );
    return [...broken, ...gone];
  }

  put(kind: TrustKind, id: string, value: unknown): Result<void> {
    const subkey = this.#subkey;
    if (subkey === null) return this.#noKey();
    const row: TrustRow = { kind, id, value: canonicalJson(value) };
    const next = this.#kept !== null && isKept(kind, id) ? withRow(this.#kept, kind, id) : null;
    return this.#write(next, () =>
      this.#db.run(
        `INSERT INTO trust (kind, id, value, mac, at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (kind, id) DO UPDATE SET value = excluded.value, mac = excluded.mac, at = excluded.at`,
        ...[row.kind, row.id, row.value, rowMac(subkey, row), this.#clock.now()],
      ),
    );
  }

  /** Needs no key: less trust is always possible. */
  remove(kind: TrustKind, id: string): Result<void> {
    const next = this.#kept !== null && isKept(kind, id) ? withoutRow(this.#kept, kind, id) : null;
    return this.#write(next, () =>
      this.#db.run('DELETE FROM trust WHERE kind = ? AND id = ?', kind, id),
    );
  }

  /** Reads the list of what must be there; one that is gone or broken is made anew and says so. */
  loadKept(): void {
    if (this.#subkey === null) return;
    const found = KeptRows.safeParse(this.get('meta', KEPT_ID));
    if (found.success) {
      this.#kept = found.data;
      return;
    }
    const stored = this.#rows.stored('ORDER BY kind, id');
    this.#kept = keptFrom(
      stored.map((row) => ({
        ...{ kind: String(row.kind), id: String(row.id) },
        holds: this.#rows.verified(row) !== undefined,
      })),
      stored.some((row) => row.kind === DAMAGED),
    );
    this.#keptStored = false;
    // When it cannot be written now, it holds in memory and goes to the file with the next row.
    this.#write(null, () => 0);
  }

  configVersion(): number {
    const found = ConfigVersion.safeParse(this.get('meta', CONFIG_VERSION));
    return found.success ? found.data.version : 1;
  }

  bumpConfigVersion(): Result<number> {
    const version = this.configVersion() + 1;
    const put = this.put('meta', CONFIG_VERSION, { version });
    return put.ok ? ok(version) : put;
  }

  recordKeySource(source: 'keychain' | 'file'): Result<void> {
    return this.#write(null, () =>
      this.#db.run(
        `INSERT INTO meta_plain (name, value) VALUES ('key_source', ?)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE value <> excluded.value`,
        source,
      ),
    );
  }

  close(): void {
    this.#db.close();
  }

  /** `next`: what must be there afterwards, in the same transaction; null when that stays the same. */
  #write(next: KeptRows | null, work: () => number): Result<void> {
    const kept = next ?? this.#kept;
    const isStored = kept === this.#kept && this.#keptStored;
    this.#rows.forget();
    try {
      this.#db.transaction(() => {
        work();
        if (!isStored && kept !== null) this.#writeKept(kept);
      });
      this.#kept = kept;
      this.#keptStored = true;
      return ok();
    } catch (error) {
      const known = sqliteFailure(error, this.#path);
      if (known === null) throw error;
      return fail(known);
    }
  }

  #writeKept(kept: KeptRows): void {
    if (this.#subkey === null) return;
    const row: TrustRow = { kind: 'meta', id: KEPT_ID, value: canonicalJson(kept) };
    this.#db.run('DELETE FROM trust WHERE kind = ? AND id = ?', row.kind, row.id);
    this.#db.run(
      'INSERT INTO trust (kind, id, value, mac, at) VALUES (?, ?, ?, ?, ?)',
      ...[row.kind, row.id, row.value, rowMac(this.#subkey, row), this.#clock.now()],
    );
  }

  #noKey(): Result<void> {
    return fail('keychain_unavailable', 'Nothing can be confirmed: the integrity key is missing.', {
      fix: 'Unlock the keychain and start again; `gatehouse doctor` says more.',
    });
  }
}
