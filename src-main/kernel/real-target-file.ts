import { lstat, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileErrorCode } from './file-failure.ts';

const MAX_LINKS = 40;

/**
 * The file that a path means once every link is followed, also when that file does not exist yet.
 * Rejects with the error of the file system (ENOENT when its folder is missing, ELOOP).
 */
export async function realTarget(path: string): Promise<string> {
  let next = resolve(path);
  for (let links = 0; links < MAX_LINKS; links += 1) {
    next = join(await realpath(dirname(next)), basename(next));
    const stat = await lstat(next).catch((error: unknown) => {
      if (fileErrorCode(error) === 'ENOENT') return null;
      throw error;
    });
    if (stat === null || !stat.isSymbolicLink()) return next;
    next = resolve(dirname(next), await readlink(next));
  }
  throw Object.assign(new Error(`Too many links at ${path}`), { code: 'ELOOP' });
}
