import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { z } from 'zod';
import { sha256Hex } from '../kernel/canonical-json.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Keychain } from './keychain.ts';

type Keytar = typeof import('keytar');

const LIMIT_MS = 5_000;
/** CRED_MAX_CREDENTIAL_BLOB_SIZE of Windows. */
const WINDOWS_MAX_BYTES = 2_560;
const INDEX = 'index:accounts';

/**
 * The keychain of this user: Secret Service, macOS Keychain or Windows Credential Manager. Entries
 * are kept apart by the home's real path. Every call ends within five seconds, also when a dialog
 * waits for the keychain's password; the person unlocks it and tries again.
 */
export function openOsKeychain(home: string): Keychain {
  const service = `Gatehouse ${sha256Hex(realpathSync(home)).slice(0, 16)}`;
  // Loading fails without libsecret; asked once, at the first use.
  let loading: Promise<Keytar> | undefined;
  const use = async <T>(call: (keytar: Keytar) => Promise<T>): Promise<Result<T>> => {
    try {
      loading ??= loadKeytar();
      const keytar = await loading;
      return ok(await within(call(keytar)));
    } catch (error) {
      return fail('keychain_unavailable', `The keychain cannot be used: ${reasonOf(error)}.`, {
        fix: fixFor(error),
      });
    }
  };
  const get = (account: string) => use((keytar) => keytar.getPassword(service, account));
  const set = (account: string, value: string) =>
    tooLong(value) ?? use((keytar) => keytar.setPassword(service, account, value));
  const remove = (account: string) => use((keytar) => keytar.deletePassword(service, account));

  // Which entries there are is an entry of its own. Asking the library for all of them reads every
  // value, and its Linux build ends the process when an entry vanishes meanwhile.
  const listed = async (): Promise<Result<readonly string[]>> => {
    const text = await get(INDEX);
    return text.ok ? ok(readIndex(text.value)) : text;
  };
  let last: Promise<unknown> = Promise.resolve();
  const oneAtATime = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined); // its caller gets the error
    return next;
  };
  const list = async (change: (accounts: Set<string>) => void): Promise<Result<void>> => {
    const before = await listed();
    if (!before.ok) return before;
    const after = new Set(before.value);
    change(after);
    if (after.size === before.value.length && before.value.every((one) => after.has(one)))
      return ok();
    return set(INDEX, JSON.stringify([...after].sort()));
  };

  return {
    get,
    // Listed first: a name without a value is found and mended, a value without a name is lost.
    set: (account, value) =>
      oneAtATime(async () => {
        const named = await list((accounts) => accounts.add(account));
        return named.ok ? set(account, value) : named;
      }),
    remove: (account) =>
      oneAtATime(async () => {
        const removed = await remove(account);
        if (!removed.ok) return removed;
        const unnamed = await list((accounts) => accounts.delete(account));
        return unnamed.ok ? removed : unnamed;
      }),
    async state() {
      const account = `probe:${randomBytes(8).toString('hex')}`;
      const written = await set(account, account);
      if (!written.ok) return { available: false, reason: written.failure.message };
      const read = await get(account);
      await remove(account);
      if (!read.ok) return { available: false, reason: read.failure.message };
      return read.value === account
        ? { available: true, reason: 'The keychain works.' }
        : { available: false, reason: 'The keychain is locked: what is written cannot be read.' };
    },
    accounts: listed,
  };
}

function readIndex(text: string | null): readonly string[] {
  try {
    const names = z.array(z.string()).safeParse(JSON.parse(text ?? '[]'));
    return names.success ? names.data : [];
  } catch {
    return []; // somebody else wrote there; it is written anew with the next entry
  }
}

function tooLong(value: string): Promise<Result<void>> | undefined {
  if (process.platform !== 'win32' || Buffer.byteLength(value) <= WINDOWS_MAX_BYTES) return;
  return Promise.resolve(
    fail(
      'bad_arguments',
      `Windows keeps at most ${WINDOWS_MAX_BYTES} bytes in one keychain entry.`,
      {
        params: { max_bytes: WINDOWS_MAX_BYTES },
      },
    ),
  );
}

async function loadKeytar(): Promise<Keytar> {
  // A CommonJS module: Node gives what it exports as `default`.
  const loaded: Keytar & { default?: Keytar } = await import('keytar');
  return loaded.default ?? loaded;
}

async function within<T>(call: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error('it did not answer in time; is it waiting for its password?')),
      LIMIT_MS,
    );
  });
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const reasonOf = (error: unknown): string =>
  textOf(error).split('\n')[0]?.replace(/\.$/, '').slice(0, 300) ?? '';

function fixFor(error: unknown): string {
  if (process.platform !== 'linux') return 'Unlock the keychain and try again.';
  const text = textOf(error);
  if (/libsecret|shared object|\.node/i.test(text)) {
    return 'Install libsecret (Debian: apt-get install libsecret-1-0) and a keyring such as gnome-keyring.';
  }
  if (/D-?Bus|org\.freedesktop|ServiceUnknown/i.test(text)) {
    return 'Start a Secret Service (gnome-keyring or KWallet) in this desktop session.';
  }
  return 'Unlock the keyring and try again.';
}
