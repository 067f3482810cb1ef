import { ipcMain, type WebContents } from 'electron';
import { eventChannel, requestChannel } from '../../src-preload/channels.ts';
import { type AnyEvent, requestNames } from '../../src-preload/contract/index.ts';
import type { Caller, Serve } from '../api/serve.ts';
import { fail } from '../kernel/result.ts';
import type { Surface } from '../kernel/surface.ts';
import type { Topic } from '../kernel/topic.ts';
import { roleOf, type WindowRole } from './sender.ts';

/** Where a person said it, for the journal. */
export const surfaceOf = (role: WindowRole): Surface => ({
  kind: role === 'approval' ? 'approval_window' : 'window',
  pid: process.pid,
  terminal: null,
});

/** The caller for what a person does at the tray or in a dialog of the app. */
export const personAtWindow = (): Caller => ({
  role: 'app',
  surface: surfaceOf('app'),
  signal: new AbortController().signal,
});

/**
 * Answers the windows: one handler per request of the contract, each under the role of the window that
 * asks. Whatever a page waits for ends with that page. Returns its undo.
 */
export function answerWindows(
  serve: Serve,
  windowOf: (contents: WebContents) => WindowRole | null,
): () => void {
  const lifetimes = new WeakMap<WebContents, AbortController>();
  const lifetimeOf = (contents: WebContents): AbortSignal => {
    const known = lifetimes.get(contents);
    if (known !== undefined && !known.signal.aborted) return known.signal;
    if (known === undefined) {
      const end = () => lifetimes.get(contents)?.abort();
      contents.on('did-navigate', end);
      contents.on('render-process-gone', end);
      contents.once('destroyed', end);
    }
    const fresh = new AbortController();
    lifetimes.set(contents, fresh);
    return fresh.signal;
  };

  for (const name of requestNames)
    ipcMain.handle(requestChannel(name), ({ sender, senderFrame }, input: unknown) => {
      const role = roleOf({ window: windowOf(sender), frame: senderFrame });
      if (role === null) return fail('denied', 'Only the windows of Gatehouse may ask this.');
      return serve(name, input, { role, surface: surfaceOf(role), signal: lifetimeOf(sender) });
    });
  return () => {
    for (const name of requestNames) ipcMain.removeHandler(requestChannel(name));
  };
}

/** Tells every window what the owner tells its doors. Returns its undo. */
export function tellWindows(events: Topic<AnyEvent>, all: () => readonly WebContents[]) {
  return events.subscribe(({ name, body }) => {
    for (const contents of all())
      if (!contents.isDestroyed() && !contents.isCrashed()) contents.send(eventChannel(name), body);
  });
}
