import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication } from 'playwright-core';

/** The folder that stands where Electron's own distribution would. */
export const standInFolder = fileURLToPath(new URL('dist', import.meta.url));

export interface LaunchOptions {
  /** The app's folder, or its main file. */
  readonly app: string;
  readonly args?: readonly string[];
  /** Added to this process's environment; give at least a fresh HOME and XDG_CONFIG_HOME. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Starts an app through Playwright's own Electron support: on the stand-in host, or on the real
 * Electron when GATEHOUSE_REAL_ELECTRON=1 is set.
 */
export function launchElectron({ app, args = [], env = {} }: LaunchOptions) {
  if (process.env['GATEHOUSE_REAL_ELECTRON'] !== '1') {
    process.env['ELECTRON_OVERRIDE_DIST_PATH'] ??= standInFolder;
  }
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[0] !== 'NODE_OPTIONS',
  );
  return _electron.launch({
    args: [app, ...args],
    env: { ...Object.fromEntries(inherited), ...env },
    timeout: 30_000,
  });
}

/**
 * Quits an app and waits for the end of its process. Playwright's own close() answers when Chromium is
 * gone, a moment before: files of the app may then still be in use.
 */
export async function closeElectron(app: ElectronApplication): Promise<void> {
  const child = app.process();
  const ended =
    child.exitCode !== null || child.signalCode !== null
      ? Promise.resolve()
      : new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await app.close();
  await ended;
}

export type { ElectronApplication };
