// Run inside a D-Bus session of its own: uses the real keychain and prints what it answered.

import { keychainSecretStore } from '../../../src-main/secrets/keychain-secret-store.ts';
import { openOsKeychain } from '../../../src-main/secrets/os-keychain.ts';

const [home = '', other = ''] = process.argv.slice(2);
const keychain = openOsKeychain(home);
const store = keychainSecretStore(keychain);
const long = `ü${'x'.repeat(20_000)}`;
console.log(
  JSON.stringify({
    state: await store.state(),
    set: await store.set('TOKEN', long),
    same: await store.get('TOKEN').then((found) => (found.ok ? found.value === long : found)),
    none: await store.get('NOT_THERE'),
    names: await store.names(),
    elsewhere: await keychainSecretStore(openOsKeychain(other)).names(),
    removed: await store.remove('TOKEN'),
    again: await store.remove('TOKEN'),
    left: await keychain.accounts(),
  }),
);
process.exit(0);
