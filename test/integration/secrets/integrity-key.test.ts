import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { prepareHome } from '../../../src-main/kernel/home-file.ts';
import { homePaths } from '../../../src-main/kernel/home-paths.ts';
import { openIntegrityKey } from '../../../src-main/secrets/integrity-key-file.ts';
import { type FakeKeychain, fakeKeychain } from '../../fakes/keychain.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';

const PLANTED = 'ab'.repeat(32);
const hex = (key: Uint8Array | null) => (key === null ? null : Buffer.from(key).toString('hex'));

async function newHome() {
  const paths = homePaths(tempFolder());
  await prepareHome(paths);
  const open = (
    keychain: FakeKeychain,
    recordedSource: 'keychain' | 'file' | null,
    trustDbExists = recordedSource !== null,
  ) => openIntegrityKey({ paths, keychain, trustDbExists, recordedSource });
  const plant = (mode = 0o600) => writeFileSync(paths.integrityKey, PLANTED, { mode });
  return { paths, open, plant };
}

describe('the integrity key', () => {
  it('of a new home is made in the keychain and found there again', async () => {
    const { open, paths } = await newHome();
    const keychain = fakeKeychain();
    const first = await open(keychain, null);
    expect(first).toMatchObject({ source: 'keychain', just_created: true });
    expect(first.key).toHaveLength(32);
    const again = await open(keychain, 'keychain');
    expect(again).toMatchObject({ source: 'keychain', just_created: false });
    expect(hex(again.key)).toBe(hex(first.key));
    expect(existsSync(paths.integrityKey)).toBe(false);
  });

  it('of a new home without a keychain is a file for its user alone, and the reason is said', async () => {
    const { open, paths } = await newHome();
    const first = await open(fakeKeychain('absent'), null);
    expect(first).toMatchObject({ source: 'file', just_created: true });
    expect(first.reason).toMatch(/because no keychain can be used: The keychain is absent/);
    expect(statSync(paths.integrityKey).mode & 0o777).toBe(0o600);
    const again = await open(fakeKeychain('absent'), 'file');
    expect(again).toMatchObject({ source: 'file', just_created: false });
    expect(hex(again.key)).toBe(hex(first.key));
  });

  it('planted as a file is ignored while the keychain has one', async () => {
    const { open, plant } = await newHome();
    const keychain = fakeKeychain();
    const { key } = await open(keychain, null);
    plant();
    for (const recorded of ['keychain', 'file', null] as const) {
      const opened = await open(keychain, recorded, true);
      expect(opened.source).toBe('keychain');
      expect(hex(opened.key)).toBe(hex(key));
    }
  });

  it('planted as a file is ignored in a new home, with and without a keychain', async () => {
    const withKeychain = await newHome();
    withKeychain.plant();
    const first = await withKeychain.open(fakeKeychain(), null);
    expect(first.source).toBe('keychain');
    expect(hex(first.key)).not.toBe(PLANTED);

    const without = await newHome();
    without.plant();
    const second = await without.open(fakeKeychain('locked'), null);
    expect(second).toMatchObject({ source: 'file', just_created: true });
    expect(hex(second.key)).not.toBe(PLANTED);
    expect(readFileSync(without.paths.integrityKey, 'utf8').trim()).toBe(hex(second.key));
  });

  it.each(['locked', 'absent'] as const)(
    'of a home that had it in the keychain is missing while that is %s, whatever file lies there',
    async (mode) => {
      const { open, plant, paths } = await newHome();
      const keychain = fakeKeychain();
      await open(keychain, null);
      keychain.mode = mode;
      plant();
      const opened = await open(keychain, 'keychain');
      expect(opened).toMatchObject({ source: 'missing', key: null });
      expect(opened.reason).toContain(mode);
      expect(readFileSync(paths.integrityKey, 'utf8')).toBe(PLANTED);
    },
  );

  it('is missing where the record of its place was removed and no keychain answers', async () => {
    const { open, plant } = await newHome();
    plant();
    expect(await open(fakeKeychain('absent'), null, true)).toMatchObject({ source: 'missing' });
  });

  it('stays in its file when a keychain appears later', async () => {
    const { open } = await newHome();
    const { key } = await open(fakeKeychain('absent'), null);
    const keychain = fakeKeychain();
    const opened = await open(keychain, 'file');
    expect(opened.source).toBe('file');
    expect(opened.reason).toContain('made without a keychain');
    expect(hex(opened.key)).toBe(hex(key));
    expect(keychain.entries.size).toBe(0);
  });

  it('is not taken from a file that others may read', async () => {
    const { open, paths } = await newHome();
    const { key } = await open(fakeKeychain('absent'), null);
    chmodSync(paths.integrityKey, 0o640);
    const opened = await open(fakeKeychain('absent'), 'file');
    expect(opened).toMatchObject({ source: 'missing', key: null });
    expect(opened.reason).toContain('chmod 600');
    expect(readFileSync(paths.integrityKey, 'utf8').trim()).toBe(hex(key));
  });

  it('that is gone is made anew in the same place, and it is said that all must be confirmed again', async () => {
    const inKeychain = await newHome();
    const keychain = fakeKeychain();
    await inKeychain.open(keychain, null);
    keychain.entries.clear();
    expect(await inKeychain.open(keychain, 'keychain')).toMatchObject({
      source: 'keychain',
      just_created: true,
      reason: expect.stringContaining('confirmed again'),
    });
    const inFile = await newHome();
    await inFile.open(fakeKeychain('absent'), null);
    rmSync(inFile.paths.integrityKey);
    expect(await inFile.open(fakeKeychain('absent'), 'file')).toMatchObject({
      source: 'file',
      just_created: true,
      reason: expect.stringContaining('confirmed again'),
    });
  });

  it('that is no key is not used', async () => {
    const { open, paths } = await newHome();
    writeFileSync(paths.integrityKey, 'hello', { mode: 0o600 });
    expect(await open(fakeKeychain('absent'), 'file')).toMatchObject({ source: 'missing' });
  });
});
