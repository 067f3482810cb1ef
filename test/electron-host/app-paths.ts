import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { runtime } from './runtime.ts';

const changed = new Map<string, string>();

/** Electron's well-known folders, as it derives them on Linux. */
export function getPath(name: string): string {
  const path = changed.get(name) ?? defaultPath(name);
  if (path === undefined) throw new Error(`Failed to get '${name}' path`);
  return path;
}

export function setPath(name: string, path: string): void {
  if (!isAbsolute(path)) throw new Error('Path must be absolute');
  if (defaultPath(name) === undefined) throw new Error(`Failed to set '${name}' path`);
  changed.set(name, path);
}

function defaultPath(name: string): string | undefined {
  const home = homedir();
  const appData = process.env['XDG_CONFIG_HOME'] ?? join(home, '.config');
  const chosen = runtime.config.switches.get('user-data-dir');
  const userData =
    name === 'userData' ? undefined : (changed.get('userData') ?? defaultPath('userData'));
  switch (name) {
    case 'home':
      return home;
    case 'appData':
      return appData;
    case 'userData':
      return chosen ? resolve(chosen) : join(appData, runtime.config.name);
    case 'sessionData':
      return userData;
    case 'logs':
      return userData && join(userData, 'logs');
    case 'crashDumps':
      return userData && join(userData, 'Crashpad');
    case 'temp':
      return tmpdir();
    case 'exe':
    case 'module':
      return process.argv[0];
    case 'desktop':
    case 'documents':
    case 'downloads':
    case 'music':
    case 'pictures':
    case 'videos':
      return join(home, name.charAt(0).toUpperCase() + name.slice(1));
    default:
      return undefined;
  }
}
