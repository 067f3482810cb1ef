import { type FSWatcher, realpathSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileErrorCode } from '../kernel/file-failure.ts';

const DEBOUNCE_MS = 50;
const POLL_MS = 1000;

/**
 * Calls `look` soon after the file at `path` (or, through a link, its target) may have changed, also
 * when an editor renames a new file into its place: folders are watched, not the file. And once a
 * second anyway, for disks that tell nothing. `look` must find out by itself whether anything changed.
 * Returns its undo.
 */
export const watchTextFile = (path: string, look: () => void): (() => void) =>
  watchPlaces(placesOf(path), look);

/** The same for every file of a folder, which need not exist yet. */
export const watchTextFolder = (path: string, look: () => void): (() => void) =>
  watchPlaces(new Map([...placesOf(path), [realOrNull(path) ?? path, null]]), look);

/** Folders to watch, each with the names in it that matter; null: all of them. */
type Places = ReadonlyMap<string, ReadonlySet<string> | null>;

function watchPlaces(places: Places, look: () => void): () => void {
  let soon: NodeJS.Timeout | undefined;
  const later = (): void => {
    soon ??= setTimeout(() => {
      soon = undefined;
      look();
    }, DEBOUNCE_MS);
  };
  const watchers = [...places].flatMap(([folder, names]) => watchPlace(folder, names, later));
  const poll = setInterval(look, POLL_MS);
  poll.unref();
  return () => {
    clearInterval(poll);
    clearTimeout(soon);
    for (const watcher of watchers) watcher.close();
  };
}

function placesOf(path: string): Places {
  const places = new Map([[dirname(path), new Set([basename(path)])]]);
  const target = realOrNull(path);
  if (target !== null && target !== path) {
    const names = places.get(dirname(target)) ?? new Set();
    places.set(dirname(target), names.add(basename(target)));
  }
  return places;
}

function realOrNull(path: string): string | null {
  try {
    return realpathSync(path);
  } catch (error) {
    if (fileErrorCode(error) === undefined) throw error;
    return null;
  }
}

function watchPlace(
  folder: string,
  names: ReadonlySet<string> | null,
  changed: () => void,
): FSWatcher[] {
  try {
    const watcher = watch(folder, { persistent: false }, (_event, name) => {
      if (name === null || names === null || names.has(name)) changed();
    });
    // A removed folder or a full watch table: polling goes on.
    watcher.on('error', () => watcher.close());
    return [watcher];
  } catch (error) {
    if (fileErrorCode(error) === undefined) throw error;
    return [];
  }
}
