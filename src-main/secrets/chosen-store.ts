import type { SecretStore } from './secret-store.ts';

/** The store that the settings name at this moment. A change of the setting moves no values. */
export const chosenStore = (
  stores: { readonly keychain: SecretStore; readonly file: SecretStore },
  kind: () => 'keychain' | 'file',
): SecretStore => ({
  get kind() {
    return kind();
  },
  state: () => stores[kind()].state(),
  get: (name) => stores[kind()].get(name),
  set: (name, value) => stores[kind()].set(name, value),
  remove: (name) => stores[kind()].remove(name),
  names: () => stores[kind()].names(),
});
