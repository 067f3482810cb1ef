import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { keepBackup } from './backup-file.ts';
import { sha256Hex } from './canonical-json.ts';
import { failureOfFileError, fileErrorCode } from './file-failure.ts';
import { draftName } from './leftovers-file.ts';
import { realTarget } from './real-target-file.ts';
import { fail, ok, type Result } from './result.ts';

export interface Replacement {
  readonly path: string;
  /** Written as it is, as UTF-8 when it is text. */
  readonly content: string | Uint8Array;
  /** Default: the mode of the file that is replaced, 0600 for a new one. */
  readonly mode?: number;
  /** What must be there right before the rename; otherwise file_conflict and nothing changes. */
  readonly expect?: { readonly sha256: string } | { readonly absent: true };
  /** The last word before the rename, for example "is the lock still mine". */
  readonly before_rename?: () => Promise<Result<void>>;
  /** Where the replaced file goes, and how many earlier versions of it stay. */
  readonly backup?: { readonly dir: string; readonly keep: number };
}

/**
 * Replaces a file as a whole: every reader sees the old or the new content, also across a crash.
 * Links are followed and stay. Gives the SHA-256 of the new bytes. Fails with file_conflict,
 * disk_full or file_error; then the old content is whole and no temporary file stays.
 */
export async function replaceFile(what: Replacement): Promise<Result<{ sha256: string }>> {
  let draft: string | undefined;
  try {
    const target = await realTarget(what.path);
    draft = join(dirname(target), draftName(target, randomUUID()));
    await writeSynced(draft, what.content, what.mode ?? (await modeOf(target)) ?? 0o600);
    const allowed = (await what.before_rename?.()) ?? ok();
    const expected = allowed.ok ? await checkExpectation(what, target) : allowed;
    if (!expected.ok) {
      await rm(draft, { force: true });
      return expected;
    }
    const undoBackup = what.backup === undefined ? null : await keepBackup(target, what.backup);
    try {
      await renameStubbornly(draft, target);
    } catch (error) {
      await undoBackup?.();
      throw error;
    }
    await syncFolder(dirname(target));
    return ok({ sha256: sha256Hex(what.content) });
  } catch (error) {
    if (draft !== undefined) await rm(draft, { force: true });
    return fail(failureOfFileError(error, `${what.path} could not be written`));
  }
}

async function checkExpectation(what: Replacement, target: string): Promise<Result<void>> {
  if (what.expect === undefined) return ok();
  const found = await hashOfFile(target);
  const wanted = 'sha256' in what.expect ? what.expect.sha256 : null;
  if (found === wanted) return ok();
  return fail('file_conflict', `${what.path} was changed by another program meanwhile.`, {
    fix: 'Read it again and repeat the change.',
    params: { path: what.path },
  });
}

async function hashOfFile(path: string): Promise<string | null> {
  try {
    return sha256Hex(await readFile(path));
  } catch (error) {
    if (fileErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

async function writeSynced(path: string, content: string | Uint8Array, mode: number) {
  const file = await open(path, 'wx', mode);
  try {
    await file.chmod(mode);
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function modeOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch((error: unknown) => {
    if (fileErrorCode(error) === 'ENOENT') return null;
    throw error;
  });
  return found === null ? undefined : found.mode & 0o777;
}

/** On Windows a virus scanner or an editor may hold the file open for a moment: about one second. */
async function renameStubbornly(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await rename(from, to);
    } catch (error) {
      const busy = ['EPERM', 'EBUSY', 'EACCES'].includes(fileErrorCode(error) ?? '');
      if (!busy || process.platform !== 'win32' || attempt === 10) throw error;
      await pause(attempt * 20);
    }
  }
}

/** Makes the rename itself durable. Windows cannot open a folder, and does not need it. */
async function syncFolder(path: string): Promise<void> {
  let folder: FileHandle;
  try {
    folder = await open(path, 'r');
  } catch (error) {
    if (process.platform === 'win32') return;
    throw error;
  }
  try {
    await folder.sync();
  } catch (error) {
    // Some network file systems cannot sync a folder; the new content is in place all the same.
    if (!['EINVAL', 'ENOTSUP', 'EPERM'].includes(fileErrorCode(error) ?? '')) throw error;
  } finally {
    await folder.close();
  }
}
