import type Electron from 'electron';
import { BrowserWindow } from './browser-window.ts';
import { tellPerson } from './runtime.ts';
import { strict } from './strict.ts';

type DialogKind = 'open' | 'save' | 'message';
type Answer = unknown | ((kind: DialogKind, options: unknown) => unknown);

/** Prepared by tests: taken one by one, oldest first. */
export const dialogAnswers: Answer[] = [];
/** Every dialog that was asked for, with what it answered. */
export const dialogs: { kind: DialogKind | 'error'; options: unknown; answer: unknown }[] = [];

/** A dialog nobody has an answer for is cancelled, as by a person who presses Escape. */
function ask<T>(kind: DialogKind, args: readonly unknown[], cancelled: (options: object) => T): T {
  const options = args.find((arg) => !(arg instanceof BrowserWindow)) ?? {};
  const prepared = dialogAnswers.length > 0;
  if (!prepared) tellPerson(`no native dialogs here: a ${kind} dialog was cancelled`);
  const next = dialogAnswers.shift();
  const answer = typeof next === 'function' ? next(kind, options) : next;
  const value = prepared ? answer : cancelled(Object(options));
  dialogs.push({ kind, options, answer: value });
  return value;
}

const cancelId = (options: object): number =>
  'cancelId' in options && typeof options.cancelId === 'number' ? options.cancelId : 0;

export const dialog = strict('dialog', {
  showOpenDialog: async (...args: unknown[]): Promise<Electron.OpenDialogReturnValue> =>
    ask('open', args, () => ({ canceled: true, filePaths: [] })),
  showSaveDialog: async (...args: unknown[]): Promise<Electron.SaveDialogReturnValue> =>
    ask('save', args, () => ({ canceled: true, filePath: '' })),
  showMessageBox: async (...args: unknown[]): Promise<Electron.MessageBoxReturnValue> =>
    ask('message', args, (options) => ({ response: cancelId(options), checkboxChecked: false })),
  showOpenDialogSync: (...args: unknown[]): string[] | undefined =>
    ask('open', args, () => undefined),
  showMessageBoxSync: (...args: unknown[]): number => ask('message', args, cancelId),
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
