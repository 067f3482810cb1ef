import { stat } from 'node:fs/promises';
import { replaceFile } from '../kernel/atomic-write-file.ts';
import { failureOfFileError, fileErrorCode } from '../kernel/file-failure.ts';
import { withFileLock } from '../kernel/file-lock-file.ts';
import { readTextFile } from '../kernel/read-text-file.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { readEnvText, removeFromEnvText, setInEnvText } from './env-text.ts';
import { checkSecretName, checkSecretValue } from './secret-name.ts';
import type { SecretStore } from './secret-store.ts';

const MAX_BYTES = 1_048_576;

/**
 * Secrets in a `.env` file of mode 0600, for a person who chose that. Read anew at every use; other
 * lines and comments stay as they are. A file that others may read is refused, not tightened: who
 * has read it already is for the person to judge. It is never copied to the backups.
 */
export function envFileStore(path: string): SecretStore {
  const read = async () => {
    const privately = await checkMode(path);
    return privately.ok ? readTextFile(path, { max_bytes: MAX_BYTES }) : privately;
  };
  const change = async (edit: (text: string) => Result<string>): Promise<Result<void>> => {
    const done = await withFileLock(path, {}, async (lock): Promise<Result<void>> => {
      const before = await read();
      if (!before.ok) return before;
      const after = edit(before.value?.text ?? '');
      if (!after.ok) return after;
      const written = await replaceFile({
        path,
        content: after.value,
        mode: 0o600,
        expect: before.value === null ? { absent: true } : { sha256: before.value.sha256 },
        before_rename: async () =>
          (await lock.stillMine()) ? ok() : fail('file_locked', `The lock of ${path} was lost.`),
      });
      return written.ok ? ok() : written;
    });
    return done.ok ? done.value : done;
  };
  const entries = async () => {
    const file = await read();
    return file.ok ? ok(readEnvText(file.value?.text ?? '')) : file;
  };
  return {
    kind: 'file',
    async state() {
      const file = await read();
      return file.ok
        ? { available: true, reason: `Secrets are kept in ${path}, as was chosen.` }
        : { available: false, reason: file.failure.message };
    },
    async get(name) {
      const found = await entries();
      return found.ok
        ? ok(found.value.findLast((each) => each.name === name)?.value ?? null)
        : found;
    },
    async set(name, value) {
      for (const check of [checkSecretName(name), checkSecretValue(value)]) {
        if (!check.ok) return check;
      }
      return change((text) => {
        const next = setInEnvText(text, name, value);
        return next === null
          ? fail('bad_arguments', `A .env file cannot hold this value of ${name}.`, {
              fix: 'Keep it in the keychain: it mixes line breaks and every kind of quote.',
            })
          : ok(next);
      });
    },
    async remove(name) {
      const found = await entries();
      if (!found.ok) return found;
      if (!found.value.some((each) => each.name === name)) return ok(false);
      const done = await change((text) => ok(removeFromEnvText(text, name)));
      return done.ok ? ok(true) : done;
    },
    async names() {
      const found = await entries();
      return found.ok ? ok([...new Set(found.value.map((each) => each.name))].sort()) : found;
    },
  };
}

async function checkMode(path: string): Promise<Result<void>> {
  try {
    const found = await stat(path);
    if (process.platform !== 'win32' && (found.mode & 0o077) !== 0) {
      return fail('file_error', `Other users of this machine may read ${path}.`, {
        fix: `Run: chmod 600 ${JSON.stringify(path)}, and replace the secrets in it.`,
        params: { path },
      });
    }
    return ok();
  } catch (error) {
    if (fileErrorCode(error) === 'ENOENT') return ok();
    return fail(failureOfFileError(error, `${path} could not be read`));
  }
}
