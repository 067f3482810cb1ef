import { type Failure, failure } from './failure.ts';

/** The system's code (`ENOENT`, `ENOSPC`, …) of a thrown value, if it has one. */
export const fileErrorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'the system does not permit it',
  EROFS: 'the disk is read-only',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  ENOENT: 'it, or its folder, does not exist',
  ELOOP: 'its links go in a circle',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many files are open',
  EBUSY: 'another program is using it',
};

/** A file system error as a failure: disk_full for a full disk or quota, else file_error. */
export function failureOfFileError(error: unknown, what: string): Failure {
  const code = fileErrorCode(error);
  if (code === undefined) throw error;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return failure('disk_full', `${what}: the disk is full.`, {
      fix: 'Free some space and try again.',
      params: { code },
    });
  }
  return failure('file_error', `${what}: ${WORDS[code] ?? code}.`, { params: { code } });
}
