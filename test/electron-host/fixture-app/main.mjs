// A small app for the host's contract tests, written by hand as an app's built output would be.
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { app, BrowserWindow, ipcMain, Menu, nativeImage, protocol, session, Tray } from 'electron';

const here = import.meta.dirname;
const types = { '.html': 'text/html', '.js': 'text/javascript' };
const policy = "default-src 'none'; script-src 'self'; connect-src 'self' app:; img-src 'self'";

protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
]);

globalThis.seen = [];
const note = (...what) => globalThis.seen.push(what);
for (const name of ['before-quit', 'will-quit', 'quit', 'window-all-closed', 'ready']) {
  app.on(name, () => console.log(`event ${name}`));
}
app.on('second-instance', (_event, argv, cwd, data) => note('second-instance', argv, cwd, data));

if (!app.requestSingleInstanceLock({ from: process.pid })) {
  console.log('another instance runs');
  app.quit();
} else {
  app.whenReady().then(start);
}

globalThis.openWindow = (options = {}, url = 'app://bundle/index.html') => {
  const window = new BrowserWindow({
    width: 640,
    height: 480,
    show: false,
    ...options,
    webPreferences: { preload: join(here, 'preload.cjs'), sandbox: true },
  });
  window.once('ready-to-show', () => note('ready-to-show'));
  window.webContents.setWindowOpenHandler(({ url: asked }) => {
    note('window-open', asked);
    return { action: 'deny' };
  });
  window.webContents.on('will-navigate', (event, to) => {
    note('will-navigate', to);
    if (!to.startsWith('app://bundle/')) event.preventDefault();
  });
  window.webContents.on('before-input-event', (_event, { type, key, shift }) =>
    note('key', type, key, shift),
  );
  window.webContents.on('render-process-gone', (_event, { reason }) => note('gone', reason));
  window.webContents.on('preload-error', (_event, _file, error) => note('preload', error.message));
  const loaded = window.loadURL(url);
  return { window, loaded };
};

async function start() {
  protocol.handle('app', async (request) => {
    const { pathname } = new URL(request.url);
    note('asked', request.url);
    const body = await readFile(join(here, pathname)).catch(() => undefined);
    if (body === undefined) return new Response('none', { status: 404 });
    return new Response(body, {
      headers: { 'content-type': types[extname(pathname)], 'content-security-policy': policy },
    });
  });
  session.defaultSession.setPermissionCheckHandler((_contents, permission, origin) => {
    note('permission', permission, origin);
    return false;
  });
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) =>
    answer(false),
  );
  ipcMain.handle('echo', (event, value) => {
    note('echo', event.senderFrame.url, event.sender.id);
    return value;
  });
  ipcMain.handle('fail', () => {
    throw new TypeError('no such thing');
  });
  ipcMain.on('say', (event, text) => event.reply('said', `${text}!`));
  const tray = new Tray(nativeImage.createEmpty());
  tray.setToolTip('Fixture');
  tray.setContextMenu(
    Menu.buildFromTemplate([{ id: 'greet', label: 'Greet', click: () => note('greeted') }]),
  );
  if (!app.commandLine.hasSwitch('no-window')) globalThis.openWindow({ show: true });
}
