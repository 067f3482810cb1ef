import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closeElectron, launchElectron } from '../../electron-host/launch.ts';
// Declares globalThis.__ehost for code that runs in the app.
import type {} from '../../electron-host/test-controls.ts';

export const fixtureApp = fileURLToPath(
  new URL('../../electron-host/fixture-app', import.meta.url),
);

declare global {
  /** What the fixture app has noted. */
  var seen: unknown[][];
  var openWindow: (
    options?: object,
    url?: string,
  ) => { window: Electron.BrowserWindow; loaded: Promise<void> };
}

/** A fresh home for one app, and the environment that points to it. */
export function freshHome() {
  const folder = mkdtempSync(join(tmpdir(), 'ehost-test-'));
  return {
    folder,
    env: { HOME: folder, XDG_CONFIG_HOME: join(folder, 'config'), TMPDIR: folder },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** The fixture app under Playwright, in a fresh home. */
export async function startFixture(args: readonly string[] = [], env: Record<string, string> = {}) {
  const home = freshHome();
  const app = await launchElectron({ app: fixtureApp, args, env: { ...home.env, ...env } });
  return {
    app,
    home: home.folder,
    async stop() {
      await closeElectron(app);
      home.remove();
    },
  };
}
