import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';

/**
 * Gives each home its own browser profile and with it its own single-instance lock, which Electron
 * ties to that folder: starting the app for another home must not bring up the first one's window.
 * The profile stays outside the home, which holds only what a person would back up. `--user-data-dir`
 * wins. Call before the app is ready.
 */
export function chooseUserData(home: string, isDefault: boolean): void {
  if (isDefault || app.commandLine.hasSwitch('user-data-dir')) return;
  const name = createHash('sha256').update(home).digest('hex').slice(0, 16);
  const folder = join(app.getPath('userData'), 'homes', name);
  mkdirSync(folder, { recursive: true });
  app.setPath('userData', folder);
}
