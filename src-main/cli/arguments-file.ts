import { readTextFile } from '../kernel/read-text-file.ts';
import { fail, ok, type Result } from '../kernel/result.ts';

const ARGUMENTS_MAX = 4 * 1024 * 1024;

/** The text of an arguments file, at most 4 MiB of UTF-8. */
export async function readArgumentsFile(path: string): Promise<Result<string>> {
  const file = await readTextFile(path, { max_bytes: ARGUMENTS_MAX });
  if (!file.ok) return file;
  return file.value === null ? fail('not_found', `There is no file ${path}.`) : ok(file.value.text);
}
