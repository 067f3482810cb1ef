import { existsSync, readFileSync } from 'node:fs';
import { at, node24 } from './places.mjs';
import { run } from './run.mjs';

const limitS = 60;

/** The path of Electron's executable, if its runtime is there. */
export function electronRuntime() {
  const named = at('node_modules', 'electron', 'path.txt');
  if (!existsSync(named)) return undefined;
  const path = at('node_modules', 'electron', 'dist', readFileSync(named, 'utf8').trim());
  return existsSync(path) ? path : undefined;
}

/**
 * Fetches Electron's runtime, for at most a minute, saying that it still works. Answers the path of
 * the executable, or undefined when it cannot be had. CI machines never try.
 */
export async function fetchElectronRuntime(say) {
  const there = electronRuntime();
  if (there || process.env.CI) return there;
  const started = Date.now();
  const passed = () => Math.round((Date.now() - started) / 1000);
  say('Fetching the Electron runtime');
  const progress = setInterval(
    () => say(`Fetching the Electron runtime: ${passed()} s of at most ${limitS} s (Ctrl+C stops)`),
    5000,
  );
  const stdio = ['ignore', 'ignore', 'ignore'];
  await run(node24, [at('node_modules', 'electron', 'install.js')], { stdio, limitS });
  clearInterval(progress);
  return electronRuntime();
}
