import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { sha256Hex } from '../kernel/canonical-json.ts';
import type { Result } from '../kernel/result.ts';
import type { Surface } from '../kernel/surface.ts';
import type { Trust } from '../trust/trust.ts';
import { LOCK_BYTES_MAX } from './package-lock.ts';

const PackageRecord = z.object({
  integrity: z.string(),
  /** SHA-256 of the lock, whose text is a row of its own. */
  lock: z.string(),
  /** Of the folder as it was installed. */
  seal: z.string(),
  scripts: z.array(z.string()),
  /** Whether install scripts have run in it. */
  built: z.boolean(),
});
/** What is known, under a MAC, of one version that was installed. */
export type PackageRecord = z.infer<typeof PackageRecord>;

const LockRow = z.object({ gzip: z.string() });
const ScriptsRow = z.object({ allowed: z.boolean() });

/** The rows of trust.db about packages; a row that does not hold is as good as none. */
export interface PackageRecords {
  get(name: string, version: string): PackageRecord | null;
  /** The text that a pin's or record's `lock` is the hash of; null when there is none. */
  lockText(name: string, version: string, lock: string): string | null;
  put(name: string, version: string, record: PackageRecord, lock_text: string): Result<void>;
  /** By the folder's key, `name@version`. */
  remove(key: string): Result<void>;
  /** `name@version` of every record. */
  keys(): string[];
  scriptsAllowed(package_name: string): boolean;
  allowScripts(
    package_name: string,
    allowed: boolean,
    stamp: { readonly at: number; readonly by: Surface },
  ): Result<void>;
}

const ROW = 'package:';
const LOCK_ROW = 'package-lock:';
const SCRIPTS_ROW = 'package-scripts:';

export function packageRecords(trust: Trust): PackageRecords {
  return {
    get: (name, version) => {
      const row = PackageRecord.safeParse(trust.get('meta', `${ROW}${name}@${version}`));
      return row.success ? row.data : null;
    },
    lockText: (name, version, lock) => {
      const row = LockRow.safeParse(trust.get('meta', `${LOCK_ROW}${name}@${version}`));
      if (!row.success) return null;
      const bytes = Buffer.from(row.data.gzip, 'base64');
      const text = gunzipSync(bytes, { maxOutputLength: LOCK_BYTES_MAX }).toString('utf8');
      return sha256Hex(text) === lock ? text : null;
    },
    put: (name, version, record, lock_text) => {
      const gzip = gzipSync(lock_text).toString('base64');
      const lock = trust.put('meta', `${LOCK_ROW}${name}@${version}`, { gzip });
      return lock.ok ? trust.put('meta', `${ROW}${name}@${version}`, record) : lock;
    },
    remove: (key) => {
      const removed = trust.remove('meta', `${ROW}${key}`);
      return removed.ok ? trust.remove('meta', `${LOCK_ROW}${key}`) : removed;
    },
    keys: () =>
      trust.list('meta').flatMap(({ id }) => (id.startsWith(ROW) ? [id.slice(ROW.length)] : [])),
    scriptsAllowed: (name) => {
      const row = ScriptsRow.safeParse(trust.get('meta', `${SCRIPTS_ROW}${name}`));
      return row.success && row.data.allowed;
    },
    allowScripts: (name, allowed, stamp) =>
      trust.put('meta', `${SCRIPTS_ROW}${name}`, { allowed, ...stamp }),
  };
}
