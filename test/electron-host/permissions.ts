import { schemeUrls } from './protocol.ts';
import { runtime } from './runtime.ts';
import type { WebContents } from './web-contents.ts';

/** Electron's permission names beside those of Chromium's permission descriptors. */
const permissionNames: readonly (readonly [electron: string, chromium: string])[] = [
  ['clipboard-read', 'clipboard-read'],
  ['clipboard-sanitized-write', 'clipboard-write'],
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
  ['media', 'camera'],
  ['media', 'microphone'],
  ['midi', 'midi'],
];

/**
 * Asks the app about each common permission before a page loads and sets Chromium's answer, so that
 * a page which the app denies the clipboard or notifications is denied them here too.
 */
export async function applyPermissions(contents: WebContents, pageUrl: string): Promise<void> {
  const { permissionCheckHandler, permissionRequestHandler } = contents.session;
  if (!permissionCheckHandler && !permissionRequestHandler) return;
  if (!pageUrl.startsWith('https:')) return;
  const { origin } = new URL(pageUrl);
  const { protocol, host } = new URL(schemeUrls.fromPage(pageUrl));
  for (const [electron, name] of permissionNames) {
    const granted = await contents.session.permits(contents, electron, `${protocol}//${host}/`);
    await runtime.chromium.cdp.send('Browser.setPermission', {
      permission: { name },
      setting: granted ? 'granted' : 'denied',
      origin,
    });
  }
}
