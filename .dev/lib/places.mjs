import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const at = (...parts) => join(root, ...parts);

const windows = process.platform === 'win32';

/** Node 24 as the `node` package installs it: the version that Electron 45 holds. */
export const node24 = at('node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');

/** The executable of an installed package, run with Node 24: `[command, ...first arguments]`. */
export const tool = (...parts) => [node24, at('node_modules', ...parts)];

/** The first of the paths that exists, or undefined. */
export const firstOf = (paths) => paths.find((path) => existsSync(path));
