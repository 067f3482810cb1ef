import { posix, win32 } from 'node:path';

const IN_HOME = [
  '.local/bin',
  '.cargo/bin',
  '.volta/bin',
  '.bun/bin',
  '.deno/bin',
  '.asdf/shims',
  '.local/share/mise/shims',
  '.pyenv/shims',
  '.nix-profile/bin',
];
const MAC_IN_HOME = ['Library/pnpm', '.orbstack/bin', '.docker/bin'];
const LINUX_IN_HOME = ['.local/share/pnpm', '.linuxbrew/bin'];
const MAC = [
  '/opt/homebrew/bin',
  '/opt/local/bin',
  '/Applications/Docker.app/Contents/Resources/bin',
];
const LINUX = ['/home/linuxbrew/.linuxbrew/bin', '/snap/bin', '/run/current-system/sw/bin'];
const SYSTEM = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'];

const WINDOWS_IN_HOME = [
  'AppData\\Roaming\\npm',
  'AppData\\Local\\pnpm',
  'AppData\\Local\\Volta\\bin',
  'AppData\\Local\\mise\\shims',
  'AppData\\Local\\Microsoft\\WinGet\\Links',
  'AppData\\Local\\Microsoft\\WindowsApps',
  'scoop\\shims',
  '.local\\bin',
  '.cargo\\bin',
  '.bun\\bin',
  '.deno\\bin',
];
const WINDOWS = ['C:\\Program Files\\nodejs', 'C:\\ProgramData\\chocolatey\\bin'];

/** Folders where tools usually live, for when the login shell does not name them. */
export function usualToolFolders(home: string, platform: NodeJS.Platform): readonly string[] {
  if (platform === 'win32') {
    return [...WINDOWS_IN_HOME.map((folder) => win32.join(home, folder)), ...WINDOWS];
  }
  const isMac = platform === 'darwin';
  const inHome = [...IN_HOME, ...(isMac ? MAC_IN_HOME : LINUX_IN_HOME)];
  return [...inHome.map((folder) => posix.join(home, folder)), ...(isMac ? MAC : LINUX), ...SYSTEM];
}

/** Where nvm and fnm keep their versions of Node, below the home folder, and what is inside of each. */
export const NODE_PLACES = [
  { versions: '.nvm/versions/node', inside: 'bin', wanted: '.nvm/alias/default' },
  { versions: '.local/share/fnm/node-versions', inside: 'installation/bin', wanted: null },
  { versions: '.fnm/node-versions', inside: 'installation/bin', wanted: null },
  {
    versions: 'Library/Application Support/fnm/node-versions',
    inside: 'installation/bin',
    wanted: null,
  },
] as const;

/**
 * The version to use of those installed (`v20.11.0`): the newest that fits what the person made the
 * default (`20`, `v20.11`), else the newest of all. undefined when none is installed.
 */
export function chosenVersion(installed: readonly string[], wanted: string): string | undefined {
  const versions = installed
    .filter((name) => /^v\d+\.\d+\.\d+$/.test(name))
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const start = `v${wanted.trim().replace(/^v/, '')}`;
  const fitting = versions.filter((name) => name === start || name.startsWith(`${start}.`));
  return fitting.at(-1) ?? versions.at(-1);
}
