import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { Log } from '../kernel/log.ts';
import { type Db, openDatabase } from '../kernel/sqlite-db.ts';

const VERSION = 3;
const TABLES = `
  CREATE TABLE IF NOT EXISTS mcp_probe_cache (
    server_id TEXT PRIMARY KEY, config_mtime REAL NOT NULL, last_probe TEXT NOT NULL,
    probe_status TEXT NOT NULL CHECK (probe_status IN ('ok', 'unreachable', 'auth_failed')),
    reason TEXT, latency_ms REAL, protocol_version TEXT, tools_cache TEXT NOT NULL,
    launch_hash TEXT NOT NULL, since TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS catalogs (
    server_id TEXT PRIMARY KEY, launch_hash TEXT NOT NULL, discovered_at TEXT NOT NULL,
    definition TEXT NOT NULL
  ) STRICT;
`;

/** `reason` and `tools_cache` are JSON texts; `config_mtime` is ms since 1970; `last_probe` and `since` are ISO 8601. */
export const ProbeRow = z.object({
  server_id: z.string(),
  config_mtime: z.number(),
  last_probe: z.string(),
  probe_status: z.enum(['ok', 'unreachable', 'auth_failed']),
  reason: z.string().nullable(),
  latency_ms: z.number().nullable(),
  protocol_version: z.string().nullable(),
  tools_cache: z.string(),
  launch_hash: z.string(),
  since: z.string(),
});
export type ProbeRow = z.infer<typeof ProbeRow>;

export const CatalogRow = z.object({
  server_id: z.string(),
  launch_hash: z.string(),
  discovered_at: z.string(),
  definition: z.string(),
});
export type CatalogRow = z.infer<typeof CatalogRow>;

/**
 * state/cache.db: what can be found out again. A damaged, foreign or deleted file is replaced by an
 * empty one at once, also while it is open; what cannot be kept is logged and never fails anything.
 */
export interface CacheDb {
  probe(id: string): ProbeRow | undefined;
  saveProbe(row: ProbeRow): void;
  catalog(id: string): CatalogRow | undefined;
  saveCatalog(row: CatalogRow): void;
  forget(id: string): void;
  close(): void;
}

export function openCacheDb(path: string, log: Log): CacheDb {
  return new Cache(path, log);
}

/** Modification time of the registry file in ms since 1970; 0 when there is none. */
export function registryMtime(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

class Cache implements CacheDb {
  readonly #path: string;
  readonly #log: Log;
  #db: Db | null = null;
  #inode = 0;
  #closed = false;

  constructor(path: string, log: Log) {
    this.#path = path;
    this.#log = log;
  }

  probe(id: string): ProbeRow | undefined {
    return this.#with((db) =>
      db.get(ProbeRow, 'SELECT * FROM mcp_probe_cache WHERE server_id = ?', id),
    );
  }

  saveProbe(row: ProbeRow): void {
    this.#with((db) =>
      db.run(
        'INSERT OR REPLACE INTO mcp_probe_cache VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
        row.server_id,
        row.config_mtime,
        row.last_probe,
        row.probe_status,
        row.reason,
        row.latency_ms,
        row.protocol_version,
        row.tools_cache,
        row.launch_hash,
        row.since,
      ),
    );
  }

  catalog(id: string): CatalogRow | undefined {
    return this.#with((db) => db.get(CatalogRow, 'SELECT * FROM catalogs WHERE server_id = ?', id));
  }

  saveCatalog(row: CatalogRow): void {
    this.#with((db) =>
      db.run(
        'INSERT OR REPLACE INTO catalogs VALUES (?, ?, ?, ?)',
        row.server_id,
        row.launch_hash,
        row.discovered_at,
        row.definition,
      ),
    );
  }

  forget(id: string): void {
    this.#with((db) =>
      db.transaction(() => {
        db.run('DELETE FROM mcp_probe_cache WHERE server_id = ?', id);
        db.run('DELETE FROM catalogs WHERE server_id = ?', id);
      }),
    );
  }

  close(): void {
    this.#closed = true;
    this.#db?.close();
    this.#db = null;
  }

  #with<T>(work: (db: Db) => T): T | undefined {
    if (this.#closed) return undefined;
    try {
      const db = this.#open();
      return db === null ? undefined : work(db);
    } catch (error) {
      this.#startAgain(error);
    }
    try {
      const db = this.#open();
      return db === null ? undefined : work(db);
    } catch (error) {
      this.#log.warn('cache.db cannot be used', { error: String(error) });
      return undefined;
    }
  }

  #open(): Db | null {
    // A deleted file would go on living unseen behind the open handle.
    const inode = statSync(this.#path, { throwIfNoEntry: false })?.ino ?? 0;
    if (this.#db !== null && inode === this.#inode && inode !== 0) return this.#db;
    this.#db?.close();
    this.#db = null;
    if (!existsSync(this.#path)) this.#remove();
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    const opened = openDatabase(this.#path, { synchronous: 'NORMAL', busy_ms: 1_000 });
    if (!opened.ok) throw new Error(opened.failure.message);
    const db = opened.value;
    try {
      const { user_version } =
        db.get(z.object({ user_version: z.number() }), 'PRAGMA user_version') ?? {};
      if (user_version !== VERSION) {
        db.exec('DROP TABLE IF EXISTS mcp_probe_cache; DROP TABLE IF EXISTS catalogs');
        db.exec(`${TABLES} PRAGMA user_version = ${VERSION}`);
      }
    } catch (error) {
      db.close();
      throw error;
    }
    this.#db = db;
    this.#inode = statSync(this.#path).ino;
    return db;
  }

  #startAgain(error: unknown): void {
    this.#log.warn('cache.db is replaced by an empty one', { error: String(error) });
    try {
      this.#db?.close();
    } catch (closing) {
      this.#log.warn('the damaged cache.db did not close', { error: String(closing) });
    }
    this.#db = null;
    this.#remove();
  }

  #remove(): void {
    for (const end of ['', '-wal', '-shm'])
      rmSync(this.#path + end, { force: true, recursive: true });
  }
}
