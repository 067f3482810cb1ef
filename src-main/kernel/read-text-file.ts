import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { open } from 'node:fs/promises';
import { sha256Hex } from './canonical-json.ts';
import { decodeText } from './decode-text.ts';
import { failureOfFileError, fileErrorCode } from './file-failure.ts';
import { fail, ok, type Result } from './result.ts';

export interface TextFile {
  /** Without the byte order mark. */
  readonly text: string;
  /** Of the bytes on disk, the mark included. */
  readonly sha256: string;
  readonly mtime_ms: number;
  /** Whether the file starts with a UTF-8 byte order mark. */
  readonly bom: boolean;
}

// Non-blocking: a FIFO put in the place of a file must not hang us.
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * A UTF-8 text file of at most `max_bytes`; null when there is none. Fails with unreadable_file when
 * it is too large, not a file or in another encoding (named), with file_error when it cannot be read.
 */
export async function readTextFile(
  path: string,
  { max_bytes }: { readonly max_bytes: number },
): Promise<Result<TextFile | null>> {
  try {
    const file = await open(path, FLAGS);
    try {
      const stat = await file.stat();
      const readable = checkStat(path, stat, max_bytes);
      return readable.ok ? textFile(path, await file.readFile(), stat) : readable;
    } finally {
      await file.close();
    }
  } catch (error) {
    return missingOrFailure(path, error);
  }
}

/** The same, blocking; for start-up and file watchers. */
export function readTextFileSync(
  path: string,
  { max_bytes }: { readonly max_bytes: number },
): Result<TextFile | null> {
  try {
    const file = openSync(path, FLAGS);
    try {
      const stat = fstatSync(file);
      const readable = checkStat(path, stat, max_bytes);
      return readable.ok ? textFile(path, readFileSync(file), stat) : readable;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return missingOrFailure(path, error);
  }
}

function checkStat(path: string, stat: Stats, max_bytes: number): Result<void> {
  if (!stat.isFile()) {
    return fail('unreadable_file', `${path} is not a regular file.`, { params: { path } });
  }
  if (stat.size > max_bytes) {
    return fail(
      'unreadable_file',
      `${path} has ${stat.size} bytes; at most ${max_bytes} are read.`,
      {
        params: { path, bytes: stat.size, max_bytes },
      },
    );
  }
  return ok();
}

function textFile(path: string, bytes: Uint8Array, stat: Stats): Result<TextFile> {
  const decoded = decodeText(bytes);
  if ('problem' in decoded) {
    return fail('unreadable_file', `${path} cannot be read as UTF-8 text: ${decoded.problem}.`, {
      fix: 'Save it as UTF-8.',
      params: { path, line: decoded.line, column: decoded.column },
    });
  }
  return ok({ ...decoded, sha256: sha256Hex(bytes), mtime_ms: stat.mtimeMs });
}

function missingOrFailure(path: string, error: unknown): Result<null> {
  if (fileErrorCode(error) === 'ENOENT') return ok(null);
  return fail(failureOfFileError(error, `${path} could not be read`));
}
