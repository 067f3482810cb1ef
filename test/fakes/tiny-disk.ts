import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { tempFolder } from './temp-folder.ts';

/** Whether this machine lets us mount a disk that can be filled (Linux, root, mount permitted). */
export const canMountTinyDisk = ((): boolean => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', '/mnt'], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
})();

/** A real disk of the given size; unmounted when the running test ends. */
export function tinyDisk(kilobytes: number): string {
  const path = join(tempFolder(), 'disk');
  mkdirSync(path);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k,mode=0700`, 'tmpfs', path]);
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', path]);
  });
  return path;
}
