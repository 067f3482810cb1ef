import { readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isAlive } from './process-identity-process.ts';

const MIN_AGE_MS = 60_000;

/** Name of a file or folder in the making beside `target`; says whose it is. */
export const draftName = (target: string, mark: string): string =>
  `.${basename(target)}.draft-${process.pid}-${mark}`;

/** Removes drafts beside `target` whose maker was killed. Call it while holding the target's lock. */
export async function sweepLeftovers(target: string): Promise<void> {
  const folder = dirname(target);
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const match = /^\.(.+)\.draft-(\d+)-[0-9a-f-]+$/.exec(name);
    if (match === null) continue;
    if (match[1] !== basename(target) && match[1] !== `${basename(target)}.lock`) continue;
    if (await isAlive({ pid: Number(match[2]), start_time: '' })) continue;
    const age = await stat(path).then(
      (found) => Date.now() - found.mtimeMs,
      () => 0,
    );
    if (age > MIN_AGE_MS) await rm(path, { recursive: true, force: true });
  }
}
