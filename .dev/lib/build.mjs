import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { at, tool } from './places.mjs';
import { run } from './run.mjs';

const sources = [
  'src-main',
  'src-preload',
  'src-renderer',
  '.dev/electron.vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
/** The last thing that each of the three builds writes. */
const results = ['out/main/cli.js', 'out/preload', 'out/renderer/index.html'];

/** Sources are newer than out/, or something of out/ is missing. */
export function isBuildStale() {
  const built = results.map((path) => changedAt(at(path)));
  if (built.some((time) => time === undefined)) return true;
  return newest(sources.map((path) => at(path))) > Math.min(...built);
}

/** Builds main, preload and renderer into out/; throws on failure. */
export async function build(stdio) {
  const [node, cli] = tool('electron-vite', 'bin', 'electron-vite.js');
  const args = [cli, 'build', '--config', '.dev/electron.vite.config.ts', '--logLevel', 'warn'];
  const code = await run(node, args, { stdio, limitS: 300 });
  if (code !== 0) throw new Error(`The build failed (${code}).`);
}

function changedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

function newest(paths) {
  return Math.max(
    0,
    ...paths.map((path) => {
      const facts = statSync(path, { throwIfNoEntry: false });
      if (!facts?.isDirectory()) return facts?.mtimeMs ?? 0;
      const inner = readdirSync(path).map((name) => join(path, name));
      return Math.max(facts.mtimeMs, newest(inner));
    }),
  );
}
