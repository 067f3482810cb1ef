import type { BrowserWindow } from 'electron';
import type { Log } from '../kernel/log.ts';
import type { Surface } from '../kernel/surface.ts';
import type { Approvals } from '../policy/approvals.ts';
import { surfaceOf } from './ipc.ts';
import { openWindow } from './open-window.ts';
import type { Texts } from './texts.ts';

/** How long a window stays after its last question ended without an answer, so that a person sees why. */
const ENDED_STAYS_MS = 6000;

export interface ApprovalWindow {
  readonly window: BrowserWindow;
  /** A person asked for it: it comes up with the focus, also when nothing waits. */
  open(): void;
  /** It has just sent an answer: with nothing left to ask, there is nothing left to see. */
  answered(): void;
  close(): void;
}

/**
 * Its own window with its own preload. It comes up when a question waits, above other windows and
 * without taking the keys that are typed elsewhere. Closing it, or its crash, denies all that waits.
 */
export function createApprovalWindow(parts: {
  readonly out: string;
  readonly approvals: Approvals;
  readonly log: Log;
  readonly texts: () => Texts;
  readonly quitting: () => boolean;
}): ApprovalWindow {
  const { approvals } = parts;
  const surface: Surface = surfaceOf('approval');
  const denyAll = () => approvals.denyAll(surface);
  const window = openWindow({
    role: 'approval',
    out: parts.out,
    log: parts.log,
    onCrash: denyAll,
    options: {
      title: parts.texts().approvalTitle,
      width: 540,
      height: 640,
      minWidth: 420,
      minHeight: 480,
      alwaysOnTop: true,
      minimizable: false,
      maximizable: false,
      fullscreenable: false,
    },
  });
  window.setAlwaysOnTop(true, 'floating');
  // On macOS the change of process type would make the app's icon leave the dock.
  window.setVisibleOnAllWorkspaces(true, {
    visibleOnFullScreen: true,
    skipTransformProcessType: true,
  });

  let hiding: ReturnType<typeof setTimeout> | undefined;
  let before = approvals.list().length;
  const hide = () => {
    clearTimeout(hiding);
    if (window.isDestroyed() || !window.isVisible()) return;
    window.hide();
    // The next question finds a page that remembers nothing, and whose guard starts anew.
    window.webContents.reload();
  };
  const follow = (waiting: number) => {
    if (window.isDestroyed()) return;
    const more = waiting > before;
    const ended = before > 0 && waiting === 0;
    before = waiting;
    if (more || ended) clearTimeout(hiding);
    if (more && !window.isVisible()) window.showInactive();
    if (ended) hiding = setTimeout(hide, ENDED_STAYS_MS);
  };
  const stop = approvals.changed.subscribe(({ waiting }) => follow(waiting));
  window.on('close', (event) => {
    if (parts.quitting()) return;
    event.preventDefault();
    denyAll();
    hide();
  });
  // Esc puts off: what waits goes on waiting, until it is answered elsewhere or expires.
  window.webContents.on('before-input-event', (_event, { type, key }) => {
    if (type === 'keyDown' && key === 'Escape') hide();
  });
  return {
    window,
    open: () => {
      if (window.isDestroyed()) return;
      window.show();
      window.focus();
    },
    answered: () => {
      if (approvals.list().length === 0) hide();
    },
    close: () => {
      stop();
      clearTimeout(hiding);
      if (!window.isDestroyed()) window.destroy();
    },
  };
}
