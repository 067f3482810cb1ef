export const APP_SCHEME = 'app';
export const APP_HOST = 'bundle';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;

export type Page = 'index' | 'approval';

export const pageUrl = (page: Page): string => `${APP_ORIGIN}/${page}.html`;

/** Whether a frame shows exactly this page of ours; only the part after # may differ. */
export function isPage(page: Page, url: string): boolean {
  return url.replace(/#.*$/s, '') === pageUrl(page);
}

/** What a page of ours may load: the bundle, and what the page itself has made. */
export const mayLoad = (url: string): boolean =>
  url.startsWith(`${APP_ORIGIN}/`) || /^(data|blob):/.test(url);

/** Links for the person's browser: the web only, never a file, a script or another program's scheme. */
export function isWebLink(url: string): boolean {
  try {
    const { protocol, username, password } = new URL(url);
    return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
  } catch {
    return false; // no URL at all
  }
}
