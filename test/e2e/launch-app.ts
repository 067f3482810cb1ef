import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ElectronApplication, Page } from 'playwright-core';
import type { Bridge } from '../../src-preload/contract/bridge.ts';
import { closeElectron, launchElectron } from '../electron-host/launch.ts';
// Declares globalThis.__ehost for code that runs in the app.
import type {} from '../electron-host/test-controls.ts';

/** The repository, whose package.json names the built app. */
export const repository = fileURLToPath(new URL('../..', import.meta.url));

declare global {
  interface Window {
    readonly gatehouse: Bridge<'app'> & Bridge<'approval'>;
  }
}

/** A person's computer: fresh folders for everything, gone afterwards. */
export function freshComputer() {
  const folder = mkdtempSync(join(tmpdir(), 'gh-e2e-'));
  const home = join(folder, 'home');
  const files = join(folder, 'files');
  for (const path of [home, files]) mkdirSync(path, { mode: 0o700 });
  // Another worker's app listens at the usual port.
  const worker = process.env['VITEST_POOL_ID'];
  if (worker !== undefined) {
    const settings = JSON.stringify({ gateway: { port: 27_420 + Number(worker) } });
    writeFileSync(join(home, 'settings.json'), settings, { mode: 0o600 });
  }
  return {
    folder,
    /** $GATEHOUSE_HOME */
    home,
    /** A folder with things in it. */
    files,
    env: {
      HOME: folder,
      TMPDIR: folder,
      XDG_CONFIG_HOME: join(folder, 'config'),
      XDG_DATA_HOME: join(folder, 'data'),
      XDG_RUNTIME_DIR: folder,
      GATEHOUSE_HOME: home,
      LANG: 'en_US.UTF-8',
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
export type Computer = ReturnType<typeof freshComputer>;

export interface TestApp {
  readonly app: ElectronApplication;
  readonly main: Page;
  readonly approval: Page;
  readonly computer: Computer;
  /** What went wrong in the pages: uncaught errors and what the console calls an error. */
  readonly errors: readonly string[];
  close(): Promise<void>;
}

/** The built app under Playwright, both windows loaded. */
export async function launchGatehouse(
  computer: Computer,
  args: readonly string[] = [],
): Promise<TestApp> {
  const app = await launchElectron({
    app: repository,
    args: ['--lang=en-US', ...args],
    env: computer.env,
  });
  const main = await pageOf(app, 'index');
  const approval = await pageOf(app, 'approval');
  const errors: string[] = [];
  for (const page of [main, approval]) {
    page.setDefaultTimeout(15_000);
    page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
  }
  return { app, main, approval, computer, errors, close: () => closeElectron(app) };
}

/** A window is there before its page is, so looks again until one shows the page. */
async function pageOf(app: ElectronApplication, name: string): Promise<Page> {
  const find = () => app.windows().find((page) => page.url().endsWith(`/${name}.html`));
  for (let waited = 0; find() === undefined && waited < 20_000; waited += 50) await delay(50);
  const page = find();
  if (page === undefined) throw new Error(`no window shows ${name}.html`);
  await page.waitForLoadState('load');
  return page;
}

/** Facts of one window as the main process has them. */
export const windowFacts = (app: ElectronApplication, page: 'index' | 'approval') =>
  app.evaluate(({ BrowserWindow }, name) => {
    const window = BrowserWindow.getAllWindows().find((one) =>
      one.webContents.getURL().startsWith(`app://bundle/${name}.html`),
    );
    if (window === undefined) return null;
    return {
      id: window.id,
      visible: window.isVisible(),
      focused: window.isFocused(),
      onTop: window.isAlwaysOnTop(),
    };
  }, page);

/** Processes that run with this computer's folder in their command line or environment. */
export function processesOf({ folder }: Computer): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
        return command.includes(folder) || environment.includes(`GATEHOUSE_HOME=${folder}`)
          ? [`${pid} ${command}`]
          : [];
      } catch {
        return []; // ended meanwhile
      }
    });
}

/** What an owner leaves in a home while it lives. */
export const ownerTraces = ({ home }: Computer): string[] =>
  ['owner.json', 'admin.sock'].filter((name) => existsSync(join(home, 'state', name)));

/** Playwright meets the folder dialog with this answer, on any Electron. */
export const answerFolderDialog = (app: ElectronApplication, folder: string) =>
  app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
  }, folder);
