import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { protocol } from 'electron';
import { APP_HOST, APP_SCHEME } from './app-url.ts';
import { readBundlePath } from './bundle-path.ts';

/** What our pages may do: run and load the bundle's own files. Styles of the component library are inline. */
export const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Must run before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/** Serves `folder`, and nothing outside it, as app://bundle/. */
export function serveBundle(folder: string): void {
  protocol.handle(APP_SCHEME, async (request) => {
    const found = new URL(request.url).host === APP_HOST ? readBundlePath(request.url) : null;
    if (request.method !== 'GET' || found === null) return answer(404, 'Not found', 'text/plain');
    try {
      return answer(200, await readFile(join(folder, ...found.parts)), found.type);
    } catch {
      return answer(404, 'Not found', 'text/plain'); // the page shows what is missing
    }
  });
}

const answer = (status: number, body: string | Buffer<ArrayBuffer>, type: string): Response =>
  new Response(body, {
    status,
    headers: {
      'content-type': type,
      'content-security-policy': CONTENT_POLICY,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  });
