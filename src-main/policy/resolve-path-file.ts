import { lstatSync, readdirSync, readlinkSync, type Stats } from 'node:fs';
import { isAbsolute, join, parse } from 'node:path';
import { isBelow, type Resolved } from './limits.ts';

const LINKS_MAX = 40;
/** `/proc/self/cwd` and the like mean another place for the server than for us. */
const PER_PROCESS = /^(\/proc\/(self|thread-self|\d+)\/.|\/dev\/fd(\/|$))/;

export interface PathResolver {
  /** Readings of a path as a server may take it: `bases` are the folders it may be relative to. */
  resolve(text: string, bases: readonly string[]): readonly Resolved[];
}

/**
 * Looks at paths for one decision; what it has seen it remembers, so make a new one for the next.
 * `homes`: Gatehouse's folder as written and as it really is.
 */
export function createPathResolver(homes: readonly string[], userHome: string): PathResolver {
  const seen = new Map<string, Stats | 'missing' | 'unknown'>();
  const look = (path: string): Stats | 'missing' | 'unknown' => {
    const known = seen.get(path);
    if (known !== undefined) return known;
    let found: Stats | 'missing' | 'unknown';
    try {
      found = lstatSync(path, { throwIfNoEntry: false }) ?? 'missing';
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      // A name too long to exist leads nowhere.
      found = code === 'ENOTDIR' || code === 'ENAMETOOLONG' ? 'missing' : 'unknown';
    }
    seen.set(path, found);
    return found;
  };
  const sameFile = (a: Stats, b: Stats) => a.dev === b.dev && a.ino === b.ino;
  const homeFolders = homes.map(look).filter((found) => typeof found === 'object');
  let homeFiles: readonly Stats[] | undefined;
  const isHomeFile = (file: Stats): boolean => {
    if (file.nlink < 2 || file.isDirectory()) return false;
    homeFiles ??= homes.flatMap(filesOfHome);
    return homeFiles.some((known) => sameFile(known, file));
  };

  const isInHome = (path: string): boolean =>
    homes.some((home) => path === home || isBelow(path, home));

  /** Component by component, as the operating system does: `..` after links, not before. */
  function walk(path: string, from?: Resolved): Resolved {
    const root = from?.real ?? parse(path).root;
    const todo = (from === undefined ? path.slice(root.length) : path).split(/[/\\]/).reverse();
    let current = root;
    let links = 0;
    let exists = from?.exists ?? true;
    const end = (more: Partial<Resolved>): Resolved => ({
      real: current,
      exists,
      inHome: isInHome(current),
      perProcess: false,
      ...more,
    });
    for (let part = todo.pop(); part !== undefined; part = todo.pop()) {
      if (part === '' || part === '.') continue;
      if (part === '..') {
        current = join(current, '..');
        continue;
      }
      const next = join(current, part);
      if (PER_PROCESS.test(next)) return end({ real: null, perProcess: true });
      const found = look(next);
      if (found === 'unknown') return end({ real: null });
      if (found === 'missing') {
        exists = false;
        current = next;
        continue;
      }
      if (found.isSymbolicLink()) {
        links += 1;
        if (links > LINKS_MAX) return end({ real: null });
        const target = readlinkSync(next);
        if (isAbsolute(target)) current = parse(target).root;
        todo.push(...target.split(/[/\\]/).reverse());
        continue;
      }
      // By identity, not by name: a file system may not tell upper from lower case.
      if (homeFolders.some((home) => sameFile(home, found)) || isHomeFile(found))
        return end({ real: next, inHome: true });
      current = next;
    }
    return end({});
  }

  const starts = new Map<string, Start>();
  const startAt = (base: string): Start => {
    const known = starts.get(base);
    if (known !== undefined) return known;
    const way = walk(base);
    const end = way.real === null ? undefined : seen.get(way.real);
    const start = { ...way, isFile: typeof end === 'object' && end.isFile() };
    starts.set(base, start);
    return start;
  };

  return {
    resolve: (text, bases) => {
      if (text.includes('\0')) return [];
      if (text === '~' || /^~[/\\]/.test(text)) return [walk(`${userHome}/${text.slice(1)}`)];
      if (isAbsolute(text)) return [walk(text)];
      return bases.map((base) => {
        const start = startAt(base);
        // Where the way ends before it has come to the text, the text changes nothing.
        const isOpen = start.real !== null && !start.inHome && !start.perProcess;
        if (!isOpen) return walk(`${base}/${text}`);
        // Nothing stands below a file; only a way up again leads out of it.
        return start.isFile && !text.includes('..')
          ? { ...start, real: join(start.real ?? base, text), exists: false }
          : walk(text, start);
      });
    },
  };
}

/** Where a folder that something may be relative to leads; some of them are files, as servers are told those too. */
interface Start extends Resolved {
  readonly isFile: boolean;
}

/** The files that matter: the home's own and those of its state. */
function filesOfHome(home: string): Stats[] {
  return [home, join(home, 'state')].flatMap((folder) => {
    try {
      return readdirSync(folder).map((name) => lstatSync(join(folder, name)));
    } catch {
      return []; // gone or not ours to read: then nothing of it can be linked to from here
    }
  });
}
