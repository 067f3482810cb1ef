import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withFileLock } from '../../../src-main/kernel/file-lock-file.ts';
import { thisProcess } from '../../../src-main/kernel/process-identity-process.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';

/** A lock as another process would have left it. */
function leaveLock(file: string, owner: { pid: number; start_time: string; host?: string }): void {
  mkdirSync(`${file}.lock`);
  writeFileSync(
    join(`${file}.lock`, 'owner-1234.json'),
    JSON.stringify({ host: hostname(), nonce: '1234', ...owner }),
  );
}

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => child.on('close', resolve));
  return child.pid ?? 0;
}

describe('the file lock', () => {
  it('lets one in at a time, within one process too', async () => {
    const file = join(tempFolder(), 'a.json');
    let inside = 0;
    let most = 0;
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setTimeout(resolve, 5));
      inside -= 1;
    };
    const results = await Promise.all(
      Array.from({ length: 8 }, () => withFileLock(file, {}, work)),
    );
    expect(results.every((result) => result.ok)).toBe(true);
    expect(most).toBe(1);
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  it('is one lock for a file and for a link to it', async () => {
    const folder = tempFolder();
    symlinkSync(join(folder, 'real.json'), join(folder, 'link.json'));
    await withFileLock(join(folder, 'link.json'), {}, async () => {
      const second = await withFileLock(join(folder, 'real.json'), { wait_ms: 50 }, async () => 1);
      expect(second).toMatchObject({ ok: false, failure: { code: 'file_locked' } });
    });
  });

  it('of a living holder is never broken, however old it is', async () => {
    const file = join(tempFolder(), 'a.json');
    leaveLock(file, thisProcess());
    const longAgo = new Date('2001-01-01');
    utimesSync(`${file}.lock`, longAgo, longAgo);
    const result = await withFileLock(file, { wait_ms: 100 }, async () => 1);
    expect(result).toMatchObject({
      ok: false,
      failure: { code: 'file_locked', params: { pid: process.pid } },
    });
    expect(existsSync(`${file}.lock`)).toBe(true);
  });

  it('of a dead holder is taken over at once', async () => {
    const file = join(tempFolder(), 'a.json');
    leaveLock(file, { pid: await deadPid(), start_time: '' });
    expect(await withFileLock(file, { wait_ms: 2_000 }, async () => 'in')).toEqual({
      ok: true,
      value: 'in',
    });
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  it('is taken over when the pid of its dead holder belongs to another process now', async () => {
    const file = join(tempFolder(), 'a.json');
    leaveLock(file, { pid: process.pid, start_time: 'another-boot:12345' });
    expect((await withFileLock(file, { wait_ms: 2_000 }, async () => 1)).ok).toBe(true);
  });

  it('of a holder on another machine is not taken over', async () => {
    const file = join(tempFolder(), 'a.json');
    leaveLock(file, { pid: await deadPid(), start_time: '', host: 'elsewhere' });
    const result = await withFileLock(file, { wait_ms: 100 }, async () => 1);
    expect(result).toMatchObject({
      ok: false,
      failure: { code: 'file_locked', message: expect.stringContaining('on elsewhere') },
    });
  });

  it('whose owner cannot be read is left alone', async () => {
    const file = join(tempFolder(), 'a.json');
    mkdirSync(`${file}.lock`);
    writeFileSync(join(`${file}.lock`, 'owner-1.json'), '{');
    expect(await withFileLock(file, { wait_ms: 100 }, async () => 1)).toMatchObject({
      failure: { code: 'file_locked' },
    });
  });

  it('of a dead holder goes to exactly one of many takers', async () => {
    const file = join(tempFolder(), 'a.json');
    leaveLock(file, { pid: await deadPid(), start_time: '' });
    let inside = 0;
    const results = await Promise.all(
      Array.from({ length: 20 }, () =>
        withFileLock(file, { wait_ms: 10_000 }, async (lock) => {
          inside += 1;
          expect(inside).toBe(1);
          expect(await lock.stillMine()).toBe(true);
          inside -= 1;
        }),
      ),
    );
    expect(results.every((result) => result.ok)).toBe(true);
  });

  it('says when it was taken away', async () => {
    const folder = tempFolder();
    const file = join(folder, 'a.json');
    await withFileLock(file, {}, async (lock) => {
      expect(await lock.stillMine()).toBe(true);
      const { rmSync } = await import('node:fs');
      rmSync(`${file}.lock`, { recursive: true });
      expect(await lock.stillMine()).toBe(false);
    });
  });

  it('is released when the work throws, and the error passes through', async () => {
    const file = join(tempFolder(), 'a.json');
    const bug = new Error('a bug');
    await expect(withFileLock(file, {}, () => Promise.reject(bug))).rejects.toBe(bug);
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  it('sweeps drafts that a killed process left, and no others', async () => {
    const folder = tempFolder();
    const file = join(folder, 'a.json');
    const dead = await deadPid();
    const old = new Date(Date.now() - 120_000);
    for (const name of [
      `.a.json.draft-${dead}-aaaa`,
      `.a.json.draft-${process.pid}-bbbb`,
      `.other.json.draft-${dead}-cccc`,
      '.a.json.draft-notes',
    ]) {
      writeFileSync(join(folder, name), '');
      utimesSync(join(folder, name), old, old);
    }
    writeFileSync(join(folder, `.a.json.draft-${dead}-dddd`), '');
    await withFileLock(file, {}, async () => undefined);
    expect(readdirSync(folder).sort()).toEqual(
      [
        `.a.json.draft-${dead}-dddd`,
        `.a.json.draft-${process.pid}-bbbb`,
        '.a.json.draft-notes',
        `.other.json.draft-${dead}-cccc`,
      ].sort(),
    );
  });

  it('fails with a reason where its folder does not exist', async () => {
    const result = await withFileLock(join(tempFolder(), 'no', 'a.json'), {}, async () => 1);
    expect(result).toMatchObject({ ok: false, failure: { code: 'file_error' } });
  });
});
