import { type BrowserWindow, dialog } from 'electron';
import type { Serve } from '../api/serve.ts';
import { personAtWindow } from './ipc.ts';
import type { Texts } from './texts.ts';

/** What closing the main window means: keep running out of sight, end, or nothing. */
export type Closing = 'keep' | 'quit' | 'stay';

/** Follows the setting; where it says to ask, asks, and remembers if the person ticks so. */
export async function closing(parts: {
  readonly setting: 'ask' | 'yes' | 'no';
  readonly window: BrowserWindow;
  readonly texts: Texts;
  readonly serve: Serve;
}): Promise<Closing> {
  const { setting, window, texts, serve } = parts;
  if (setting !== 'ask') return setting === 'yes' ? 'keep' : 'quit';
  const { response, checkboxChecked } = await dialog.showMessageBox(window, {
    type: 'question',
    message: texts.closeAsk,
    detail: texts.closeWhy,
    buttons: [texts.closeKeep, texts.closeQuit, texts.cancel],
    defaultId: 0,
    cancelId: 2,
    checkboxLabel: texts.closeRemember,
    checkboxChecked: false,
  });
  if (response > 1) return 'stay';
  const chosen = response === 0 ? 'keep' : 'quit';
  if (checkboxChecked)
    await serve(
      'settings/set',
      { changes: { close_to_tray: chosen === 'keep' ? 'yes' : 'no' } },
      personAtWindow(),
    );
  return chosen;
}
