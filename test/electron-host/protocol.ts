import type Electron from 'electron';
import { runtime } from './runtime.ts';
import { SchemeUrls } from './scheme-urls.ts';
import { notModelled, strict } from './strict.ts';

export type SchemeHandler = (request: Request) => Response | Promise<Response>;

export const schemeUrls = new SchemeUrls();
export const schemeHandlers = new Map<string, SchemeHandler>();

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged(schemes: readonly Electron.CustomScheme[]): void {
    if (runtime.ready) {
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    }
    for (const { scheme, privileges } of schemes) schemeUrls.privilege(scheme, privileges ?? {});
  },

  handle(scheme: string, handler: SchemeHandler): void {
    if (!runtime.ready) throw new Error('protocol.handle is only available after app is ready');
    if (['http', 'https', 'file', 'data', 'blob'].includes(scheme)) {
      throw notModelled(`protocol.handle('${scheme}')`);
    }
    if (schemeHandlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    schemeUrls.handle(scheme);
    schemeHandlers.set(scheme, handler);
  },

  unhandle(scheme: string): void {
    if (!schemeHandlers.delete(scheme)) {
      throw new Error(`Failed to unhandle protocol: ${scheme}`);
    }
    schemeUrls.unhandle(scheme);
  },

  isProtocolHandled: (scheme: string) => schemeHandlers.has(scheme),
});
