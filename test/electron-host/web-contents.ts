import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Protocol } from '../../node_modules/playwright-core/types/protocol.d.ts';
import type { BrowserWindow } from './browser-window.ts';
import type { CdpMethod } from './cdp.ts';
import type { Size } from './chromium.ts';
import { eventMessage, type HostMessage, IpcMain } from './ipc.ts';
import { NativeImage } from './native-image.ts';
import { nativeTheme } from './native-theme.ts';
import {
  checkPreferences,
  openPage,
  setColorScheme,
  setSize,
  type WebPreferences,
} from './page-setup.ts';
import { PageState } from './page-state.ts';
import { applyPermissions } from './permissions.ts';
import { schemeUrls } from './protocol.ts';
import { debug, runtime } from './runtime.ts';
import { withoutHash } from './scheme-urls.ts';
import { defaultSession } from './session.ts';
import { preventable, StrictEmitter } from './strict.ts';
import { webContentsEvents } from './web-contents-events.ts';
import { topFrameOf, type WebFrame } from './web-frame.ts';

let lastId = 0;

/** One page: its loading state, its messages, its preload. */
export class WebContents extends StrictEmitter {
  readonly id = ++lastId;
  readonly session = defaultSession;
  readonly ipc = new IpcMain();
  readonly preferences: WebPreferences;
  readonly opened: Promise<void>;
  owner: BrowserWindow | null = null;
  readonly mainFrame: WebFrame;
  private readonly page: PageState;
  private targetId = '';
  private sessionId = '';
  private destroyed = false;
  private devTools = false;
  private loadsBefore: Promise<unknown> = Promise.resolve();
  private readonly ownLoads = new Set<string>();

  constructor(preferences: WebPreferences, size: Size) {
    super('webContents', webContentsEvents);
    checkPreferences(preferences);
    const chromium = runtime.chromium;
    this.preferences = preferences;
    this.page = new PageState(this);
    this.mainFrame = topFrameOf(this);
    runtime.contents.add(this);
    const options = { size, preferences, colorScheme: nativeTheme.colorScheme };
    this.opened = openPage(chromium, options, ({ targetId, sessionId }) => {
      this.targetId = targetId;
      this.sessionId = sessionId;
      chromium.cdp.listen(sessionId, (event) => this.page.receive(event));
      chromium.cdp.listen('', (event) => {
        const gone = event.method === 'Target.targetDestroyed' && event.params.targetId;
        if (gone === targetId) this.owner?.pageGone();
      });
    }).then(({ mainFrameId }) => {
      this.page.mainFrameId = mainFrameId;
    });
    this.opened.catch((error) => {
      if (!this.destroyed) console.error('Cannot open a page:', error);
    });
  }

  static getAllWebContents(): WebContents[] {
    return [...runtime.contents];
  }
  static fromId(id: number): WebContents | undefined {
    return [...runtime.contents].find((one) => one.id === id);
  }
  static fromDevToolsTargetId(targetId: string): WebContents | undefined {
    return [...runtime.contents].find((one) => one.targetId === targetId);
  }
  static getFocusedWebContents(): WebContents | null {
    return runtime.focused?.webContents ?? null;
  }

  /** Sends a DevTools command to this page. */
  command<M extends CdpMethod>(
    method: M,
    params?: Parameters<typeof runtime.chromium.cdp.send<M>>[1],
  ) {
    return runtime.chromium.cdp.send(method, params, this.sessionId);
  }

  async loadURL(url: string): Promise<void> {
    const pageUrl = await this.prepareLoad(url);
    this.page.loading = true;
    this.ownLoads.add(withoutHash(pageUrl));
    this.emit('did-start-loading');
    const finished = new Promise<boolean>((done) => {
      this.once('did-finish-load', () => done(true));
      this.once('destroyed', () => done(false));
    });
    const navigation = this.command('Page.navigate', { url: pageUrl }).catch((error) => {
      debug('navigate', error);
      return { errorText: 'ERR_FAILED', loaderId: '' };
    });
    const { errorText, loaderId } = await navigation;
    if (loaderId === undefined && errorText === undefined) {
      // Only the part after # has changed: the document stays, and nothing loads.
      this.page.url = pageUrl;
      this.page.loading = false;
      this.ownLoads.delete(withoutHash(pageUrl));
      this.emit('did-stop-loading');
      return;
    }
    const failure = errorText ?? ((await finished) ? undefined : 'ERR_FAILED');
    if (failure === undefined) return;
    this.page.loading = false;
    this.ownLoads.delete(withoutHash(pageUrl));
    const code = failure.replace(/^net::/, '');
    if (!this.destroyed) this.emit('did-fail-load', preventable(), -2, code, url, true, 1, 1);
    throw Object.assign(new Error(`${code} (-2) loading '${url}'`), { code, errno: -2, url });
  }

  loadFile(file: string, options: { query?: Record<string, string>; hash?: string } = {}) {
    const url = pathToFileURL(resolve(runtime.config.appPath, file));
    url.search = new URLSearchParams(options.query).toString();
    url.hash = options.hash ?? '';
    return this.loadURL(url.href);
  }

  reload(): void {
    this.page.crashed = false;
    if (this.page.url) this.ownLoads.add(withoutHash(this.page.url));
    this.command('Page.reload').catch((error) => debug('reload', error));
  }

  get mainFrameId(): string {
    return this.page.mainFrameId;
  }
  getURL(): string {
    return schemeUrls.fromPage(this.page.url);
  }
  getTitle(): string {
    return this.page.title;
  }
  getType(): 'window' {
    return 'window';
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  isLoading(): boolean {
    return this.page.loading;
  }
  isCrashed(): boolean {
    return this.page.crashed;
  }
  isFocused(): boolean {
    return runtime.focused?.webContents === this;
  }
  focus(): void {
    this.owner?.focus();
  }
  close(): void {
    this.owner?.close();
  }

  send(channel: string, ...values: unknown[]): void {
    if (this.destroyed) throw new TypeError('Object has been destroyed');
    this.deliver(eventMessage(channel, values));
  }

  /** A message for a page that has no preload yet is lost, as in Electron. */
  deliver(message: HostMessage): void {
    if (this.destroyed || !this.page.worldId) return;
    this.command('Runtime.evaluate', {
      expression: `__ehostDeliver(${JSON.stringify(JSON.stringify(message))})`,
      uniqueContextId: this.page.worldId,
    }).catch((error) => debug('deliver', error));
  }

  async executeJavaScript(code: string, userGesture = false): Promise<unknown> {
    await this.opened;
    const { result, exceptionDetails } = await this.command('Runtime.evaluate', {
      expression: code,
      awaitPromise: true,
      returnByValue: true,
      userGesture,
    });
    if (exceptionDetails) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    }
    return result.value;
  }

  async capturePage(): Promise<NativeImage> {
    await this.opened;
    const { data } = await this.command('Page.captureScreenshot', { format: 'png' });
    return new NativeImage(Buffer.from(data, 'base64'));
  }

  setWindowOpenHandler(handler: NonNullable<PageState['windowOpenHandler']>): void {
    this.page.windowOpenHandler = handler;
  }

  /** Ends the page's process, as a crash would; `reload()` brings the page back. */
  forcefullyCrashRenderer(): void {
    this.command('Page.crash').catch((error) => debug('crash', error));
  }

  openDevTools(): void {
    this.devTools = true;
    this.emit('devtools-opened');
  }
  closeDevTools(): void {
    this.devTools = false;
    this.emit('devtools-closed');
  }
  toggleDevTools(): void {
    if (this.devTools) this.closeDevTools();
    else this.openDevTools();
  }
  isDevToolsOpened(): boolean {
    return this.devTools;
  }

  applyColorScheme(colorScheme: 'light' | 'dark'): void {
    this.afterOpening(() => setColorScheme(this.command.bind(this), colorScheme));
  }

  applySize(size: Size): void {
    this.afterOpening(() => setSize(this.command.bind(this), size));
  }

  /** The window has gone: closes the page if Chromium still shows it. */
  dispose(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    runtime.contents.delete(this);
    this.opened
      .then(() => runtime.chromium.cdp.send('Target.closeTarget', { targetId: this.targetId }))
      .catch((error) => debug('close target', error));
    this.emit('destroyed');
  }

  bringToFront(): void {
    this.afterOpening(() =>
      runtime.chromium.cdp.send('Target.activateTarget', { targetId: this.targetId }),
    );
  }

  /** Headed: moves the real window, or puts it out of sight. */
  async placeWindow(state: 'normal' | 'minimized', bounds: Protocol.Browser.Bounds): Promise<void> {
    await this.opened;
    const { cdp } = runtime.chromium;
    const { windowId } = await cdp.send('Browser.getWindowForTarget', { targetId: this.targetId });
    await cdp.send('Browser.setWindowBounds', { windowId, bounds: { windowState: state } });
    if (state === 'normal') await cdp.send('Browser.setWindowBounds', { windowId, bounds });
  }

  /** True, once, for the document that the app itself asked to load. */
  isOwnLoad(pageUrl: string): boolean {
    return this.ownLoads.delete(withoutHash(pageUrl));
  }

  /** A debugger (Playwright) reloads the page; a reload that the page asks for is announced first. */
  async isReloadFromOutside(pageUrl: string): Promise<boolean> {
    if (withoutHash(this.page.url) !== withoutHash(pageUrl)) return false;
    return !(await this.page.hasAskedFor(withoutHash(pageUrl)));
  }

  /** Loads begin in the order in which they were asked for: the last one wins, as in Electron. */
  private prepareLoad(url: string): Promise<string> {
    const prepared = this.loadsBefore.then(async () => {
      await this.opened;
      const pageUrl = schemeUrls.toPage(url);
      await applyPermissions(this, pageUrl);
      return pageUrl;
    });
    this.loadsBefore = prepared.catch((error) => debug('load', url, error));
    return prepared;
  }

  private afterOpening(act: () => Promise<unknown>): void {
    this.opened.then(act).catch((error) => debug('page command', error));
  }
}
