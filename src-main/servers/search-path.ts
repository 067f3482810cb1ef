import { posix, win32 } from 'node:path';
import { isBareName } from './runners.ts';

export interface SearchPlace {
  readonly platform: NodeJS.Platform;
  /** The PATH variable's text. */
  readonly path: string;
  /** Windows: the PATHEXT variable's text; empty means the usual one. */
  readonly pathext: string;
  /** Absolute; a command with a slash is looked up from here. */
  readonly cwd: string;
}

/** What can be started as a program; other endings of PATHEXT only tell which program opens the file. */
const RUNNABLE = ['.com', '.exe', '.bat', '.cmd'];

/** The folders of a PATH. Relative and empty entries are left out: they would run what lies in the current folder. */
export function searchFolders(place: SearchPlace): readonly string[] {
  const paths = place.platform === 'win32' ? win32 : posix;
  const folders = place.path
    .split(paths.delimiter)
    .map((folder) => (place.platform === 'win32' ? folder.replace(/^"(.*)"$/, '$1') : folder))
    .filter((folder) => paths.isAbsolute(folder));
  return [...new Set(folders)];
}

/**
 * Files to try for a command, in order. On Windows only files with a runnable ending count (an
 * extensionless shell script beside `npx.cmd` does not), and real programs come before scripts.
 */
export function lookUpPlan(command: string, place: SearchPlace): readonly string[] {
  const paths = place.platform === 'win32' ? win32 : posix;
  const starts = isBareName(command)
    ? searchFolders(place).map((folder) => paths.join(folder, command))
    : [paths.resolve(place.cwd, command)];
  if (place.platform !== 'win32') return starts;
  const named = place.pathext
    .split(';')
    .map((ending) => ending.trim().toLowerCase())
    .filter((ending) => RUNNABLE.includes(ending));
  const endings = named.length === 0 ? RUNNABLE : [...new Set(named)];
  const programs = ['.exe', '.com'].filter((ending) => endings.includes(ending));
  const ordered = [...programs, ...endings.filter((ending) => !programs.includes(ending))];
  return starts.flatMap((start) =>
    ordered.includes(win32.extname(start).toLowerCase())
      ? [start]
      : ordered.map((ending) => `${start}${ending}`),
  );
}
