import { join } from 'node:path';
import { app, dialog, Menu } from 'electron';
import type { AnyEvent } from '../../src-preload/contract/index.ts';
import type { Core } from '../api/core.ts';
import { type Ownership, takeOwnership } from '../api/owner-file.ts';
import type { Serve } from '../api/serve.ts';
import type { Failure } from '../kernel/failure.ts';
import { prepareHome } from '../kernel/home-file.ts';
import { homePaths } from '../kernel/home-paths.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Topic } from '../kernel/topic.ts';
import { registerAppScheme, serveBundle } from './app-protocol.ts';
import { harden } from './hardening.ts';
import { surfaceOf } from './ipc.ts';
import { handleQuit, type Quit } from './quit.ts';
import { runWindows, type WindowHands } from './run-windows.ts';
import { textsFor } from './texts.ts';
import { chooseUserData } from './user-data.ts';

const HAND_OVER_WAIT_MS = 15_000;

export interface Running {
  readonly core: Core;
  readonly serve: Serve;
  readonly events: Topic<AnyEvent>;
  close(grace_ms: number): Promise<void>;
}

export interface DesktopParts {
  readonly home: string;
  /** Whether it is the home that everyone has without saying so. */
  readonly homeIsDefault: boolean;
  /** The folder of the built bundles: main/, preload/, renderer/. */
  readonly out: string;
  readonly compose: (options: {
    readonly ownership: Ownership;
    readonly onStateLost: (failure: Failure) => void;
    readonly window: NonNullable<Core['window']>;
  }) => Promise<Result<Running>>;
}

/** Runs the desktop app: one instance per home, the owner's parts, windows, tray, and an orderly end. */
export async function startDesktop(parts: DesktopParts): Promise<void> {
  registerAppScheme();
  app.enableSandbox();
  app.setAppUserModelId('dev.gatehouse.app');
  chooseUserData(parts.home, parts.homeIsDefault);
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  const hands: WindowHands = { current: null };
  app.on('second-instance', () => hands.current?.show());
  app.on('activate', () => hands.current?.show());
  // Without this the app would end with its last window; the tray outlives them.
  app.on('window-all-closed', () => {});
  const quit = handleQuit((problem) => hands.current?.log.error('quitting', { problem }));
  await app.whenReady();
  setMenu();
  serveBundle(join(parts.out, 'renderer'));
  harden((contents) => contents === hands.current?.main.webContents);
  const opened = await open(parts, hands, quit).catch((bug: unknown) =>
    fail('internal', `Gatehouse failed while it started: ${String(bug)}`),
  );
  if (!opened.ok && !quit.started()) {
    const { title, text } = cannotStart(opened.failure);
    showAndExit(title, text);
  }
}

const endWith = ({ message, fix }: Failure): void => showAndExit(message, fix ?? '');

function showAndExit(title: string, text: string): void {
  // Whoever started it from a terminal reads it there too.
  process.stderr.write(`${title}: ${text}\n`);
  dialog.showErrorBox(title, text);
  app.exit(1);
}

async function open(parts: DesktopParts, hands: WindowHands, quit: Quit): Promise<Result<void>> {
  const paths = homePaths(parts.home);
  const prepared = await prepareHome(paths);
  if (!prepared.ok) return prepared;
  const owned = await takeOwnership(paths, 'desktop', surfaceOf('app'), HAND_OVER_WAIT_MS);
  if (!owned.ok) return owned;
  const lost: { end: ((failure: Failure) => void) | null } = { end: null };
  const composed = await parts.compose({
    ownership: owned.value,
    onStateLost: (failure) => lost.end?.(failure),
    window: {
      pickFolder: async () => (await hands.current?.pickFolder()) ?? null,
      openApprovals: () => hands.current?.openApprovals(),
    },
  });
  if (!composed.ok) return composed;
  const running = composed.value;
  quit.add(() => running.close(CALLS_GRACE_MS));
  lost.end = (failure) => {
    // First everything is stopped: the box waits for the person.
    void running.close(0).finally(() => endWith(failure));
  };
  // Quit was asked for while the home was being taken.
  if (quit.started()) {
    await running.close(0);
    return fail('cancelled', 'Gatehouse was quit while it started.');
  }
  const background = new AbortController();
  quit.add(() => background.abort());
  runWindows({ ...running, out: parts.out, hands, quit });
  running.core.catalog.keepLooking(background.signal);
  return ok();
}

/** How long calls that run may take to end when the person quits. */
const CALLS_GRACE_MS = 1500;

function cannotStart({ message, fix }: Failure): { title: string; text: string } {
  const texts = textsFor('system', app.getLocale());
  return { title: texts.cannotStart, text: fix === undefined ? message : `${message}\n\n${fix}` };
}

/** macOS needs a menu for copy, paste and quit; elsewhere the window has all it needs. */
function setMenu(): void {
  Menu.setApplicationMenu(
    process.platform === 'darwin'
      ? Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }])
      : null,
  );
}
