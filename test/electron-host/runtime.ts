import type { BrowserWindow } from './browser-window.ts';
import type { Chromium } from './chromium.ts';
import type { WebContents } from './web-contents.ts';

/** The versions that this host stands in for; process.versions shows them. */
export const emulated = { electron: '45.5.0', chrome: '156.0.8078.109' } as const;

export interface AppConfig {
  readonly appPath: string;
  readonly name: string;
  readonly version: string;
  readonly switches: ReadonlyMap<string, string>;
  readonly packaged: boolean;
}

/** What all modules of one running host share. */
class Runtime {
  config: AppConfig = {
    appPath: process.cwd(),
    name: 'Electron',
    version: emulated.electron,
    switches: new Map(),
    packaged: false,
  };
  ready = false;
  quitting = false;
  readonly windows = new Map<number, BrowserWindow>();
  readonly contents = new Set<WebContents>();
  focused: BrowserWindow | null = null;
  private running: Chromium | undefined;

  get chromium(): Chromium {
    if (this.running) return this.running;
    throw new Error('Cannot create BrowserWindow before app is ready');
  }

  get chromiumIfRunning(): Chromium | undefined {
    return this.running;
  }

  chromiumStarted(chromium: Chromium): void {
    this.running = chromium;
  }
}

export const runtime = new Runtime();

const verbose = process.env['EHOST_DEBUG'] === '1';

/** Speaks on stderr when EHOST_DEBUG=1. */
export function debug(...what: unknown[]): void {
  if (verbose) console.error('[electron-host]', ...what);
}

/** Tells a person at a headed window what the stand-in cannot show. */
export function tellPerson(text: string): void {
  if (runtime.chromiumIfRunning?.headed) console.error(`[stand-in host] ${text}`);
}

let openText = process.env['EHOST_OPEN_TEXT'];

/** Says what EHOST_OPEN_TEXT holds once, when a person first sees a window. */
export function windowIsOpen(): void {
  if (openText !== undefined) console.log(openText);
  openText = undefined;
}
