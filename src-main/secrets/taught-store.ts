import type { Redactor } from './redactor.ts';
import type { SecretStore } from './secret-store.ts';

/** A store that teaches the redactor every value it hands out or takes in. */
export const taughtStore = (store: SecretStore, redactor: Redactor): SecretStore => ({
  ...store,
  async get(name) {
    const found = await store.get(name);
    if (found.ok && found.value !== null) redactor.learn(name, found.value);
    return found;
  },
  async set(name, value) {
    redactor.learn(name, value);
    return store.set(name, value);
  },
});
