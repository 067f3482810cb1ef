import { isPage, type Page } from './app-url.ts';

/** The windows' roles: the contract decides what each may send. */
export type WindowRole = 'app' | 'approval';

export const PAGES: Readonly<Record<WindowRole, Page>> = { app: 'index', approval: 'approval' };

/** The facts about who sent a message, as Electron states them. */
export interface Sender {
  /** The role of the window whose contents sent it; null for contents that are no window of ours. */
  readonly window: WindowRole | null;
  /** Null when the frame has gone meanwhile. */
  readonly frame: { readonly url: string; readonly parent: unknown } | null;
}

/** The role of a sender: our own window's top frame, showing the page that was made for it; else null. */
export function roleOf({ window, frame }: Sender): WindowRole | null {
  if (window === null || frame === null || frame.parent !== null) return null;
  return isPage(PAGES[window], frame.url) ? window : null;
}
