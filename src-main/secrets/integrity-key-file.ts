import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { replaceFile } from '../kernel/atomic-write-file.ts';
import type { HomePaths } from '../kernel/home-paths.ts';
import { readTextFile } from '../kernel/read-text-file.ts';
import type { IntegrityKey } from './integrity-key.ts';
import { KEYCHAIN_ACCOUNTS, type Keychain } from './keychain.ts';

export interface IntegrityKeyRequest {
  readonly paths: HomePaths;
  readonly keychain: Keychain;
  /** false: the home is new, so nothing can be under any key yet. */
  readonly trustDbExists: boolean;
  /** What trust.db remembers about the key in use; null when it remembers nothing. */
  readonly recordedSource: 'keychain' | 'file' | null;
}

export type OpenedKey = IntegrityKey & {
  /** A new key: whatever older rows the home holds are not under it and so not trusted. */
  readonly just_created: boolean;
};

/**
 * Finds or makes the integrity key (DESIGN.md 3). A key in the keychain always wins, so a planted
 * `state/key` has no effect there. A file key is made only for a new home without a keychain, and
 * read only when the home is recorded as such a home; a home recorded under the keychain never reads
 * one. When the keychain works but lost its
 * entry, or a file home its file, a new key is made in the same place: everything is pending.
 *
 * What this cannot stop: the record lies in trust.db without a MAC (the key that would protect it is
 * the one that is looked for). A program of the same user that rewrites the record, plants a key file
 * and rows made with it, AND keeps the keychain from answering, is believed. So is one that simply
 * reads the key from the unlocked keychain or from the file. Other programs of the same user are no
 * boundary (DESIGN.md 2).
 */
export async function openIntegrityKey(request: IntegrityKeyRequest): Promise<OpenedKey> {
  const { keychain, paths, trustDbExists, recordedSource } = request;
  const state = await keychain.state();
  if (state.available) {
    const held = await keychain.get(KEYCHAIN_ACCOUNTS.integrityKey);
    if (!held.ok) return missing(held.failure.message);
    const key = parseKey(held.value);
    if (key !== null) return found('keychain', key, 'The integrity key is in the keychain.');
    if (trustDbExists && recordedSource === 'file') {
      const fromFile = await readKeyFile(paths.integrityKey);
      if (fromFile.key !== null) {
        return found(
          'file',
          fromFile.key,
          `The integrity key is in ${paths.integrityKey}: this home was made without a keychain.`,
        );
      }
    }
    return createInKeychain(keychain, trustDbExists);
  }
  if (!trustDbExists) return createFile(paths.integrityKey, state.reason, false);
  if (recordedSource !== 'file') {
    return missing(`The integrity key is in the keychain, which cannot be used: ${state.reason}`);
  }
  const fromFile = await readKeyFile(paths.integrityKey);
  if (fromFile.gone) return createFile(paths.integrityKey, state.reason, true);
  return fromFile.key === null
    ? missing(fromFile.reason)
    : found('file', fromFile.key, `${fromFile.reason} No keychain can be used: ${state.reason}`);
}

const found = (source: 'keychain' | 'file', key: Uint8Array, reason: string): OpenedKey => ({
  source,
  key,
  reason,
  just_created: false,
});

const missing = (reason: string): OpenedKey => ({
  source: 'missing',
  key: null,
  reason,
  just_created: false,
});

async function createInKeychain(keychain: Keychain, hadRows: boolean): Promise<OpenedKey> {
  const key = randomBytes(32);
  const written = await keychain.set(KEYCHAIN_ACCOUNTS.integrityKey, key.toString('hex'));
  if (!written.ok) return missing(written.failure.message);
  const back = await keychain.get(KEYCHAIN_ACCOUNTS.integrityKey);
  if (!back.ok || back.value !== key.toString('hex')) {
    return missing('The keychain did not keep the integrity key.');
  }
  const reason = hadRows
    ? 'The integrity key was gone; a new one is in the keychain, and everything must be confirmed again.'
    : 'The integrity key is in the keychain.';
  return { source: 'keychain', key, reason, just_created: true };
}

async function createFile(path: string, why: string, hadRows: boolean): Promise<OpenedKey> {
  const key = randomBytes(32);
  const written = await replaceFile({ path, content: `${key.toString('hex')}\n`, mode: 0o600 });
  if (!written.ok) return missing(written.failure.message);
  const again = hadRows ? ' The earlier one was gone: everything must be confirmed again.' : '';
  const reason = `The integrity key is in ${path}, because no keychain can be used: ${why}${again}`;
  return { source: 'file', key, reason, just_created: true };
}

async function readKeyFile(
  path: string,
): Promise<{ key: Uint8Array | null; gone: boolean; reason: string }> {
  const none = (reason: string, gone = false) => ({ key: null, gone, reason });
  const file = await readTextFile(path, { max_bytes: 1_000 });
  if (!file.ok) return none(file.failure.message);
  if (file.value === null) return none(`The integrity key ${path} is gone.`, true);
  const { mode } = await stat(path);
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    return none(`Other users may read the integrity key; run: chmod 600 ${JSON.stringify(path)}`);
  }
  const key = parseKey(file.value.text);
  if (key === null) return none(`${path} holds no integrity key.`);
  return { key, gone: false, reason: `The integrity key is in ${path}.` };
}

const parseKey = (text: string | null): Uint8Array | null =>
  text !== null && /^[0-9a-f]{64}\s*$/.test(text) ? Buffer.from(text.trim(), 'hex') : null;
