import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile } from '../kernel/atomic-write-file.ts';
import { keepBackup } from '../kernel/backup-file.ts';
import { failure } from '../kernel/failure.ts';
import { failureOfFileError } from '../kernel/file-failure.ts';
import { withFileLock } from '../kernel/file-lock-file.ts';
import { readTextFile } from '../kernel/read-text-file.ts';
import { realTarget } from '../kernel/real-target-file.ts';
import { fail, ok, type Result } from '../kernel/result.ts';

export interface TextFilePlace {
  readonly path: string;
  /** Where the replaced version goes. */
  readonly backups: string;
  readonly max_bytes: number;
}

/** A text file while its lock is held. */
export interface HeldText {
  /** Without the byte-order mark; null when there is no file. */
  readonly text: string | null;
  /** Whole or not at all, with the byte-order mark it had. The same text is not written again. */
  write(text: string): Promise<Result<void>>;
  /** Takes the file away, keeping a backup; of a link only the link. */
  remove(): Promise<Result<void>>;
}

const BACKUPS_KEPT = 20;
const ATTEMPTS = 4;
const BOM = '\uFEFF';

/**
 * One read-modify-write: `work` reads and writes the file while no other process of ours does. When a
 * program that knows no lock changes the file meanwhile, nothing is replaced and `work` runs anew on
 * what is there now, so it must be repeatable; after four attempts file_conflict. Fails with
 * file_locked, unreadable_file, disk_full or file_error; then the file is as it was.
 */
export async function withHeldText<T>(
  place: TextFilePlace,
  work: (held: HeldText) => Promise<Result<T>>,
): Promise<Result<T>> {
  for (let attempt = 1; ; attempt += 1) {
    const done = await holdOnce(place, work);
    if (done.ok || done.failure.code !== 'file_conflict' || attempt === ATTEMPTS) return done;
  }
}

async function holdOnce<T>(
  { path, backups, max_bytes }: TextFilePlace,
  work: (held: HeldText) => Promise<Result<T>>,
): Promise<Result<T>> {
  const folder = await ensureFolder(dirname(path));
  if (!folder.ok) return folder;
  const locked = await withFileLock(path, {}, async (lock): Promise<Result<T>> => {
    const read = await readTextFile(path, { max_bytes });
    if (!read.ok) return read;
    const before = read.value;
    const taken = () =>
      fail(failure('file_conflict', `The lock of ${path} was taken away meanwhile.`));
    return work({
      text: before?.text ?? null,
      async remove() {
        if (before === null) return ok();
        const now = await readTextFile(path, { max_bytes });
        if (!now.ok) return now;
        if (now.value?.sha256 !== before.sha256) {
          return fail('file_conflict', `${path} was changed by another program meanwhile.`);
        }
        if (!(await lock.stillMine())) return taken();
        try {
          await keepBackup(await realTarget(path), { dir: backups, keep: BACKUPS_KEPT });
          await rm(path);
          return ok();
        } catch (error) {
          return fail(failureOfFileError(error, `${path} could not be removed`));
        }
      },
      async write(text) {
        if (text === before?.text) return ok();
        const content = before?.bom ? BOM + text : text;
        if (Buffer.byteLength(content) > max_bytes) {
          return fail('bad_arguments', `The file would be larger than ${max_bytes} bytes.`);
        }
        const written = await replaceFile({
          path,
          content,
          expect: before ? { sha256: before.sha256 } : { absent: true },
          before_rename: async () => ((await lock.stillMine()) ? ok() : taken()),
          backup: { dir: backups, keep: BACKUPS_KEPT },
        });
        return written.ok ? ok() : written;
      },
    });
  });
  return locked.ok ? locked.value : locked;
}

async function ensureFolder(path: string): Promise<Result<void>> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    return ok();
  } catch (error) {
    return fail(failureOfFileError(error, `The folder ${path} could not be made`));
  }
}
