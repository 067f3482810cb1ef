import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from './app.ts';
import type { BrowserWindow } from './browser-window.ts';
import type { CdpEvent, CdpMethod } from './cdp.ts';
import type { Size } from './chromium.ts';
import { eventMessage, type HostMessage, IpcMain, receiveFromPage } from './ipc.ts';
import { NativeImage } from './native-image.ts';
import { nativeTheme } from './native-theme.ts';
import {
  checkPreferences,
  openPage,
  setColorScheme,
  setSize,
  type WebPreferences,
} from './page-setup.ts';
import { applyPermissions } from './permissions.ts';
import { schemeUrls } from './protocol.ts';
import { decideRequest } from './requests.ts';
import { debug, runtime } from './runtime.ts';
import { defaultSession } from './session.ts';
import { notModelled, preventable, StrictEmitter, strict } from './strict.ts';
import { ipcBinding, isolatedWorld } from './worlds.ts';

const events = [
  // emitted by the host
  'console-message',
  'destroyed',
  'devtools-closed',
  'devtools-opened',
  'did-fail-load',
  'did-finish-load',
  'did-navigate',
  'did-navigate-in-page',
  'did-start-loading',
  'did-stop-loading',
  'dom-ready',
  'host-first-paint',
  'ipc-message',
  'page-title-updated',
  'preload-error',
  'render-process-gone',
  'will-frame-navigate',
  'will-navigate',
  // never come by themselves here; a test may emit them
  'before-input-event',
  'certificate-error',
  'context-menu',
  'responsive',
  'unresponsive',
  'will-attach-webview',
  'will-redirect',
];

type WindowOpenHandler = (details: { url: string; frameName: string; features: string }) => {
  readonly action: 'allow' | 'deny';
};

const tagPage = 'data:text/html,';
let lastId = 0;

/** One page: its loading state, its messages, its preload. */
export class WebContents extends StrictEmitter {
  readonly id = ++lastId;
  readonly session = defaultSession;
  readonly ipc = new IpcMain();
  readonly preferences: WebPreferences;
  readonly opened: Promise<void>;
  owner: BrowserWindow | null = null;
  mainFrameId = '';
  private targetId = '';
  private sessionId = '';
  private worldId = '';
  private url = '';
  private title = '';
  private loading = false;
  private crashed = false;
  private destroyed = false;
  private devTools = false;
  private windowOpenHandler: WindowOpenHandler | null = null;
  private readonly ownLoads = new Set<string>();
  private readonly topFrame: ReturnType<typeof frameOf>;

  constructor(preferences: WebPreferences, size: Size) {
    super('webContents', events);
    checkPreferences(preferences);
    const chromium = runtime.chromium;
    this.preferences = preferences;
    this.topFrame = frameOf(this);
    runtime.contents.add(this);
    const options = { size, preferences, colorScheme: nativeTheme.colorScheme };
    this.opened = openPage(chromium, options, ({ targetId, sessionId }) => {
      this.targetId = targetId;
      this.sessionId = sessionId;
      chromium.cdp.listen(sessionId, (event) => this.onPageEvent(event));
      chromium.cdp.listen('', (event) => {
        const gone = event.method === 'Target.targetDestroyed' && event.params.targetId;
        if (gone === targetId) this.owner?.pageGone();
      });
    }).then(({ mainFrameId }) => {
      this.mainFrameId = mainFrameId;
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
    await this.opened;
    const pageUrl = schemeUrls.toPage(url);
    await applyPermissions(this, pageUrl);
    this.loading = true;
    this.ownLoads.add(pageUrl);
    this.emit('did-start-loading');
    const finished = new Promise<void>((done) => this.once('did-finish-load', () => done()));
    const { errorText } = await this.command('Page.navigate', { url: pageUrl });
    if (errorText !== undefined) {
      this.loading = false;
      this.ownLoads.delete(pageUrl);
      const code = errorText.replace(/^net::/, '');
      this.emit('did-fail-load', preventable(), -2, code, url, true, 1, 1);
      throw Object.assign(new Error(`${code} (-2) loading '${url}'`), { code, errno: -2, url });
    }
    await finished;
  }

  loadFile(file: string, options: { query?: Record<string, string>; hash?: string } = {}) {
    const url = pathToFileURL(resolve(runtime.config.appPath, file));
    url.search = new URLSearchParams(options.query).toString();
    url.hash = options.hash ?? '';
    return this.loadURL(url.href);
  }

  reload(): void {
    this.crashed = false;
    if (this.url) this.ownLoads.add(this.url.replace(/#.*/s, ''));
    this.command('Page.reload').catch((error) => debug('reload', error));
  }

  getURL(): string {
    return schemeUrls.fromPage(this.url);
  }
  getTitle(): string {
    return this.title;
  }
  getType(): 'window' {
    return 'window';
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  isLoading(): boolean {
    return this.loading;
  }
  isCrashed(): boolean {
    return this.crashed;
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

  get mainFrame(): ReturnType<typeof frameOf> {
    return this.topFrame;
  }

  send(channel: string, ...values: unknown[]): void {
    if (this.destroyed) throw new TypeError('Object has been destroyed');
    this.deliver(eventMessage(channel, values));
  }

  /** A message for a page that has no preload yet is lost, as in Electron. */
  deliver(message: HostMessage): void {
    if (this.destroyed || !this.worldId) return;
    this.command('Runtime.evaluate', {
      expression: `__ehostDeliver(${JSON.stringify(JSON.stringify(message))})`,
      uniqueContextId: this.worldId,
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

  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.windowOpenHandler = handler;
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
  async placeWindow(state: 'normal' | 'minimized', bounds: Partial<Size>): Promise<void> {
    await this.opened;
    const { cdp } = runtime.chromium;
    const { windowId } = await cdp.send('Browser.getWindowForTarget', { targetId: this.targetId });
    await cdp.send('Browser.setWindowBounds', { windowId, bounds: { windowState: state } });
    if (state === 'normal') await cdp.send('Browser.setWindowBounds', { windowId, bounds });
  }

  /** True, once, for the document that the app itself asked to load. */
  isOwnLoad(pageUrl: string): boolean {
    return this.ownLoads.delete(pageUrl.replace(/#.*/s, '')) || this.ownLoads.delete(pageUrl);
  }

  private afterOpening(act: () => Promise<unknown>): void {
    this.opened.then(act).catch((error) => debug('page command', error));
  }

  private onPageEvent(event: CdpEvent): void {
    switch (event.method) {
      case 'Runtime.executionContextCreated': {
        const { name, uniqueId, auxData } = event.params.context;
        const isTop = !this.mainFrameId || auxData?.['frameId'] === this.mainFrameId;
        if (name === isolatedWorld && isTop) this.worldId = uniqueId;
        return;
      }
      case 'Runtime.bindingCalled':
        if (event.params.name !== ipcBinding) return;
        receiveFromPage(this, JSON.parse(event.params.payload)).catch((error) =>
          process.nextTick(() => {
            throw error;
          }),
        );
        return;
      case 'Fetch.requestPaused':
        decideRequest(this, event.params).catch((error) =>
          debug('request', event.params.request.url, error),
        );
        return;
      case 'Page.frameNavigated': {
        const { parentId, url, urlFragment } = event.params.frame;
        if (parentId === undefined) this.onNavigated(url + (urlFragment ?? ''));
        return;
      }
      case 'Page.navigatedWithinDocument':
        if (event.params.frameId !== this.mainFrameId) return;
        this.url = event.params.url;
        this.emit('did-navigate-in-page', preventable(), this.getURL(), true, 1, 1);
        return;
      case 'Page.lifecycleEvent':
        if (event.params.frameId === this.mainFrameId) this.onLifecycle(event.params.name);
        return;
      case 'Page.windowOpen':
        this.onWindowOpen(event.params);
        return;
      case 'Page.javascriptDialogOpening':
        this.command('Page.handleJavaScriptDialog', { accept: true }).catch((error) =>
          debug('dialog', error),
        );
        return;
      case 'Runtime.consoleAPICalled':
        this.emit('console-message', {
          level: event.params.type,
          message: event.params.args.map((one) => one.value ?? one.description).join(' '),
          lineNumber: event.params.stackTrace?.callFrames[0]?.lineNumber ?? 0,
          sourceId: event.params.stackTrace?.callFrames[0]?.url ?? '',
        });
        return;
      case 'Inspector.targetCrashed':
        this.onCrash();
    }
  }

  private onNavigated(url: string): void {
    if (url === 'about:blank' || url.startsWith(tagPage)) return;
    this.url = url;
    this.emit('did-navigate', preventable(), this.getURL(), 200, 'OK');
  }

  private onLifecycle(name: string): void {
    if (!this.url) return;
    if (name === 'DOMContentLoaded') this.emit('dom-ready', preventable());
    if (name === 'firstPaint') this.emit('host-first-paint');
    if (name !== 'load') return;
    this.loading = false;
    this.readTitle();
    this.emit('did-finish-load', preventable());
    this.emit('did-stop-loading');
  }

  private readTitle(): void {
    this.executeJavaScript('document.title').then(
      (title) => {
        this.title = String(title);
        this.emit('page-title-updated', preventable(), this.title, true);
      },
      (error) => debug('title', error),
    );
  }

  private onWindowOpen(asked: { url: string; windowName: string; windowFeatures: string[] }): void {
    const answer = this.windowOpenHandler?.({
      url: schemeUrls.fromPage(asked.url),
      frameName: asked.windowName,
      features: asked.windowFeatures.join(','),
    });
    // The pop-up itself is closed, still paused, by chromium.ts.
    if (answer?.action !== 'deny') throw notModelled('a window opened by a page (window.open)');
  }

  private onCrash(): void {
    this.crashed = true;
    this.worldId = '';
    const details = { reason: 'crashed', exitCode: 1 };
    this.emit('render-process-gone', preventable(), details);
    app.emit('render-process-gone', preventable(), this, details);
  }
}

function frameOf(contents: WebContents) {
  return strict('WebFrameMain', {
    get url() {
      return contents.getURL();
    },
    get origin() {
      const { origin, protocol, host } = new URL(contents.getURL() || 'about:blank');
      return origin === 'null' && host ? `${protocol}//${host}` : origin;
    },
    isDestroyed: () => contents.isDestroyed(),
    parent: null,
    frames: [],
    framesInSubtree: [],
    name: '',
    processId: 1,
    routingId: 1,
    frameTreeNodeId: contents.id,
    detached: false,
    visibilityState: 'visible',
    send: (channel: string, ...values: unknown[]) => contents.send(channel, ...values),
  });
}
