import type { Protocol } from '../../node_modules/playwright-core/types/protocol.d.ts';
import { app } from './app.ts';
import type { CdpEvent } from './cdp.ts';
import { receiveFromPage } from './ipc.ts';
import { isAsked } from './person.ts';
import { schemeUrls } from './protocol.ts';
import { decideRequest } from './requests.ts';
import { debug } from './runtime.ts';
import { withoutHash } from './scheme-urls.ts';
import { notModelled, preventable } from './strict.ts';
import type { WebContents } from './web-contents.ts';
import { ipcBinding, isolatedWorld } from './worlds.ts';

type WindowOpenHandler = (details: { url: string; frameName: string; features: string }) => {
  readonly action: 'allow' | 'deny';
};

/** What Chromium has told about a page; each change is passed on as Electron's event. */
export class PageState {
  mainFrameId = '';
  /** The preload's world in the document now shown; empty while there is none. */
  worldId = '';
  url = '';
  title = '';
  loading = false;
  crashed = false;
  windowOpenHandler: WindowOpenHandler | null = null;
  private requestedNavigation: string | undefined;
  private readonly contents: WebContents;

  constructor(contents: WebContents) {
    this.contents = contents;
  }

  receive(event: CdpEvent): void {
    switch (event.method) {
      case 'Runtime.executionContextCreated':
        this.onWorld(event.params.context);
        return;
      case 'Runtime.bindingCalled':
        if (event.params.name === ipcBinding) this.onMessage(event.params.payload);
        return;
      case 'Fetch.requestPaused':
        decideRequest(this.contents, event.params).catch((error) =>
          debug('request', event.params.request.url, error),
        );
        return;
      case 'Page.frameRequestedNavigation':
        if (event.params.frameId === this.mainFrameId) {
          this.requestedNavigation = withoutHash(event.params.url);
        }
        return;
      case 'Page.frameNavigated':
        this.onNavigated(event.params.frame);
        return;
      case 'Page.navigatedWithinDocument':
        if (event.params.frameId !== this.mainFrameId) return;
        this.url = event.params.url;
        this.requestedNavigation = undefined;
        this.emit('did-navigate-in-page', preventable(), this.contents.getURL(), true, 1, 1);
        return;
      case 'Page.lifecycleEvent':
        if (event.params.frameId === this.mainFrameId) this.onLifecycle(event.params.name);
        return;
      case 'Page.windowOpen':
        this.onWindowOpen(event.params);
        return;
      case 'Page.javascriptDialogOpening':
        if (isAsked(this.contents)) return;
        this.contents
          .command('Page.handleJavaScriptDialog', { accept: true })
          .catch((error) => debug('dialog', error));
        return;
      case 'Runtime.consoleAPICalled':
        this.onConsole(event.params);
        return;
      case 'Inspector.targetCrashed':
        this.onCrash();
    }
  }

  /** Whether the page itself has just asked to go to a URL; Chromium may tell so a moment late. */
  async hasAskedFor(url: string): Promise<boolean> {
    for (let tries = 0; tries < 20; tries += 1) {
      if (this.requestedNavigation === url) {
        this.requestedNavigation = undefined;
        return true;
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return false;
  }

  private emit(event: string, ...values: unknown[]): void {
    this.contents.emit(event, ...values);
  }

  private onWorld({ name, uniqueId, auxData }: Protocol.Runtime.ExecutionContextDescription) {
    const isTop = !this.mainFrameId || auxData?.['frameId'] === this.mainFrameId;
    if (name === isolatedWorld && isTop) this.worldId = uniqueId;
  }

  private onMessage(payload: string): void {
    receiveFromPage(this.contents, JSON.parse(payload)).catch((error) =>
      // A listener of the app threw: that is the app's uncaught exception, as in Electron.
      process.nextTick(() => {
        throw error;
      }),
    );
  }

  private onNavigated({ parentId, url, urlFragment }: Protocol.Page.Frame): void {
    // The blank page of a new window, and that of a headed one, are no pages of the app's.
    if (parentId !== undefined || url === 'about:blank' || url === 'data:text/html,') return;
    this.url = url + (urlFragment ?? '');
    this.crashed = false;
    this.requestedNavigation = undefined;
    this.emit('did-navigate', preventable(), this.contents.getURL(), 200, 'OK');
  }

  private onLifecycle(name: string): void {
    if (!this.url) return;
    if (name === 'DOMContentLoaded') this.emit('dom-ready', preventable());
    if (name === 'firstPaint') this.emit('host-first-paint');
    if (name !== 'load') return;
    this.loading = false;
    this.emit('did-finish-load', preventable());
    this.emit('did-stop-loading');
    this.readTitle();
  }

  private readTitle(): void {
    this.contents.executeJavaScript('document.title').then(
      (title) => {
        this.title = String(title);
        this.emit('page-title-updated', preventable(), this.title, true);
      },
      (error) => debug('title', error),
    );
  }

  private onWindowOpen(asked: Protocol.Page.windowOpenPayload): void {
    const answer = this.windowOpenHandler?.({
      url: schemeUrls.fromPage(asked.url),
      frameName: asked.windowName,
      features: asked.windowFeatures.join(','),
    });
    // The pop-up itself is closed, still paused, by chromium.ts.
    if (answer?.action !== 'deny') throw notModelled('a window opened by a page (window.open)');
  }

  private onConsole({ type, args, stackTrace }: Protocol.Runtime.consoleAPICalledPayload): void {
    const [caller] = stackTrace?.callFrames ?? [];
    this.emit('console-message', {
      level: type,
      message: args.map((one) => one.value ?? one.description).join(' '),
      lineNumber: caller?.lineNumber ?? 0,
      sourceId: caller?.url ?? '',
    });
  }

  private onCrash(): void {
    this.crashed = true;
    this.worldId = '';
    const details = { reason: 'crashed', exitCode: 1 };
    this.emit('render-process-gone', preventable(), details);
    app.emit('render-process-gone', preventable(), this.contents, details);
  }
}
