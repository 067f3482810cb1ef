import { join } from 'node:path';
import type { BrowserWindow } from 'electron';
import type { Log } from '../kernel/log.ts';
import { APP_ORIGIN, pageUrl } from './app-url.ts';
import { openWindow } from './open-window.ts';
import { readWindowPlace, writeWindowPlace } from './window-place-file.ts';

export interface MainWindow {
  readonly window: BrowserWindow;
  show(): void;
  /** Shows one server's page. */
  showServer(id: string): void;
  close(): void;
}

/** The main window. `onClose` is asked when a person closes it; the window itself then stays. */
export function createMainWindow(parts: {
  readonly out: string;
  readonly assets: string;
  readonly log: Log;
  /** Where its size and place are kept between runs. */
  readonly placeFile: string;
  readonly quitting: () => boolean;
  readonly onClose: () => void;
}): MainWindow {
  const window = openWindow({
    role: 'app',
    out: parts.out,
    log: parts.log,
    onCrash: () => {},
    options: {
      title: 'Gatehouse',
      icon: join(parts.assets, 'icon.png'),
      minWidth: 640,
      minHeight: 480,
      ...readWindowPlace(parts.placeFile),
    },
  });
  const show = () => {
    if (window.isDestroyed()) return;
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  };
  window.once('ready-to-show', show);
  window.on('close', (event) => {
    if (!window.isMinimized() && !window.isMaximized())
      writeWindowPlace(parts.placeFile, window.getBounds(), parts.log);
    if (parts.quitting()) return;
    event.preventDefault();
    parts.onClose();
  });
  return {
    window,
    show,
    showServer: (id) => {
      show();
      const url = `${pageUrl('index')}#/mcp/${encodeURIComponent(id)}`;
      // Only the part after # differs, so the page stays and moves to its place.
      if (window.webContents.getURL().startsWith(APP_ORIGIN)) void window.loadURL(url);
    },
    close: () => {
      if (!window.isDestroyed()) window.destroy();
    },
  };
}
