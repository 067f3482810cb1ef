/** The module that an app gets for `import … from 'electron'` in its main process. */
import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import { clipboard, globalShortcut, net, powerMonitor, screen } from './desktop-services.ts';
import { dialog } from './dialog.ts';
import { ipcMain } from './ipc.ts';
import { Menu, MenuItem } from './menu.ts';
import { nativeImage } from './native-image.ts';
import { nativeTheme } from './native-theme.ts';
import { Notification } from './notification.ts';
import { protocol } from './protocol.ts';
import { session } from './session.ts';
import { shell } from './shell.ts';
import { strict, unmodelledModule } from './strict.ts';
import { testControls } from './test-controls.ts';
import { Tray } from './tray.ts';
import { WebContents } from './web-contents.ts';

globalThis.__ehost = testControls;

const webContents = strict('webContents', {
  getAllWebContents: () => WebContents.getAllWebContents(),
  getFocusedWebContents: () => WebContents.getFocusedWebContents(),
  fromId: (id: number) => WebContents.fromId(id),
  fromDevToolsTargetId: (id: string) => WebContents.fromDevToolsTargetId(id),
});
const CheckedBrowserWindow = strict('BrowserWindow', BrowserWindow);
const CheckedMenu = strict('Menu', Menu);
const CheckedNotification = strict('Notification', Notification);

const autoUpdater = unmodelledModule('autoUpdater');
const BaseWindow = unmodelledModule('BaseWindow');
const BrowserView = unmodelledModule('BrowserView');
const contentTracing = unmodelledModule('contentTracing');
const crashReporter = unmodelledModule('crashReporter');
const desktopCapturer = unmodelledModule('desktopCapturer');
const ImageView = unmodelledModule('ImageView');
const inAppPurchase = unmodelledModule('inAppPurchase');
const MessageChannelMain = unmodelledModule('MessageChannelMain');
const netLog = unmodelledModule('netLog');
const parentPort = unmodelledModule('parentPort');
const powerSaveBlocker = unmodelledModule('powerSaveBlocker');
const pushNotifications = unmodelledModule('pushNotifications');
const safeStorage = unmodelledModule('safeStorage');
const ShareMenu = unmodelledModule('ShareMenu');
const systemPreferences = unmodelledModule('systemPreferences');
const TouchBar = unmodelledModule('TouchBar');
const utilityProcess = unmodelledModule('utilityProcess');
const View = unmodelledModule('View');
const webFrameMain = unmodelledModule('webFrameMain');
const WebContentsView = unmodelledModule('WebContentsView');

const electron = strict('electron', {
  app,
  autoUpdater,
  BaseWindow,
  BrowserView,
  BrowserWindow: CheckedBrowserWindow,
  clipboard,
  contentTracing,
  crashReporter,
  desktopCapturer,
  dialog,
  globalShortcut,
  ImageView,
  inAppPurchase,
  ipcMain,
  Menu: CheckedMenu,
  MenuItem,
  MessageChannelMain,
  nativeImage,
  nativeTheme,
  net,
  netLog,
  Notification: CheckedNotification,
  parentPort,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  pushNotifications,
  safeStorage,
  screen,
  session,
  ShareMenu,
  shell,
  systemPreferences,
  TouchBar,
  Tray,
  utilityProcess,
  View,
  webContents,
  webFrameMain,
  WebContentsView,
});

export default electron;
export {
  app,
  autoUpdater,
  BaseWindow,
  BrowserView,
  CheckedBrowserWindow as BrowserWindow,
  CheckedMenu as Menu,
  CheckedNotification as Notification,
  clipboard,
  contentTracing,
  crashReporter,
  desktopCapturer,
  dialog,
  // What `require('electron')` gives.
  electron as 'module.exports',
  globalShortcut,
  ImageView,
  inAppPurchase,
  ipcMain,
  MenuItem,
  MessageChannelMain,
  nativeImage,
  nativeTheme,
  net,
  netLog,
  parentPort,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  pushNotifications,
  ShareMenu,
  safeStorage,
  screen,
  session,
  shell,
  systemPreferences,
  TouchBar,
  Tray,
  utilityProcess,
  View,
  WebContentsView,
  webContents,
  webFrameMain,
};
