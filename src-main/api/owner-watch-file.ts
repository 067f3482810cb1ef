import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { STATE_REPLACED } from '../journal/state-replaced.ts';
import type { Failure } from '../kernel/failure.ts';
import { fileErrorCode } from '../kernel/file-failure.ts';
import { fileIdentity } from '../kernel/file-identity-file.ts';
import { fail, ok, type Result } from '../kernel/result.ts';

const EVERY_MS = 2_000;
const Nonce = z.object({ nonce: z.string() });

/** Whether the home is still ours, as its files say. Once it is not, it is not for good. */
export interface OwnerWatch {
  /** A few stats: to be asked before each entry of the journal. */
  check(): Result<void>;
  /** Looks by itself from now on; `files` must stay the ones that they are. `onLost` is told once. */
  begin(files: readonly string[], onLost: (failure: Failure) => void): void;
  stop(): void;
}

export function createOwnerWatch(owner_path: string, nonce: string): OwnerWatch {
  let known = fileIdentity(owner_path);
  let opened: readonly (readonly [path: string, identity: string | null])[] = [];
  let tell: ((failure: Failure) => void) | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isLost = false;

  const holdsRecord = (read: boolean): boolean => {
    const identity = fileIdentity(owner_path);
    if (identity === null) return false;
    if (!read && identity === known) return true;
    known = identity;
    return nonceIn(owner_path) === nonce;
  };
  const look = (read: boolean): Result<void> => {
    isLost ||=
      !holdsRecord(read) || opened.some(([path, identity]) => fileIdentity(path) !== identity);
    if (!isLost) return ok();
    clearInterval(timer);
    const told = tell;
    tell = null;
    told?.(STATE_REPLACED);
    return fail(STATE_REPLACED);
  };

  return {
    check: () => look(false),
    begin(files, onLost) {
      opened = files.map((path) => [path, fileIdentity(path)]);
      tell = onLost;
      timer = setInterval(() => void look(true), EVERY_MS);
      timer.unref();
    },
    stop() {
      clearInterval(timer);
      tell = null;
    },
  };
}

function nonceIn(path: string): string | null {
  try {
    const record = Nonce.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    return record.success ? record.data.nonce : null;
  } catch (error) {
    if (!(error instanceof SyntaxError) && fileErrorCode(error) === undefined) throw error;
    return null;
  }
}
