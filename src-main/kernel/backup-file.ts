import { randomBytes } from 'node:crypto';
import { copyFile, link, mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileErrorCode } from './file-failure.ts';

/**
 * Puts the file at `target` into `dir` under a dated name, keeping the newest `keep` versions of that
 * name. A hard link where the disk can: then the backup is the very file that is about to be
 * replaced, with all that an editor may still write into it. Gives a function that takes the backup
 * away again, or null when there was nothing to keep.
 */
export async function keepBackup(
  target: string,
  { dir, keep }: { readonly dir: string; readonly keep: number },
): Promise<(() => Promise<void>) | null> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const stem = `${basename(target)}.`;
  const date = new Date().toISOString().replaceAll(':', '-');
  const backup = join(dir, `${stem}${date}.${randomBytes(3).toString('hex')}`);
  try {
    await link(target, backup);
  } catch (error) {
    const code = fileErrorCode(error);
    if (code === 'ENOENT') return null;
    if (code === 'ENOSPC' || code === 'EDQUOT') throw error;
    await copyFile(target, backup);
  }
  await dropOldest(dir, stem, keep);
  return () => rm(backup, { force: true });
}

async function dropOldest(dir: string, stem: string, keep: number): Promise<void> {
  const ours = (await readdir(dir)).filter(
    (name) =>
      name.startsWith(stem) &&
      /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.[0-9a-f]{6}$/.test(name.slice(stem.length)),
  );
  for (const name of ours.sort().slice(0, Math.max(0, ours.length - keep))) {
    await rm(join(dir, name), { force: true });
  }
}
