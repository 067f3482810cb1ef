import { webcrypto } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { failureOfFileError } from '../kernel/file-failure.ts';
import { fail, ok, type Result } from '../kernel/result.ts';

/** No message of a server is longer, so no result is. */
const FILE_MAX_BYTES = 256 * 1024 * 1024;

/** Reads a kept result, if it is what was written. The hash is made off the main thread. */
export async function readResultFile(
  folder: string,
  name: string,
  sha256: string,
): Promise<Result<unknown>> {
  const path = join(folder, name);
  try {
    const { size } = await stat(path);
    if (size > FILE_MAX_BYTES) return fail('file_error', `${path} is too large to be read.`);
    const bytes = await readFile(path);
    const found = Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex');
    if (found === sha256) return ok(JSON.parse(bytes.toString()));
    return fail('file_error', `${path} is not what was written into it.`);
  } catch (error) {
    if (error instanceof SyntaxError) return fail('file_error', `${path} holds no JSON.`);
    return fail(failureOfFileError(error, `${path} could not be read`));
  }
}
