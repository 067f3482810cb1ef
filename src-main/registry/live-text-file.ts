import { type BigIntStats, statSync } from 'node:fs';
import type { Failure } from '../kernel/failure.ts';
import { fileErrorCode } from '../kernel/file-failure.ts';
import { readTextFileSync } from '../kernel/read-text-file.ts';

/** What stands in a file now. The same object as long as the content is the same. */
export type TextNow =
  | { readonly state: 'missing' }
  | { readonly state: 'text'; readonly text: string; readonly sha256: string }
  | { readonly state: 'unreadable'; readonly failure: Failure };

export interface LiveText {
  /** Blocking: a stat, and a read only when that shows another file or time. */
  read(): TextNow;
}

/** Within this time a second write may leave size and times as they are: then the content is read. */
const RACY_MS = 100;

/** A file that is always read as it is now, links followed; also before any watcher fires. */
export function liveText(path: string, max_bytes: number): LiveText {
  let seen: { signature: string; settled: boolean; now: TextNow } | undefined;
  return {
    read() {
      const stat = statOrNull(path);
      const signature = stat === null ? 'none' : signatureOf(stat);
      if (seen?.settled && seen.signature === signature) return seen.now;
      const now = readNow(path, max_bytes);
      const kept = seen && sameContent(seen.now, now) ? seen.now : now;
      const settled = stat !== null && Date.now() - Number(stat.mtimeMs) > RACY_MS;
      seen = { signature, settled, now: kept };
      return kept;
    },
  };
}

/** Null when there is none or it may not be looked at: the read then says which. */
function statOrNull(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch (error) {
    if (fileErrorCode(error) === undefined) throw error;
    return null;
  }
}

const signatureOf = (stat: BigIntStats): string =>
  [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(':');

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
