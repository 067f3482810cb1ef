import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { at, node24 } from './places.mjs';
import { read, run } from './run.mjs';

const stampFile = at('node_modules', '.gatehouse-install');

/** What the installed packages were installed from. */
function wantedStamp() {
  const lock = readFileSync(at('package-lock.json'));
  const hash = createHash('sha256').update(lock).digest('hex');
  return `${hash} ${process.platform} ${process.arch}\n`;
}

/** The packages are there and belong to this package-lock.json. */
export function isInstalled() {
  const installed = statSync(at('node_modules', '.package-lock.json'), { throwIfNoEntry: false });
  if (!installed) return false;
  // Someone may have run npm by hand: what it noted last is then newer than package-lock.json.
  if (installed.mtimeMs >= statSync(at('package-lock.json')).mtimeMs) return true;
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wantedStamp();
}

/** Installs the packages if they are missing or package-lock.json has changed; throws on failure. */
export async function install(stdio) {
  if (!isInstalled()) {
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
    const code = await run(npm, args, {
      stdio,
      limitS: 600,
      env: { ELECTRON_SKIP_BINARY_DOWNLOAD: '1' },
    });
    if (code === 124) throw new Error('npm ci did not finish within 10 minutes.');
    if (code !== 0) throw new Error(`npm ci failed (${code}).`);
    writeFileSync(stampFile, wantedStamp());
  }
  await assertNode24();
}

/** The `node` package installs its binary in an install script, which settings may have skipped. */
async function assertNode24() {
  const found = existsSync(node24) ? (await read(node24, ['--version'])).text.trim() : 'nothing';
  if (found.startsWith('v24.')) return;
  throw new Error(
    `Gatehouse needs Node 24 in node_modules, found ${found} there. Its install script was probably skipped; run: npm rebuild node`,
  );
}
