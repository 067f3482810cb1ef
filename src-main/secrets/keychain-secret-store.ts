import { fail, ok } from '../kernel/result.ts';
import type { Keychain } from './keychain.ts';
import { checkSecretName, checkSecretValue } from './secret-name.ts';
import type { SecretStore } from './secret-store.ts';

const PREFIX = 'secret:';

/** Secrets in the keychain. A missing secret is only called missing when the keychain is not locked. */
export function keychainSecretStore(keychain: Keychain): SecretStore {
  return {
    kind: 'keychain',
    state: () => keychain.state(),
    async get(name) {
      const found = await keychain.get(PREFIX + name);
      if (!found.ok || found.value !== null) return found;
      const state = await keychain.state();
      return state.available ? ok(null) : fail('keychain_unavailable', state.reason);
    },
    async set(name, value) {
      for (const check of [checkSecretName(name), checkSecretValue(value)]) {
        if (!check.ok) return check;
      }
      return keychain.set(PREFIX + name, value);
    },
    remove: (name) => keychain.remove(PREFIX + name),
    async names() {
      const found = await keychain.accounts();
      if (!found.ok) return found;
      const names = found.value.filter((account) => account.startsWith(PREFIX));
      return ok(names.map((account) => account.slice(PREFIX.length)).sort());
    },
  };
}
