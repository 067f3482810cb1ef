import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../src-main/secrets/create-redactor.ts';
import { keychainSecretStore } from '../../../src-main/secrets/keychain-secret-store.ts';
import { taughtStore } from '../../../src-main/secrets/taught-store.ts';
import { isSecretName } from '../../../src-main/secrets/token-patterns.ts';
import { fakeKeychain } from '../../fakes/keychain.ts';

describe('secrets in the keychain', () => {
  it('are set, read, listed by name and removed', async () => {
    const keychain = fakeKeychain();
    keychain.entries.set('key:integrity', 'not a secret of the person');
    const store = keychainSecretStore(keychain);
    expect(await store.set('B_TOKEN', 'b')).toEqual({ ok: true, value: undefined });
    await store.set('A_TOKEN', 'a\nb');
    expect(await store.names()).toEqual({ ok: true, value: ['A_TOKEN', 'B_TOKEN'] });
    expect(await store.get('A_TOKEN')).toEqual({ ok: true, value: 'a\nb' });
    expect(await store.get('C_TOKEN')).toEqual({ ok: true, value: null });
    expect(await store.remove('A_TOKEN')).toEqual({ ok: true, value: true });
    expect(await store.remove('A_TOKEN')).toEqual({ ok: true, value: false });
  });

  it('are not called missing while the keychain is locked', async () => {
    const keychain = fakeKeychain();
    const store = keychainSecretStore(keychain);
    await store.set('A_TOKEN', 'a');
    keychain.mode = 'locked';
    for (const answer of [
      await store.get('A_TOKEN'),
      await store.remove('A_TOKEN'),
      await store.names(),
    ]) {
      expect(answer).toMatchObject({
        ok: false,
        failure: { code: 'keychain_unavailable', message: expect.stringContaining('locked') },
      });
    }
  });

  it.each(['', 'A-B', '1A', 'A B', 'Ä', 'a'.repeat(129), 'A\n'])(
    'refuse the name %j',
    async (name) => {
      const store = keychainSecretStore(fakeKeychain());
      expect(await store.set(name, 'v')).toMatchObject({ failure: { code: 'bad_arguments' } });
    },
  );

  it.each([
    ['empty', ''],
    ['with NUL', 'a\0b'],
    ['with half a surrogate pair', '\ud800'],
    ['too long', 'x'.repeat(300_000)],
  ])('refuse a value that is %s', async (_what, value) => {
    const keychain = fakeKeychain();
    const result = await keychainSecretStore(keychain).set('A', value);
    expect(result).toMatchObject({ failure: { code: 'bad_arguments' } });
    expect(keychain.entries.size).toBe(0);
  });

  it('are known to the redactor once they were set or read', async () => {
    const redactor = createRedactor();
    const inner = keychainSecretStore(fakeKeychain());
    await inner.set('OLD', 'old-value');
    const store = taughtStore(inner, redactor);
    expect(redactor.text('old-value')).toBe('old-value');
    await store.get('OLD');
    await store.set('NEW', 'new-value');
    expect(redactor.text('old-value new-value')).toBe('[secret OLD] [secret NEW]');
  });
});

describe('names of secrets', () => {
  it.each([
    'password',
    'DB_PASSWORD',
    'clientSecret',
    'X-Api-Key',
    'githubToken',
    'Set-Cookie',
    'privateKey',
  ])('%s looks like one', (name) => expect(isSecretName(name)).toBe(true));
  it.each([
    'key',
    'max_tokens',
    'token_count',
    'secretary',
    'author',
    'env_keys',
    'primaryKey',
    '',
  ])('%s does not', (name) => expect(isSecretName(name)).toBe(false));
});
