import { posix, win32 } from 'node:path';

/** What every child gets, and where commands are looked up. */
export interface LaunchEnvironment {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** The small base environment, with PATH. */
  readonly base: Readonly<Record<string, string>>;
  /** Gatehouse's own environment, for placeholders only. */
  readonly own: Readonly<Record<string, string | undefined>>;
  /** Runs a `node` command when none is on the PATH (the packaged app brings its own). */
  readonly node?: { readonly path: string; readonly env: Readonly<Record<string, string>> };
}

/** Not XDG_RUNTIME_DIR: the session bus, and with it the keychain, is found by it too. */
const POSIX_NAMES = [
  'HOME',
  'LOGNAME',
  'USER',
  'SHELL',
  'TERM',
  'LANG',
  'LANGUAGE',
  'TZ',
  'TMPDIR',
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'XDG_CONFIG_HOME',
  'XDG_CACHE_HOME',
  'XDG_DATA_HOME',
  'SSH_AUTH_SOCK',
];
const WINDOWS_NAMES = [
  'APPDATA',
  'COMSPEC',
  'COMPUTERNAME',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'NUMBER_OF_PROCESSORS',
  'OS',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERDOMAIN',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
];
/** How this machine reaches the network and which certificates it trusts. */
const NETWORK_NAMES = [
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'NO_PROXY',
  'NODE_EXTRA_CA_CERTS',
  'NODE_USE_SYSTEM_CA',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
  'DOCKER_HOST',
  'DOCKER_CONFIG',
];

/**
 * The environment a child starts from (DESIGN.md 4, rule 5): an allow-list, so nothing that steers
 * Gatehouse, Electron, Node or the session bus is passed on by accident. On Windows, where names are
 * the same in any case, they come in upper case.
 */
export function baseEnvironment(
  own: Readonly<Record<string, string | undefined>>,
  path: string,
  platform: NodeJS.Platform,
): Record<string, string> {
  const wanted = new Set([
    ...(platform === 'win32' ? WINDOWS_NAMES : POSIX_NAMES),
    ...NETWORK_NAMES,
  ]);
  const base: Record<string, string> = {};
  for (const [name, value] of Object.entries(own)) {
    const upper = name.toUpperCase();
    const isNetwork = NETWORK_NAMES.includes(upper);
    const key = platform === 'win32' || isNetwork ? upper : name;
    const isLocale = platform !== 'win32' && /^LC_[A-Z]+$/.test(name);
    // A value that begins like a shell function is never passed on.
    if (value === undefined || value.startsWith('()')) continue;
    if (wanted.has(key) || isLocale) base[platform === 'win32' ? upper : name] = value;
  }
  return { ...base, PATH: path };
}

/** Variables of several sources, later ones winning; on Windows names that differ in case only are the same. */
export function mergeVariables(
  platform: NodeJS.Platform,
  ...sources: readonly Readonly<Record<string, string>>[]
): Record<string, string> {
  const merged = new Map<string, readonly [name: string, value: string]>();
  for (const entry of sources.flatMap((source) => Object.entries(source))) {
    merged.set(platform === 'win32' ? entry[0].toUpperCase() : entry[0], entry);
  }
  return Object.fromEntries(merged.values());
}

/** One PATH out of several, in order, each folder once, relative ones left out. */
export function joinPaths(parts: readonly string[], platform: NodeJS.Platform): string {
  const paths = platform === 'win32' ? win32 : posix;
  const folders = parts
    .flatMap((part) => part.split(paths.delimiter))
    .filter((folder) => paths.isAbsolute(folder));
  return [...new Set(folders)].join(paths.delimiter);
}
