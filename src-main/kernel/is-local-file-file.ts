import { statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

/** Places where a mere look goes over the network: shares of Windows, and what systems mount at a look. */
const REMOTE = /^(?:[\\/]{2}|\/(?:net|afs|Network)\/)/;

/**
 * Whether an absolute path, or one from the home folder (`~/`), is a file of this machine. The path may
 * come from a stranger's text, so nothing that would be looked for elsewhere is asked for at all.
 */
export function isLocalFile(path: string, home: string): boolean {
  const whole = /^~[\\/]/.test(path) ? join(home, path.slice(2)) : path;
  if (!isAbsolute(whole) || REMOTE.test(whole) || whole.includes('\0')) return false;
  try {
    return statSync(whole, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false; // it may not be looked at, or leads through a file
  }
}
