import { protocol } from './protocol.ts';
import { notModelled, StrictEmitter, strict } from './strict.ts';
import type { WebContents } from './web-contents.ts';

type PermissionRequestHandler = (
  contents: WebContents | null,
  permission: string,
  callback: (granted: boolean) => void,
  details: Record<string, unknown>,
) => void;
type PermissionCheckHandler = (
  contents: WebContents | null,
  permission: string,
  origin: string,
  details: Record<string, unknown>,
) => boolean;

export interface ResponseDetails {
  readonly url: string;
  readonly statusCode: number;
  readonly resourceType: string;
  readonly responseHeaders: Record<string, string[]>;
}
export interface ResponseAnswer {
  readonly cancel?: boolean;
  readonly responseHeaders?: Record<string, string | string[]>;
}
type HeadersListener = (
  details: ResponseDetails,
  callback: (answer: ResponseAnswer) => void,
) => void;
export interface RequestDetails {
  readonly url: string;
  readonly method: string;
  readonly resourceType: string;
}
type RequestListener = (
  details: RequestDetails,
  callback: (answer: { readonly cancel?: boolean }) => void,
) => void;

/** The two web-request hooks that a locked-down app uses; URL filters are not modelled. */
class WebRequest {
  headersReceived: HeadersListener | null = null;
  beforeRequest: RequestListener | null = null;

  onHeadersReceived(listener: HeadersListener | null, ...more: unknown[]): void {
    if (more.length > 0) throw notModelled('session.webRequest.onHeadersReceived with a filter');
    this.headersReceived = listener;
  }

  onBeforeRequest(listener: RequestListener | null, ...more: unknown[]): void {
    if (more.length > 0) throw notModelled('session.webRequest.onBeforeRequest with a filter');
    this.beforeRequest = listener;
  }
}

/** The default session. Permission answers are applied to Chromium when a page loads. */
class Session extends StrictEmitter {
  readonly protocol = protocol;
  readonly webRequest = strict('session.webRequest', new WebRequest());
  permissionRequestHandler: PermissionRequestHandler | null = null;
  permissionCheckHandler: PermissionCheckHandler | null = null;
  devicePermissionHandler: ((details: unknown) => boolean) | null = null;
  spellChecker = true;

  constructor() {
    super('session', ['will-download', 'preconnect']);
  }

  setPermissionRequestHandler(handler: PermissionRequestHandler | null): void {
    this.permissionRequestHandler = handler;
  }

  setPermissionCheckHandler(handler: PermissionCheckHandler | null): void {
    this.permissionCheckHandler = handler;
  }

  setDevicePermissionHandler(handler: ((details: unknown) => boolean) | null): void {
    this.devicePermissionHandler = handler;
  }

  setSpellCheckerEnabled(enabled: boolean): void {
    this.spellChecker = enabled;
  }

  isSpellCheckerEnabled(): boolean {
    return this.spellChecker;
  }

  /** Asks the app as Chromium would: the check handler, then the request handler; no handler grants. */
  async permits(contents: WebContents, permission: string, origin: string): Promise<boolean> {
    const checked = this.permissionCheckHandler?.(contents, permission, origin, {
      isMainFrame: true,
      requestingUrl: contents.getURL(),
    });
    if (checked === false) return false;
    const request = this.permissionRequestHandler;
    if (!request) return true;
    return new Promise((resolve) =>
      request(contents, permission, resolve, {
        isMainFrame: true,
        requestingUrl: contents.getURL(),
      }),
    );
  }
}

export const defaultSession = new Session();

export const session = strict('session', { defaultSession });
