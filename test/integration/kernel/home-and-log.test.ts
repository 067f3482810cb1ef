import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { prepareHome } from '../../../src-main/kernel/home-file.ts';
import { homePaths } from '../../../src-main/kernel/home-paths.ts';
import { openLog } from '../../../src-main/kernel/log-file.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe('the home folder', () => {
  it('is made for its user alone', async () => {
    const paths = homePaths(join(tempFolder(), 'deep', 'home'));
    expect(await prepareHome(paths)).toEqual({ ok: true, value: undefined });
    for (const path of [paths.home, paths.state, paths.backups]) expect(modeOf(path)).toBe(0o700);
    expect((await prepareHome(paths)).ok).toBe(true);
  });

  it('that already exists keeps its mode, but what must be private is tightened', async () => {
    const paths = homePaths(tempFolder());
    mkdirSync(paths.state);
    chmodSync(paths.home, 0o755);
    chmodSync(paths.state, 0o755);
    expect((await prepareHome(paths)).ok).toBe(true);
    expect(modeOf(paths.home)).toBe(0o755);
    expect(modeOf(paths.state)).toBe(0o700);
  });

  it('that others may write to is refused with the command that helps', async () => {
    const paths = homePaths(tempFolder());
    chmodSync(paths.home, 0o777);
    expect(await prepareHome(paths)).toMatchObject({
      ok: false,
      failure: { code: 'file_error', fix: expect.stringContaining('chmod go-w') },
    });
    expect(existsSync(paths.state)).toBe(false);
  });

  it('that is a file, or lies below one, is refused', async () => {
    const file = join(tempFolder(), 'file');
    writeFileSync(file, '');
    for (const home of [file, join(file, 'home')]) {
      expect(await prepareHome(homePaths(home))).toMatchObject({
        ok: false,
        failure: { code: 'file_error' },
      });
    }
    expect(readFileSync(file, 'utf8')).toBe('');
  });
});

describe('the log', () => {
  const hideSecrets = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value).replaceAll('hunter2', '[secret]'));

  it('writes one JSON line per message, redacted, errors with their text', () => {
    const path = join(tempFolder(), 'a.log');
    const log = openLog({ path, redact: hideSecrets, level: 'info' });
    log.debug('not shown');
    log.warn('password hunter2', { error: new Error('hunter2 refused') });
    log.close();
    const text = readFileSync(path, 'utf8');
    expect(text).not.toContain('hunter2');
    expect(text.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(text)).toMatchObject({
      msg: 'password [secret]',
      error: { name: 'Error', message: '[secret] refused' },
    });
    expect(modeOf(path)).toBe(0o600);
  });

  it('never grows beyond two files of its bound', () => {
    const path = join(tempFolder(), 'a.log');
    const log = openLog({ path, redact: (value) => value, level: 'info', max_bytes: 2_000 });
    for (let at = 0; at < 200; at += 1) log.info(`message ${at}`);
    log.info('x'.repeat(50_000));
    log.info('last');
    log.close();
    expect(statSync(path).size).toBeLessThanOrEqual(2_500);
    expect(statSync(`${path}.1`).size).toBeLessThanOrEqual(2_500);
    expect(readFileSync(path, 'utf8')).toContain('last');
    for (const line of readFileSync(path, 'utf8').trim().split('\n')) JSON.parse(line);
  });

  it('does not stop the program when its folder is gone, and goes on when it is back', () => {
    const folder = join(tempFolder(), 'state');
    mkdirSync(folder);
    const log = openLog({ path: join(folder, 'a.log'), redact: (value) => value, level: 'info' });
    rmSync(folder, { recursive: true });
    log.info('lost');
    mkdirSync(folder);
    log.info('kept');
    log.close();
    expect(readFileSync(join(folder, 'a.log'), 'utf8')).toContain('kept');
  });
});
