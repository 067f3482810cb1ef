import { fail, ok } from '../../src-main/kernel/result.ts';
import type { Keychain } from '../../src-main/secrets/keychain.ts';

export interface FakeKeychain extends Keychain {
  readonly entries: Map<string, string>;
  /** `locked`: writes fail and every read says "not set", as a locked Secret Service does. */
  mode: 'open' | 'locked' | 'absent';
}

/** A keychain in memory. */
export function fakeKeychain(mode: FakeKeychain['mode'] = 'open'): FakeKeychain {
  const entries = new Map<string, string>();
  const refused = () =>
    fail('keychain_unavailable', `The keychain cannot be used: it is ${keychain.mode}.`);
  const keychain: FakeKeychain = {
    entries,
    mode,
    async state() {
      return keychain.mode === 'open'
        ? { available: true, reason: 'The keychain works.' }
        : { available: false, reason: `The keychain is ${keychain.mode}.` };
    },
    async get(account) {
      if (keychain.mode === 'absent') return refused();
      return ok(keychain.mode === 'open' ? (entries.get(account) ?? null) : null);
    },
    async set(account, value) {
      if (keychain.mode !== 'open') return refused();
      entries.set(account, value);
      return ok();
    },
    async remove(account) {
      if (keychain.mode === 'absent') return refused();
      return ok(keychain.mode === 'open' && entries.delete(account));
    },
    async accounts() {
      if (keychain.mode === 'absent') return refused();
      return ok(keychain.mode === 'open' ? [...entries.keys()] : []);
    },
  };
  return keychain;
}
