// npm start: installs, builds and opens the app; without a display, serves headless.
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { build, isBuildStale } from './lib/build.mjs';
import { fetchElectronRuntime } from './lib/electron-runtime.mjs';
import { install, isInstalled } from './lib/install.mjs';
import { at, node24 } from './lib/places.mjs';
import { become, stopWithChildren } from './lib/run.mjs';
import { ensureSystemPackages, forWindow, hasKeychain } from './lib/system-packages.mjs';

const say = (text) => console.log(`gatehouse: ${text}`);

/** 'window' or 'headless': GATEHOUSE_START, else whether there is a display. */
function wantedMode() {
  const { GATEHOUSE_START: wish, DISPLAY, WAYLAND_DISPLAY } = process.env;
  const display = process.platform !== 'linux' || Boolean(DISPLAY || WAYLAND_DISPLAY);
  if (wish === 'headless' || (wish === undefined && !display)) return 'headless';
  if (wish !== undefined && wish !== 'window') {
    throw new Error(`GATEHOUSE_START must be window or headless, not ${wish}.`);
  }
  if (!display) throw new Error('GATEHOUSE_START=window needs a display (DISPLAY is not set).');
  return 'window';
}

/** The home folder that the app will take, for people to know where it keeps things. */
const home = resolve(process.env.GATEHOUSE_HOME || join(homedir(), '.gatehouse'));

async function openWindow() {
  const electron = await fetchElectronRuntime(say);
  if (electron) {
    say(`Opening the window. Home: ${home}. Ctrl+C ends Gatehouse, and so does Quit in its tray.`);
    const isRoot = process.getuid?.() === 0;
    await become(electron, [...(isRoot ? ['--no-sandbox'] : []), at('.')]);
    return;
  }
  say("Electron's runtime cannot be fetched here: opening the app in the system's Chromium.");
  await ensureSystemPackages(forWindow, say);
  await become(at('test', 'electron-host', 'dist', 'electron'), [at('.')], {
    EHOST_HEADED: '1',
    // Said by the host, which knows when.
    EHOST_OPEN_TEXT: `gatehouse: The window is open. Home: ${home}. Closing the window, or Ctrl+C here, ends Gatehouse.`,
  });
}

async function main() {
  const mode = wantedMode();
  if (!isInstalled()) say('Installing packages (npm ci)');
  await install();
  if (isBuildStale()) {
    say('Building');
    await build();
  }
  if (!hasKeychain()) {
    say('No keychain service found (Debian: libsecret-1-0, gnome-keyring); optional.');
  }
  if (mode === 'window') await openWindow();
  else {
    say('No display: serving headless. Ctrl+C stops.');
    await become(node24, [at('out', 'main', 'cli.js'), 'serve']);
  }
}

stopWithChildren();
main().catch((error) => {
  console.error(`gatehouse: ${error.message}`);
  process.exitCode = 1;
});
