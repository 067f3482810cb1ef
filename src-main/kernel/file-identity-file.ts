import { statSync } from 'node:fs';
import { fileErrorCode } from './file-failure.ts';

/** Which file a path leads to now: the same text as long as it is the same one. null: none. Blocking. */
export function fileIdentity(path: string): string | null {
  try {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stat === undefined ? null : `${stat.dev}:${stat.ino}`;
  } catch (error) {
    if (fileErrorCode(error) === undefined) throw error;
    return null;
  }
}
