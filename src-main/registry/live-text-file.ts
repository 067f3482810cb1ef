import { type BigIntStats, statSync } from 'node:fs';
import type { Failure } from '../kernel/failure.ts';
import { fileErrorCode } from '../kernel/file-failure.ts';
import { Fresh } from '../kernel/fresh.ts';
import { readTextFileSync } from '../kernel/read-text-file.ts';

/** What stands in a file now. The same object as long as the content is the same. */
export type TextNow =
  | { readonly state: 'missing' }
  | { readonly state: 'text'; readonly text: string; readonly sha256: string }
  | { readonly state: 'unreadable'; readonly failure: Failure };

export interface LiveText {
  /**
   * Blocking: a stat, once for all readings in one run of code, and a read only when that shows
   * another file or time.
   */
  read(): TextNow;
}

const MISSING: TextNow = { state: 'missing' };

/** Within this time a second write may leave size and times as they are: then the content is read. */
const RACY_MS = 100;

/** A file that is always read as it is now, links followed; also before any watcher fires. */
export function liveText(path: string, max_bytes: number): LiveText {
  let seen: { stat: StatNow; settled: boolean; now: TextNow } | undefined;
  const fresh = new Fresh();
  return {
    read() {
      if (fresh.is && seen?.settled) return seen.now;
      fresh.begin();
      const stat = statOf(path);
      if (stat !== null && seen?.settled && sameFile(seen.stat, stat)) return seen.now;
      const now = stat === undefined ? MISSING : readNow(path, max_bytes);
      const kept = seen && sameContent(seen.now, now) ? seen.now : now;
      const settled = stat === undefined || isSettled(stat);
      seen = { stat, settled, now: kept };
      return kept;
    },
  };
}

/** undefined: there is none. null: it may not be looked at, and reading it says why. */
type StatNow = BigIntStats | undefined | null;

function statOf(path: string): StatNow {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    if (fileErrorCode(error) === undefined) throw error;
    return null;
  }
}

const isSettled = (stat: StatNow): boolean =>
  stat !== undefined && stat !== null && Date.now() - Number(stat.mtimeMs) > RACY_MS;

const sameFile = (a: StatNow, b: StatNow): boolean =>
  a === b ||
  (a !== undefined &&
    a !== null &&
    b !== undefined &&
    b !== null &&
    a.ino === b.ino &&
    a.size === b.size &&
    a.mtimeNs === b.mtimeNs &&
    a.ctimeNs === b.ctimeNs &&
    a.dev === b.dev);

function readNow(path: string, max_bytes: number): TextNow {
  const read = readTextFileSync(path, { max_bytes });
  if (!read.ok) return { state: 'unreadable', failure: read.failure };
  if (read.value === null) return { state: 'missing' };
  return { state: 'text', text: read.value.text, sha256: read.value.sha256 };
}

function sameContent(a: TextNow, b: TextNow): boolean {
  if (a.state === 'text' && b.state === 'text') return a.sha256 === b.sha256;
  if (a.state === 'unreadable' && b.state === 'unreadable') {
    return a.failure.message === b.failure.message;
  }
  return a.state === 'missing' && b.state === 'missing';
}
