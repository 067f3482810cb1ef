import { join } from 'node:path';
import { BrowserWindow, type BrowserWindowConstructorOptions, nativeTheme } from 'electron';
import type { Log } from '../kernel/log.ts';
import { pageUrl } from './app-url.ts';
import { createCrashCount } from './crash-count.ts';
import { PAGES, type WindowRole } from './sender.ts';

const PRELOADS: Readonly<Record<WindowRole, string>> = {
  app: 'preload.cjs',
  approval: 'approval-preload.cjs',
};
const PAPER = { light: '#ffffff', dark: '#17191d' };

export interface WindowParts {
  readonly role: WindowRole;
  /** The folder that holds `preload/` and `renderer/`. */
  readonly out: string;
  readonly options: BrowserWindowConstructorOptions;
  readonly log: Log;
  /** The page's process has ended; it is loaded again unless it crashes without end. */
  readonly onCrash: () => void;
}

/** A window on one of our pages, in the sandbox, hidden until someone shows it. */
export function openWindow({ role, out, options, log, onCrash }: WindowParts): BrowserWindow {
  const window = new BrowserWindow({
    ...options,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? PAPER.dark : PAPER.light,
    webPreferences: {
      preload: join(out, 'preload', PRELOADS[role]),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  });
  const { webContents } = window;
  const crashes = createCrashCount(() => Date.now());
  webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    log.error('a window crashed', { role, reason });
    onCrash();
    if (crashes.mayReload() && !window.isDestroyed()) webContents.reload();
  });
  webContents.on('preload-error', (_event, path, error) =>
    log.error('a preload failed', { role, path, error: error.message }),
  );
  window.loadURL(pageUrl(PAGES[role])).catch((error: unknown) => {
    if (!window.isDestroyed()) log.error('a page did not load', { role, error: String(error) });
  });
  return window;
}
