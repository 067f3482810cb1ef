import { app, session, shell, type WebContents } from 'electron';
import { APP_ORIGIN, isWebLink, mayLoad } from './app-url.ts';

/** Copying text, from a button in our own page, is all that a page may ask of the system. */
const PERMITTED = 'clipboard-sanitized-write';

/** Locks every page of this app down. Call once, before the first window opens. */
export function harden(mayOpenLinks: (contents: WebContents) => boolean): void {
  app.on('web-contents-created', (_created, contents) => {
    contents.on('will-navigate', (event) => event.preventDefault());
    contents.on('will-frame-navigate', (event) => event.preventDefault());
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      if (isWebLink(url) && mayOpenLinks(contents)) void shell.openExternal(url);
      return { action: 'deny' };
    });
  });
  const { defaultSession } = session;
  const ours = (url: string) => url === APP_ORIGIN || url.startsWith(`${APP_ORIGIN}/`);
  defaultSession.setPermissionCheckHandler(
    (_contents, permission, origin) => permission === PERMITTED && ours(origin),
  );
  defaultSession.setPermissionRequestHandler((contents, permission, answer) =>
    answer(permission === PERMITTED && contents !== null && ours(contents.getURL())),
  );
  defaultSession.setDevicePermissionHandler(() => false);
  defaultSession.webRequest.onBeforeRequest(({ url }, answer) =>
    answer({ cancel: !mayLoad(url) && !url.startsWith('devtools:') }),
  );
  defaultSession.setSpellCheckerEnabled(false);
  defaultSession.on('will-download', (event) => event.preventDefault());
}
