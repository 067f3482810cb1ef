import type Electron from 'electron';
import { BrowserWindow } from './browser-window.ts';
import { askMessage, askOpenPath, askSavePath } from './dialog-questions.ts';
import { type Person, personAtPage } from './person.ts';
import { runtime, tellPerson } from './runtime.ts';
import { strict } from './strict.ts';

type DialogKind = 'open' | 'save' | 'message';
type Answer = unknown | ((kind: DialogKind, options: unknown) => unknown);

/** Prepared by tests: taken one by one, oldest first. */
export const dialogAnswers: Answer[] = [];
/** Every dialog that was asked for, with what it answered. */
export const dialogs: { kind: DialogKind | 'error'; options: unknown; answer: unknown }[] = [];

/** A dialog's arguments: its options, with the window that it belongs to before them or not. */
type Args<O> = [options: O] | [window: Electron.BaseWindow, options: O];

const optionsOf = <O>(args: Args<O>): O => (args.length === 1 ? args[0] : args[1]);

/** The answer that a test has prepared, else that of the person at a headed window, else `cancelled`. */
async function ask<O, A>(
  kind: DialogKind,
  args: Args<O>,
  put: (person: Person, options: O) => Promise<A | null>,
  cancelled: (options: O) => A,
): Promise<A> {
  const options = optionsOf(args);
  const person = dialogAnswers.length > 0 ? undefined : personBefore(args[0]);
  if (person === undefined) return askNobody(kind, options, cancelled);
  const answer = (await put(person, options)) ?? cancelled(options);
  dialogs.push({ kind, options, answer });
  return answer;
}

/** A dialog nobody has an answer for is cancelled, as by a person who presses Escape. */
function askNobody<O, A>(kind: DialogKind, options: O, cancelled: (options: O) => A): A {
  const prepared = dialogAnswers.length > 0;
  if (!prepared) {
    console.error(`[stand-in host] nobody to ask: a dialog (${kind}) was cancelled`);
  }
  const next = dialogAnswers.shift();
  const answer = typeof next === 'function' ? next(kind, options) : next;
  const value = prepared ? answer : cancelled(options);
  dialogs.push({ kind, options, answer: value });
  return value;
}

/** Asks in the dialog's own window, else in the focused one, else in any that can be seen. */
function personBefore(parent: unknown): Person | undefined {
  if (!runtime.chromiumIfRunning?.headed) return undefined;
  const own = parent instanceof BrowserWindow ? [parent] : [];
  const focused = runtime.focused === null ? [] : [runtime.focused];
  const seen = [...own, ...focused, ...runtime.windows.values()].find(
    (one) => !one.isDestroyed() && one.isVisible() && !one.webContents.isCrashed(),
  );
  return seen && personAtPage(seen.webContents);
}

const cancelId = (options: Electron.MessageBoxOptions): number => options.cancelId ?? 0;

export const dialog = strict('dialog', {
  showOpenDialog: (...args: Args<Electron.OpenDialogOptions>) =>
    ask<Electron.OpenDialogOptions, Electron.OpenDialogReturnValue>(
      'open',
      args,
      async (person, options) => {
        const path = await askOpenPath(person, options);
        return path === null ? null : { canceled: false, filePaths: [path] };
      },
      () => ({ canceled: true, filePaths: [] }),
    ),
  showSaveDialog: (...args: Args<Electron.SaveDialogOptions>) =>
    ask<Electron.SaveDialogOptions, Electron.SaveDialogReturnValue>(
      'save',
      args,
      async (person, options) => {
        const filePath = await askSavePath(person, options);
        return filePath === null ? null : { canceled: false, filePath };
      },
      () => ({ canceled: true, filePath: '' }),
    ),
  showMessageBox: (...args: Args<Electron.MessageBoxOptions>) =>
    ask<Electron.MessageBoxOptions, Electron.MessageBoxReturnValue>(
      'message',
      args,
      askMessage,
      (options) => ({ response: cancelId(options), checkboxChecked: false }),
    ),
  // The page's questions take their time: these two, which must answer at once, are never asked.
  showOpenDialogSync: (...args: Args<Electron.OpenDialogOptions>): string[] | undefined =>
    askNobody('open', optionsOf(args), () => undefined),
  showMessageBoxSync: (...args: Args<Electron.MessageBoxOptions>): number =>
    askNobody('message', optionsOf(args), cancelId),
  showErrorBox(title: string, content: string): void {
    tellPerson(`${title}: ${content}`);
    dialogs.push({ kind: 'error', options: { title, content }, answer: undefined });
  },
}) satisfies Pick<
  Electron.Dialog,
  | 'showOpenDialog'
  | 'showSaveDialog'
  | 'showMessageBox'
  | 'showOpenDialogSync'
  | 'showMessageBoxSync'
  | 'showErrorBox'
>;
