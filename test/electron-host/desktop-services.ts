/** Small services of the desktop: clipboard, displays, global shortcuts, power, and `net`. */
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type Electron from 'electron';
import { notModelled, StrictEmitter, strict } from './strict.ts';

let clipboardText = '';

export const clipboard = strict('clipboard', {
  writeText: async (text: string) => {
    clipboardText = text;
  },
  readText: async () => clipboardText,
  clear: () => {
    clipboardText = '';
  },
}) satisfies Pick<Electron.Clipboard, 'writeText' | 'readText' | 'clear'>;

const size = { width: 1920, height: 1080 };
const workAreaSize = { width: 1920, height: 1050 };
const display = strict('Display', {
  id: 1,
  label: 'stand-in display',
  bounds: { x: 0, y: 0, ...size },
  workArea: { x: 0, y: 0, ...workAreaSize },
  size,
  workAreaSize,
  scaleFactor: 1,
  rotation: 0,
  internal: true,
});

class Screen extends StrictEmitter {
  constructor() {
    super('screen', ['display-added', 'display-removed', 'display-metrics-changed']);
  }
  getPrimaryDisplay() {
    return display;
  }
  getAllDisplays() {
    return [display];
  }
  getDisplayMatching() {
    return display;
  }
  getDisplayNearestPoint() {
    return display;
  }
  getCursorScreenPoint() {
    return { x: 0, y: 0 };
  }
}
export const screen = new Screen();

/** Registered accelerators; a test presses one through `__ehost.pressShortcut`. */
export const shortcuts = new Map<string, () => void>();

export const globalShortcut = strict('globalShortcut', {
  register(accelerator: string, callback: () => void): boolean {
    if (shortcuts.has(accelerator)) return false;
    shortcuts.set(accelerator, callback);
    return true;
  },
  isRegistered: (accelerator: string) => shortcuts.has(accelerator),
  unregister: (accelerator: string) => {
    shortcuts.delete(accelerator);
  },
  unregisterAll: () => shortcuts.clear(),
}) satisfies Pick<
  Electron.GlobalShortcut,
  'register' | 'isRegistered' | 'unregister' | 'unregisterAll'
>;

/** Always awake and idle for no time; tests emit its events. */
class PowerMonitor extends StrictEmitter {
  constructor() {
    super('powerMonitor', [
      'suspend',
      'resume',
      'on-ac',
      'on-battery',
      'shutdown',
      'lock-screen',
      'unlock-screen',
    ]);
  }
  getSystemIdleTime(): number {
    return 0;
  }
  getSystemIdleState(): 'active' {
    return 'active';
  }
  isOnBatteryPower(): boolean {
    return false;
  }
}
export const powerMonitor = new PowerMonitor();

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

async function fetchFile(url: string): Promise<Response> {
  const path = fileURLToPath(url.replace(/[?#].*/s, ''));
  try {
    const type = mediaTypes[extname(path)] ?? 'application/octet-stream';
    return new Response(await readFile(path), { headers: { 'content-type': type } });
  } catch (cause) {
    throw new Error('net::ERR_FILE_NOT_FOUND', { cause });
  }
}

/** `net.fetch` for files, as protocol handlers use it, and for http through Node. */
export const net = strict('net', {
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const url = input instanceof Request ? input.url : String(input);
    if (url.startsWith('file:')) return fetchFile(url);
    if (/^https?:/.test(url)) return fetch(input, init);
    throw notModelled(`net.fetch of ${url}`);
  },
  isOnline: () => true,
});
