import npa from 'npm-package-arg';
import semver from 'semver';
import { comparableName } from './runners.ts';

/** Why an npx launch runs as written; the codes are the contract's. `text` is a whole sentence. */
export interface PackageFallback {
  readonly code:
    | 'other_options'
    | 'several_packages'
    | 'no_package'
    | 'not_from_registry'
    | 'npm_settings'
    | 'local_copy'
    | 'global_copy'
    | 'npm_missing'
    | 'node_missing'
    | 'not_confirmed'
    | 'install_failed'
    | 'no_bin'
    | 'not_node';
  readonly text: string;
}

/** One package of the registry that npx would fetch and run. */
export interface NpxPackage {
  /** As written. */
  readonly spec: string;
  readonly name: string;
  /** What npm is asked for: a version, a range or a tag. */
  readonly wanted: string;
  /** The exact version when it is written out. */
  readonly exact: string | null;
  /** The program of the package that is named; null: the one that npx picks. */
  readonly command: string | null;
  /** Index in the argv at which the program's own arguments begin. */
  readonly args_from: number;
}

export type NpxUse =
  | { readonly kind: 'other' }
  | { readonly kind: 'unusual'; readonly fallback: PackageFallback }
  | { readonly kind: 'package'; readonly package: NpxPackage };

const SWITCHES = new Set(['-y', '--yes', '-q', '--quiet']);
/** Also what a folder on disk can be called everywhere. */
const NAME = /^(@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/;

/**
 * What a written command asks of npx: one package of the registry, or something unusual that only npx
 * itself can do. Any other command is `other`, a path to npx included.
 */
export function readNpxUse(argv: readonly string[], platform: NodeJS.Platform): NpxUse {
  if (comparableName(argv[0] ?? '', platform) !== 'npx') return { kind: 'other' };
  const named: string[] = [];
  let at = 1;
  for (; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    if (word === '--') {
      at += 1;
      break;
    }
    if (!word.startsWith('-')) break;
    if (SWITCHES.has(word)) continue;
    const [flag = '', ...value] = word.split('=');
    if (flag !== '-p' && flag !== '--package')
      return unusual('other_options', `npx is given an option (${flag.slice(0, 60)}) of its own.`);
    if (value.length === 0) at += 1;
    named.push(value.length === 0 ? (argv[at] ?? '') : value.join('='));
  }
  const first = argv[at] ?? '';
  if (first === '') return unusual('no_package', 'npx is given nothing to run.');
  if (named.length > 1) return unusual('several_packages', 'npx is given several packages.');
  const spec = named[0] ?? first;
  const command = named.length === 0 ? null : first;
  return readSpec(spec, command, at + 1);
}

function readSpec(spec: string, command: string | null, args_from: number): NpxUse {
  const other = unusual(
    'not_from_registry',
    `“${spec.slice(0, 200)}” is no package of a registry.`,
  );
  let read: npa.Result;
  try {
    // A place of its own, so that nothing of this process's folder is looked at.
    read = npa(spec, '/');
  } catch {
    return other;
  }
  const { type, name } = read;
  if (type !== 'version' && type !== 'range' && type !== 'tag') return other;
  if (typeof name !== 'string' || name.length > 214 || !NAME.test(name)) return other;
  if (typeof read.fetchSpec !== 'string' || read.fetchSpec === '') return other;
  const exact = type === 'version' ? semver.clean(read.fetchSpec, { loose: true }) : null;
  if (type === 'version' && exact === null) return other;
  return {
    kind: 'package',
    package: { ...{ spec, name, exact, command, args_from }, wanted: exact ?? read.fetchSpec },
  };
}

const unusual = (code: PackageFallback['code'], text: string): NpxUse => ({
  kind: 'unusual',
  fallback: { code, text: `${text} It runs as written.` },
});

/** npm reads these from the environment; a launch that sets one may mean another registry or another node. */
const STEERING = /^(npm_config_.*|path|home|userprofile|nodejs_.*)$/i;

/** The first variable of a launch by which npx would do something else than we do in its place. */
export const steeringVariable = (names: readonly string[]): string | undefined =>
  names.find((name) => STEERING.test(name));
