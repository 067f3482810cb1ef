import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServerSpec } from './subjects/subject.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const at = (...parts: string[]): string => join(root, ...parts);

export const NODE = at('node_modules', 'node', 'bin', 'node');
const SERVER = at('test', 'fixtures', 'servers', 'bench-server.mjs');

/** Arguments that make Node run the server under test. */
export const serverArgs = ({ args }: ServerSpec): string[] => [SERVER, ...args];

export const inPeers = (...parts: string[]): string =>
  at('test', 'bench', 'peers', 'node_modules', ...parts);

/** `name version` of an installed peer. */
export function versionOf(name: string): string {
  const manifest: unknown = JSON.parse(readFileSync(inPeers(name, 'package.json'), 'utf8'));
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest
      ? manifest.version
      : 'unknown';
  return `${name} ${version}`;
}
