import { z } from 'zod';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { type Db, openDatabase, sqliteFailure } from '../kernel/sqlite-db.ts';

const TABLE =
  'CREATE TABLE IF NOT EXISTS client_uses (client_id TEXT PRIMARY KEY, used_at REAL NOT NULL) STRICT';
const Row = z.object({ client_id: z.string(), used_at: z.number() });
const EVERY_MS = 60_000;

/** When each client was last here, in ms since 1970. In memory, and now and then in cache.db. */
export interface LastUses {
  note(client_id: string): void;
  at(client_id: string): number | null;
  forget(client_id: string): void;
  close(): void;
}

/** Nothing depends on it, so what cannot be read or kept is logged and never fails anything. */
export function openLastUses(parts: {
  readonly path: string;
  readonly clock: Clock;
  readonly log: Log;
}): LastUses {
  const { path, clock, log } = parts;
  let uses: Map<string, number> | null = null;
  let kept = clock.now();

  /** cache.db may be deleted at any time, so it is opened anew for each of these rare looks. */
  function withDb<T>(work: (db: Db) => T): T | undefined {
    const opened = openDatabase(path, { synchronous: 'NORMAL', busy_ms: 200 });
    if (!opened.ok) {
      log.warn('the last uses of clients cannot be kept', { ...opened.failure });
      return undefined;
    }
    try {
      opened.value.exec(TABLE);
      return work(opened.value);
    } catch (error) {
      const known = sqliteFailure(error, path);
      if (known === null && !(error instanceof z.ZodError)) throw error;
      log.warn('the last uses of clients cannot be kept', { error: String(error) });
      return undefined;
    } finally {
      opened.value.close();
    }
  }

  const loaded = (): Map<string, number> => {
    const rows = () => withDb((db) => db.all(Row, 'SELECT client_id, used_at FROM client_uses'));
    uses ??= new Map((rows() ?? []).map((row) => [row.client_id, row.used_at]));
    return uses;
  };

  function keep(): void {
    if (uses === null) return;
    const now = uses;
    kept = clock.now();
    withDb((db) =>
      db.transaction(() => {
        for (const [id, at] of now)
          db.run('INSERT OR REPLACE INTO client_uses VALUES (?, ?)', id, at);
      }),
    );
  }

  return {
    note: (client_id) => {
      loaded().set(client_id, clock.now());
      if (clock.now() - kept >= EVERY_MS) keep();
    },
    at: (client_id) => loaded().get(client_id) ?? null,
    forget: (client_id) => {
      loaded().delete(client_id);
      withDb((db) => db.run('DELETE FROM client_uses WHERE client_id = ?', client_id));
    },
    close: keep,
  };
}
