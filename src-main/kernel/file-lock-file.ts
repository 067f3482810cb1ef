import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import lockfile from 'proper-lockfile';
import { z } from 'zod';
import { failureOfFileError, fileErrorCode } from './file-failure.ts';
import { draftName, sweepLeftovers } from './leftovers-file.ts';
import { isAlive, thisProcess } from './process-identity-process.ts';
import { realTarget } from './real-target-file.ts';
import { fail, ok, type Result } from './result.ts';

/** Who holds a lock: enough to prove that the holder is dead even when its pid was reused. */
const LockOwner = z.object({
  pid: z.number().int(),
  start_time: z.string(),
  host: z.string(),
  nonce: z.string(),
});
type LockOwner = z.infer<typeof LockOwner>;

export interface HeldLock {
  /** Asked right before the rename: false when someone removed or replaced the lock. */
  stillMine(): Promise<boolean>;
}

/**
 * Runs `work` while no other process holds the lock of `target` (its real target when it is a link).
 * The lock is the folder `<target>.lock`, made whole with the owner's record in one rename, so there
 * is never a lock without a known owner. It is taken over only when that owner is proven dead on this
 * host, never by age. Fails with file_locked after `wait_ms` (10 s by default), else with file_error
 * or disk_full; what `work` throws passes through.
 */
export async function withFileLock<T>(
  target: string,
  options: { readonly wait_ms?: number },
  work: (lock: HeldLock) => Promise<T>,
): Promise<Result<T>> {
  let release: () => Promise<void>;
  const nonce = randomUUID();
  let folder: string;
  try {
    const file = await realTarget(target);
    folder = `${file}.lock`;
    const taken = await take(file, folder, nonce, options.wait_ms ?? 10_000);
    if (!taken.ok) return taken;
    release = taken.value;
  } catch (error) {
    return fail(failureOfFileError(error, `The lock of ${target} could not be taken`));
  }
  try {
    await sweepLeftovers(folder.slice(0, -'.lock'.length));
    return ok(await work({ stillMine: () => exists(join(folder, recordName(nonce))) }));
  } finally {
    // ERELEASED / ENOTACQUIRED: someone removed the lock under us; stillMine() has said so.
    await release().catch(() => undefined);
  }
}

async function take(
  file: string,
  folder: string,
  nonce: string,
  wait_ms: number,
): Promise<Result<() => Promise<void>>> {
  const until = Date.now() + wait_ms;
  for (;;) {
    try {
      return ok(
        await lockfile.lock(file, {
          realpath: false,
          lockfilePath: folder,
          // Infinity: proper-lockfile must never break a lock by its age.
          stale: Number.POSITIVE_INFINITY,
          update: 60_000,
          fs: lockFs(folder, nonce),
          onCompromised: () => undefined,
        }),
      );
    } catch (error) {
      if (fileErrorCode(error) !== 'ELOCKED') throw error;
    }
    const holder = await readHolder(folder);
    if (holder !== null && (await isProvenDead(holder))) {
      await clear(folder, holder.nonce);
    } else if (holder === null && (await removeIfEmpty(folder))) {
      // A release or takeover that was cut short; the next round finds the lock free.
    } else if (Date.now() >= until) {
      return fail('file_locked', `${file} is in use by ${holderText(holder)}.`, {
        fix: 'Wait until it has finished, or end that process.',
        params: { path: file, pid: holder?.pid ?? 0 },
      });
    } else {
      await pause(Math.min(5 + Math.random() * 25, Math.max(1, until - Date.now())));
    }
  }
}

/**
 * proper-lockfile's view of the disk, with two differences: the folder appears together with the
 * owner's record, and it is removed only with our own record. A rename onto a folder that is not
 * empty fails, so two processes can never both make it.
 */
const lockFs = (folder: string, nonce: string) => ({
  ...fs,
  mkdir(_path: string, done: (error: NodeJS.ErrnoException | null) => void): void {
    make(folder, nonce).then(
      () => done(null),
      (error: NodeJS.ErrnoException) => done(error),
    );
  },
  rmdir(_path: string, done: (error: NodeJS.ErrnoException | null) => void): void {
    clear(folder, nonce).then(
      () => done(null),
      (error: NodeJS.ErrnoException) => done(error),
    );
  },
  rmdirSync(_path: string): void {
    fs.rmSync(join(folder, recordName(nonce)), { force: true });
    fs.rmdirSync(folder);
  },
});

const recordName = (nonce: string): string => `owner-${nonce}.json`;

async function make(folder: string, nonce: string): Promise<void> {
  if (await exists(folder, true)) throw lockHeld();
  const draft = join(dirname(folder), draftName(folder, nonce));
  await fs.promises.mkdir(draft, { mode: 0o700 });
  try {
    const owner: LockOwner = { ...thisProcess(), nonce };
    // Synced, so that a power cut cannot leave a lock whose owner nobody can read.
    await fs.promises.writeFile(join(draft, recordName(nonce)), JSON.stringify(owner), {
      flush: true,
    });
    await fs.promises.rename(draft, folder);
  } catch (error) {
    await fs.promises.rm(draft, { recursive: true, force: true });
    // Also when the other one has released it meanwhile: then the next round finds it free.
    const taken = ['ENOTEMPTY', 'EEXIST', ...(process.platform === 'win32' ? ['EPERM'] : [])];
    throw taken.includes(fileErrorCode(error) ?? '') ? lockHeld() : error;
  }
}

const lockHeld = (): Error => Object.assign(new Error('The lock is held'), { code: 'EEXIST' });

/**
 * Removes the lock of exactly this nonce: its record by a name that holds the nonce, then the folder
 * only if it is empty. Harmless to a lock that someone else has taken meanwhile, however late it comes.
 */
async function clear(folder: string, nonce: string): Promise<void> {
  await fs.promises.rm(join(folder, recordName(nonce)), { force: true });
  await removeIfEmpty(folder);
}

async function removeIfEmpty(folder: string): Promise<boolean> {
  try {
    await fs.promises.rmdir(folder);
    return true;
  } catch (error) {
    const code = fileErrorCode(error) ?? '';
    if (['ENOENT', 'ENOTEMPTY', 'EEXIST', 'EPERM'].includes(code)) return false;
    throw error;
  }
}

/** null: there is no lock, or it is being released. */
async function readHolder(folder: string): Promise<LockOwner | null> {
  try {
    const names = await fs.promises.readdir(folder);
    const name = names.find((each) => each.startsWith('owner-'));
    if (name === undefined) return null;
    const text = await fs.promises.readFile(join(folder, name), 'utf8');
    const owner = LockOwner.safeParse(JSON.parse(text));
    return owner.success && recordName(owner.data.nonce) === name ? owner.data : null;
  } catch (error) {
    const code = fileErrorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR' || error instanceof SyntaxError) return null;
    throw error;
  }
}

async function isProvenDead(holder: LockOwner): Promise<boolean> {
  return holder.host === thisProcess().host && !(await isAlive(holder));
}

const holderText = (holder: LockOwner | null): string =>
  holder === null
    ? 'another process'
    : `process ${holder.pid}${holder.host === thisProcess().host ? '' : ` on ${holder.host}`}`;

/** With `filled`, an empty folder (a lock whose release was cut short) counts as none. */
async function exists(path: string, filled = false): Promise<boolean> {
  try {
    if (!filled) {
      await fs.promises.stat(path);
      return true;
    }
    return (await fs.promises.readdir(path)).length > 0;
  } catch (error) {
    if (fileErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
