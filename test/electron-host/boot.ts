/** Starts an app as Electron would: switches, -r preloads, the app's main, Chromium, 'ready'. */
import './module-hook.ts';
import { existsSync, readFileSync, statSync } from 'node:fs';
import inspector from 'node:inspector';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from './app.ts';
import { Chromium } from './chromium.ts';
import { parseCommandLine } from './command-line.ts';
import { endWithParent } from './parent-watch.ts';
import { emulated, runtime } from './runtime.ts';

const [, , parent = '', executable = 'electron', ...args] = process.argv;
const commandLine = parseCommandLine(args);
process.argv = [executable, ...args];

const target = resolve(commandLine.app ?? '.');
const appPath = statSync(target).isFile() ? dirname(target) : target;
const packageFile = join(appPath, 'package.json');
const appPackage = existsSync(packageFile) ? JSON.parse(readFileSync(packageFile, 'utf8')) : {};
const main = target === appPath ? join(appPath, appPackage.main ?? 'index.js') : target;

runtime.config = {
  appPath,
  name: appPackage.productName ?? appPackage.name ?? 'Electron',
  version: appPackage.version ?? emulated.electron,
  switches: commandLine.switches,
  packaged: process.env['EHOST_PACKAGED'] === '1',
};
app.name = runtime.config.name;
app.isPackaged = runtime.config.packaged;
describeProcess();
endWithParent(Number(parent), () => app.quit());

if (commandLine.inspectPort !== undefined) inspector.open(commandLine.inspectPort);
const require = createRequire(packageFile);
for (const file of commandLine.requires) require(resolve(file));

try {
  await import(pathToFileURL(main).href);
} catch (error) {
  console.error('App threw an error during load');
  console.error(error);
  process.exit(1);
}
await startChromium();

async function startChromium(): Promise<void> {
  if (runtime.quitting) return;
  const headed = process.env['EHOST_HEADED'] === '1' && Boolean(process.env['DISPLAY']);
  const chromium = await Chromium.launch({ headed, switches: chromiumSwitches() });
  runtime.chromiumStarted(chromium);
  chromium.onGone(() => {
    if (runtime.quitting) return;
    console.error('Chromium ended unexpectedly.');
    app.exit(70);
  });
  if (commandLine.switches.has('remote-debugging-port')) {
    console.error(`DevTools listening on ${chromium.url}`);
  }
  app.becomeReady();
}

/** Of the app's and the command line's switches, those that Chromium may have. */
function chromiumSwitches(): string[] {
  const own = ['inspect', 'remote-debugging-port', 'no-sandbox', 'user-data-dir'];
  const all = new Map([...commandLine.switches, ...app.commandLine.appended()]);
  const lang = all.get('lang');
  return [
    ...[...all]
      .filter(([name]) => !own.includes(name))
      .map(([name, value]) => (value ? `--${name}=${value}` : `--${name}`)),
    ...(lang ? [`--accept-lang=${lang}`] : []),
  ];
}

/** The fields of `process` by which an app knows that it runs in Electron. */
function describeProcess(): void {
  const versions = Object.freeze({ ...process.versions, ...emulated });
  const resources = runtime.config.packaged ? dirname(appPath) : join(appPath, 'resources');
  Object.defineProperty(process, 'versions', { value: versions });
  Object.assign(process, { type: 'browser', resourcesPath: resources });
  if (!runtime.config.packaged) Object.assign(process, { defaultApp: true });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => app.quit());
}
