import type Electron from 'electron';
import { tellPerson } from './runtime.ts';
import { strict } from './strict.ts';

/** What the app asked the desktop to open, for tests. Nothing is ever opened. */
export const shellCalls: { call: string; target: string }[] = [];

function note(call: string, target: string): void {
  tellPerson(`would ${call}: ${target}`);
  shellCalls.push({ call, target });
}

export const shell = strict('shell', {
  openExternal: async (url: string) => note('openExternal', url),
  openPath: async (path: string) => {
    note('openPath', path);
    return '';
  },
  showItemInFolder: (path: string) => note('showItemInFolder', path),
  beep: () => note('beep', ''),
}) satisfies Pick<Electron.Shell, 'openExternal' | 'openPath' | 'showItemInFolder' | 'beep'>;
