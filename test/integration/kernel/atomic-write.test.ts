import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { replaceFile } from '../../../src-main/kernel/atomic-write-file.ts';
import { sha256Hex } from '../../../src-main/kernel/canonical-json.ts';
import { fail } from '../../../src-main/kernel/result.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { canMountTinyDisk, tinyDisk } from '../../fakes/tiny-disk.ts';

const drafts = (folder: string) => readdirSync(folder).filter((name) => name.includes('draft'));
const modeOf = (path: string) => statSync(path).mode & 0o777;

describe('replacing a file', () => {
  it('makes a new file for its user alone and gives its hash', async () => {
    const path = join(tempFolder(), 'a.json');
    expect(await replaceFile({ path, content: '{}' })).toEqual({
      ok: true,
      value: { sha256: sha256Hex('{}') },
    });
    expect(readFileSync(path, 'utf8')).toBe('{}');
    expect(modeOf(path)).toBe(0o600);
    expect(drafts(join(path, '..'))).toEqual([]);
  });

  it('keeps the mode of the file that it replaces, unless another is asked for', async () => {
    const path = join(tempFolder(), 'a.json');
    writeFileSync(path, 'old');
    chmodSync(path, 0o640);
    await replaceFile({ path, content: 'new' });
    expect(modeOf(path)).toBe(0o640);
    await replaceFile({ path, content: 'new', mode: 0o600 });
    expect(modeOf(path)).toBe(0o600);
  });

  it('follows links, also to a file that does not exist yet, and leaves the links', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'dotfiles'));
    symlinkSync('dotfiles/second', join(folder, 'first'));
    symlinkSync('real.json', join(folder, 'dotfiles', 'second'));
    for (const content of ['one', 'two']) {
      await replaceFile({ path: join(folder, 'first'), content });
      expect(readFileSync(join(folder, 'dotfiles', 'real.json'), 'utf8')).toBe(content);
    }
    expect(lstatSync(join(folder, 'first')).isSymbolicLink()).toBe(true);
    expect(lstatSync(join(folder, 'dotfiles', 'second')).isSymbolicLink()).toBe(true);
  });

  it('refuses links in a circle', async () => {
    const path = join(tempFolder(), 'a');
    symlinkSync('a', path);
    expect(await replaceFile({ path, content: '' })).toMatchObject({
      ok: false,
      failure: { code: 'file_error' },
    });
  });

  it('changes nothing when the file is not as expected, also when it changed at the last moment', async () => {
    const path = join(tempFolder(), 'a.json');
    writeFileSync(path, 'mine');
    const expect_ = { sha256: sha256Hex('mine') };
    const conflict = { ok: false, failure: { code: 'file_conflict' } };
    const lastMoment = async () => {
      writeFileSync(path, 'theirs');
      return { ok: true, value: undefined } as const;
    };
    const write = { path, content: 'new', expect: expect_, before_rename: lastMoment };
    expect(await replaceFile(write)).toMatchObject(conflict);
    expect(readFileSync(path, 'utf8')).toBe('theirs');
    expect(await replaceFile({ path, content: 'new', expect: { absent: true } })).toMatchObject(
      conflict,
    );
    expect(drafts(join(path, '..'))).toEqual([]);
  });

  it('changes nothing when the last check fails', async () => {
    const path = join(tempFolder(), 'a.json');
    writeFileSync(path, 'old');
    const before_rename = async () => fail('file_locked', 'The lock was lost.');
    expect(await replaceFile({ path, content: 'new', before_rename })).toMatchObject({
      failure: { code: 'file_locked' },
    });
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(drafts(join(path, '..'))).toEqual([]);
  });

  it('puts exactly the replaced file into the backups, the newest few of them', async () => {
    const folder = tempFolder();
    const path = join(folder, 'a.json');
    const backup = { dir: join(folder, 'backups'), keep: 3 };
    mkdirSync(backup.dir);
    writeFileSync(join(backup.dir, 'a.json.note'), 'a person put this here');
    for (const content of ['1', '2', '3', '4', '5']) await replaceFile({ path, content, backup });
    const names = readdirSync(backup.dir).sort();
    expect(names).toContain('a.json.note');
    const kept = names.filter((name) => name !== 'a.json.note');
    expect(kept.map((name) => readFileSync(join(backup.dir, name), 'utf8')).sort()).toEqual([
      '2',
      '3',
      '4',
    ]);
    expect(kept[0]).toMatch(/^a\.json\.\d{4}-\d\d-\d\dT/);
  });

  it('keeps no backup of a write that failed', async () => {
    const folder = tempFolder();
    const path = join(folder, 'a.json');
    mkdirSync(path);
    writeFileSync(join(path, 'inside'), '');
    const dir = join(folder, 'backups');
    const result = await replaceFile({ path, content: 'x', backup: { dir, keep: 3 } });
    expect(result).toMatchObject({ failure: { code: 'file_error' } });
    expect(existsSync(dir) ? readdirSync(dir) : []).toEqual([]);
    expect(drafts(folder)).toEqual([]);
  });

  it.runIf(canMountTinyDisk)(
    'on a full disk says so, keeps the old content whole and leaves no draft',
    async () => {
      const disk = tinyDisk(64);
      const path = join(disk, 'a.json');
      writeFileSync(path, 'old');
      const result = await replaceFile({ path, content: 'x'.repeat(200_000) });
      expect(result).toMatchObject({ ok: false, failure: { code: 'disk_full' } });
      expect(readFileSync(path, 'utf8')).toBe('old');
      expect(readdirSync(disk)).toEqual(['a.json']);
      expect((await replaceFile({ path, content: 'small' })).ok).toBe(true);
    },
  );
});
