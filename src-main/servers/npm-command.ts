import { type Failure, failure } from '../kernel/failure.ts';
import type { NpxPackage } from './npx-use.ts';

/**
 * What every run of npm for us has in common. Registry, proxies, certificates and sign-in stay the
 * person's own; what would put the package elsewhere, run its scripts or write no lock does not.
 */
const COMMON = [
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--no-update-notifier',
  '--no-progress',
  '--loglevel=http',
  '--color=false',
  '--omit=dev',
  '--global=false',
  '--dry-run=false',
  '--bin-links=true',
  '--package-lock=true',
  '--install-strategy=hoisted',
  // A start that waits is better told soon; the next one tries again.
  ...['--fetch-retries=1', '--fetch-retry-mintimeout=500'],
] as const;

export const npmInstall = (
  { name }: Pick<NpxPackage, 'name'>,
  wanted: string,
  { lock_only }: { readonly lock_only: boolean },
): string[] => [
  ...['install', ...COMMON, '--save', '--save-exact'],
  ...(lock_only ? ['--package-lock-only'] : []),
  `${name}@${wanted}`,
];

/** Exactly what the lock in the folder names. */
export const npmFromLock = (): string[] => ['ci', ...COMMON, '--prefer-offline'];

/** Runs the install scripts of an installed tree. */
export const npmScripts = (): string[] => [
  ...['rebuild', ...COMMON.filter((word) => word !== '--ignore-scripts')],
  ...['--ignore-scripts=false', '--foreground-scripts'],
];

/** What a person may have told npm by variables; nothing that could hold a token. */
const SETTINGS = new Set(
  [
    ...['registry', 'userconfig', 'globalconfig', 'cache', 'proxy', 'https_proxy', 'noproxy'],
    ...['cafile', 'strict_ssl', 'offline', 'prefer_offline'],
  ].map((name) => `npm_config_${name}`),
);

export function npmEnvironment(
  base: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const settings = Object.entries(own).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && SETTINGS.has(entry[0].toLowerCase().replaceAll('-', '_')),
  );
  return { ...Object.fromEntries(settings), ...base };
}

/** npm's own words of what went wrong, from the lines it printed. */
export function npmFailure(name: string, lines: readonly string[]): Failure {
  const errors = lines.flatMap((line) => {
    const said = /^npm (?:error|ERR!) (.+)$/.exec(line.trim())?.[1];
    return said === undefined ? [] : [said];
  });
  const code = errors.map((line) => /^code (\S{1,40})$/.exec(line)?.[1]).find((found) => found);
  const words = errors.filter((line) => !/^(code |A complete log|Log files)/.test(line));
  const last = (words[0] ?? lines.at(-1) ?? 'it said nothing').slice(0, 300);
  return failure('install_failed', `“${name}” could not be installed: ${last}`, {
    fix: MENDS[code ?? ''] ?? 'Look at the log; try it again when the registry can be reached.',
    params: { package: name, npm_code: code ?? '', last_line: last },
  });
}

const MENDS: Readonly<Record<string, string>> = {
  E404: 'Check the name of the package, and that your registry has it.',
  ETARGET: 'Check the version that is written: the registry has none like it.',
  E401: 'Sign in to your registry with npm, then try it again.',
  E403: 'Your registry does not let you have it: look at its rules, or sign in with npm.',
  EINTEGRITY: 'What the registry sent is not what it says it is. Try again later.',
  ENOSPC: 'Free some space on the disk.',
};

/** Whether another try by npx itself could go better. */
export const isFinal = ({ params }: Failure): boolean =>
  ['E404', 'ETARGET', 'EINTEGRITY', 'ENOSPC'].includes(String(params?.['npm_code'] ?? ''));
