import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** An installed app has a command; a build in a checkout is started by its path. */
export function ownProgram(): readonly [string, ...string[]] {
  const folder = dirname(fileURLToPath(import.meta.url));
  if (folder.includes('app.asar')) return ['gatehouse'];
  const node = process.versions['electron'] === undefined ? process.execPath : 'node';
  return [node, join(folder, basename(folder) === 'chunks' ? '..' : '.', 'cli.js')];
}

/** Entry script of the filesystem server that comes with the app. */
export function bundledFilesystemServer(): string {
  const manifest = createRequire(import.meta.url).resolve(
    '@modelcontextprotocol/server-filesystem/package.json',
  );
  // A child process cannot be started from inside the archive; the packager unpacks this one.
  return join(dirname(manifest), 'dist', 'index.js').replace('app.asar', 'app.asar.unpacked');
}
