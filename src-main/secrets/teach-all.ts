import type { SecretStore } from './secret-store.ts';

/**
 * Reads every stored value once, so that the redactor knows it before anything is recorded. A store
 * that cannot be used has nothing to teach; `state` says so where it matters.
 */
export async function teachAll(stores: readonly SecretStore[]): Promise<void> {
  for (const store of stores) {
    const names = await store.names();
    if (!names.ok) continue;
    for (const name of names.value) await store.get(name);
  }
}
