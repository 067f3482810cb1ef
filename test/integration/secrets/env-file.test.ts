import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { envFileStore } from '../../../src-main/secrets/env-file.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';

describe('secrets in a .env file', () => {
  it('come into a file for its user alone, and can be read, listed and removed', async () => {
    const path = join(tempFolder(), '.env');
    const store = envFileStore(path);
    expect(await store.names()).toEqual({ ok: true, value: [] });
    expect(await store.remove('A')).toEqual({ ok: true, value: false });
    expect(existsSync(path)).toBe(false);
    expect((await store.set('B', 'two\nlines')).ok).toBe(true);
    expect((await store.set('A', 'it\'s "quoted" # here')).ok).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await store.names()).toEqual({ ok: true, value: ['A', 'B'] });
    expect(await store.get('B')).toEqual({ ok: true, value: 'two\nlines' });
    expect(await store.get('A')).toEqual({ ok: true, value: 'it\'s "quoted" # here' });
    expect(await store.get('C')).toEqual({ ok: true, value: null });
    expect(await store.remove('B')).toEqual({ ok: true, value: true });
    expect(await store.names()).toEqual({ ok: true, value: ['A'] });
    expect(readdirSync(join(path, '..'))).toEqual(['.env']);
  });

  it('that others may read is refused with the command that helps, and not changed', async () => {
    const path = join(tempFolder(), '.env');
    writeFileSync(path, 'A=1\n');
    chmodSync(path, 0o644);
    const store = envFileStore(path);
    const refused = {
      ok: false,
      failure: { code: 'file_error', fix: expect.stringContaining('chmod 600') },
    };
    expect(await store.get('A')).toMatchObject(refused);
    expect(await store.set('A', '2')).toMatchObject(refused);
    expect(await store.names()).toMatchObject(refused);
    expect(await store.state()).toMatchObject({ available: false });
    expect(readFileSync(path, 'utf8')).toBe('A=1\n');
  });

  it('in another encoding are refused and not overwritten', async () => {
    const path = join(tempFolder(), '.env');
    const bytes = Buffer.from('\ufeffA=1\n', 'utf16le');
    writeFileSync(path, bytes, { mode: 0o600 });
    expect(await envFileStore(path).set('B', '2')).toMatchObject({
      failure: { code: 'unreadable_file' },
    });
    expect(readFileSync(path)).toEqual(bytes);
  });

  it('are written to the file that a link leads to', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'real'), '# mine\n', { mode: 0o600 });
    symlinkSync('real', join(folder, '.env'));
    await envFileStore(join(folder, '.env')).set('A', '1');
    expect(readFileSync(join(folder, 'real'), 'utf8')).toBe('# mine\nA=1\n');
  });

  it('are all there after many sets at once', async () => {
    const store = envFileStore(join(tempFolder(), '.env'));
    const names = Array.from({ length: 10 }, (_each, index) => `NAME_${index}`);
    await Promise.all(names.map((name) => store.set(name, `value of ${name}`)));
    expect(await store.names()).toEqual({ ok: true, value: names });
  });
});
