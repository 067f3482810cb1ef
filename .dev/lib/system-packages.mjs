import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.mjs';

const browsers = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const macBrowsers = ['Google Chrome', 'Chromium'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

/** What a Debian package brings, and how to see that it is there. */
const probes = {
  chromium: () => browsers.some(isCommand) || macBrowsers.some((path) => existsSync(path)),
  xvfb: () => isCommand('Xvfb'),
  xauth: () => isCommand('xauth'),
  dbus: () => isCommand('dbus-run-session'),
  'gnome-keyring': () => isCommand('gnome-keyring-daemon'),
  'libsecret-1-0': () => isLibrary('libsecret-1.so.0'),
  'libsecret-tools': () => isCommand('secret-tool'),
  'fonts-dejavu-core': () => !isDebian() || existsSync('/usr/share/fonts/truetype/dejavu'),
  'fonts-noto-cjk': () =>
    !isDebian() || existsSync('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc'),
  // What node-gyp compiles with, for one of the real servers that the tests meet.
  python3: () => isCommand('python3'),
  make: () => isCommand('make'),
  'g++': () => isCommand('g++'),
};

export const forWindow = ['chromium', 'fonts-dejavu-core', 'fonts-noto-cjk'];
export const forTests = process.platform === 'linux' ? Object.keys(probes) : ['chromium'];

/** A keychain service can be reached on this system (optional for the app). */
export function hasKeychain() {
  return process.platform !== 'linux' || probes['libsecret-1-0']();
}

/** How missing packages can be had: `{install: apt-get's arguments}`, or `{tell: what to do}`. */
export function howToGet(missing, { debian, root }) {
  const install = ['install', '-y', '--no-install-recommends', ...missing];
  if (debian && root) return { install };
  if (debian) {
    return { tell: `Missing system packages. Type:\n  sudo apt-get ${install.join(' ')}` };
  }
  return {
    tell: `Missing on this system: ${missing.join(', ')} (names of Debian packages). Install what brings them, then try again.`,
  };
}

/**
 * Makes sure of system packages: installs them on Debian as root, saying so; else throws with the
 * exact command to type.
 */
export async function ensureSystemPackages(names, say) {
  const missing = names.filter((name) => !probes[name]());
  if (missing.length === 0) return;
  const root = process.getuid?.() === 0;
  const { install, tell } = howToGet(missing, { debian: isDebian(), root });
  if (tell !== undefined) throw new Error(tell);
  say(`Installing system packages: ${missing.join(' ')}`);
  if ((await aptGet(install)) !== 0) {
    say('Refreshing the package lists first');
    await aptGet(['update']);
    await aptGet(install);
  }
  const still = missing.filter((name) => !probes[name]());
  if (still.length > 0) {
    throw new Error(`Could not install ${still.join(', ')}. Try: apt-get ${install.join(' ')}`);
  }
}

function aptGet(args) {
  const options = ['-qq', '-o', 'Dpkg::Use-Pty=0', '-o', 'Acquire::Retries=1'];
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  return run('apt-get', [...options, ...args], {
    env,
    limitS: 300,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function isDebian() {
  return process.platform === 'linux' && existsSync('/etc/debian_version') && isCommand('apt-get');
}

function isCommand(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/sbin'];
  return folders.some((folder) => folder && existsSync(join(folder, name)));
}

function isLibrary(name) {
  const folders = ['/usr/lib', '/usr/lib64', '/lib'].filter((folder) => existsSync(folder));
  return folders.some(
    (folder) =>
      existsSync(join(folder, name)) ||
      readdirSync(folder).some((inner) => existsSync(join(folder, inner, name))),
  );
}
