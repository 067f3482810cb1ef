import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../kernel/atomic-write-file.ts';
import { failureOfFileError } from '../kernel/file-failure.ts';
import { fail, ok, type Result } from '../kernel/result.ts';

/** `<sha256>.json` in `folder`, for the owner only, once. Gives the name; fails with disk_full or file_error. */
export async function writeResult(
  folder: string,
  { text, sha256 }: { readonly text: string; readonly sha256: string },
): Promise<Result<string>> {
  const name = `${sha256}.json`;
  const path = join(folder, name);
  if (await isThere(path)) return ok(name);
  const write = () => replaceFile({ path, content: text, mode: 0o600 });
  let written = await write();
  // The first of a home, or of a folder that somebody has cleared away.
  if (!written.ok && !(await isThere(folder))) {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
    } catch (error) {
      return fail(failureOfFileError(error, `${folder} could not be made`));
    }
    written = await write();
  }
  return written.ok ? ok(name) : written;
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
