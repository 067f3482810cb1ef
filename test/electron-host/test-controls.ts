import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import { shortcuts } from './desktop-services.ts';
import { dialogAnswers, dialogs } from './dialog.ts';
import { Menu } from './menu.ts';
import { nativeTheme } from './native-theme.ts';
import { notifications } from './notification.ts';
import { defaultSession } from './session.ts';
import { shellCalls } from './shell.ts';
import { trays } from './tray.ts';

/**
 * `globalThis.__ehost` in the main process: what the app did to the desktop, and the person's hand.
 * Tests reach it with `electronApp.evaluate(() => globalThis.__ehost…)`.
 */
export const testControls = {
  notifications,
  trays,
  dialogAnswers,
  dialogs,
  shellCalls,
  /** What the app told the desktop about itself: login item, user model id, protocol clients. */
  app: app.record,
  get permissionHandlers() {
    return {
      request: defaultSession.permissionRequestHandler,
      check: defaultSession.permissionCheckHandler,
      device: defaultSession.devicePermissionHandler,
    };
  },
  /** Plain facts of all windows, oldest first; `record` holds calls without a visible effect. */
  windows: () =>
    BrowserWindow.getAllWindows().map((window) => ({
      id: window.id,
      title: window.getTitle(),
      url: window.webContents.getURL(),
      visible: window.isVisible(),
      focused: window.isFocused(),
      minimized: window.isMinimized(),
      alwaysOnTop: window.isAlwaysOnTop(),
      bounds: window.getBounds(),
      record: window.record,
    })),
  applicationMenu: () => Menu.getApplicationMenu(),
  poppedMenu: () => Menu.popped,
  changeSystemTheme: (theme: 'light' | 'dark') => nativeTheme.changeSystem(theme),
  pressShortcut(accelerator: string): void {
    const act = shortcuts.get(accelerator);
    if (!act) throw new Error(`no global shortcut ${accelerator} is registered`);
    act();
  },
  /** Ends the page process of a window, as a crash would. */
  crash(windowId: number): void {
    BrowserWindow.fromId(windowId)?.webContents.forcefullyCrashRenderer();
  },
};

export type TestControls = typeof testControls;

declare global {
  var __ehost: TestControls;
}
