import { fail, ok, type Result } from '../kernel/result.ts';
import type { Keychain } from './keychain.ts';
import { checkSecretName, checkSecretValue } from './secret-name.ts';
import type { SecretStore } from './secret-store.ts';

const PREFIX = 'secret:';

/** Secrets in the keychain. Nothing is called missing before it is clear that the keychain is not locked. */
export function keychainSecretStore(keychain: Keychain): SecretStore {
  const unlessLocked = async <T>(value: T): Promise<Result<T>> => {
    const state = await keychain.state();
    return state.available
      ? ok(value)
      : fail('keychain_unavailable', state.reason, { fix: 'Unlock the keychain and try again.' });
  };
  return {
    kind: 'keychain',
    state: () => keychain.state(),
    async get(name) {
      const found = await keychain.get(PREFIX + name);
      return !found.ok || found.value !== null ? found : unlessLocked(null);
    },
    async set(name, value) {
      for (const check of [checkSecretName(name), checkSecretValue(value)]) {
        if (!check.ok) return check;
      }
      return keychain.set(PREFIX + name, value);
    },
    async remove(name) {
      const done = await keychain.remove(PREFIX + name);
      return !done.ok || done.value ? done : unlessLocked(false);
    },
    async names() {
      const found = await keychain.accounts();
      if (!found.ok) return found;
      const names = found.value.filter((account) => account.startsWith(PREFIX));
      return names.length === 0
        ? unlessLocked([])
        : ok(names.map((account) => account.slice(PREFIX.length)).sort());
    },
  };
}
