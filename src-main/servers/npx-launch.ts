import { dirname, join } from 'node:path';
import type { Registration } from '../registry/registration.ts';
import type { LaunchEnvironment } from './base-environment.ts';
import { searchPlace, workingFolder } from './launch-plan.ts';
import { type NpxPackage, type PackageFallback, readNpxUse, steeringVariable } from './npx-use.ts';
import { lies, localCopy } from './package-folder-file.ts';
import { type Executable, resolveExecutable } from './resolve-executable-file.ts';
import { neededSecrets } from './secret-values.ts';

/** A launch that can be replaced: the package, and the programs that do it. */
export interface NpxLaunch {
  readonly package: NpxPackage;
  readonly node: Executable;
  /** The npm that belongs to the npx of the launch. */
  readonly npm: Executable;
}

export type LookedUpNpx =
  | { readonly kind: 'other' }
  | { readonly kind: 'written'; readonly fallback: PackageFallback }
  | { readonly kind: 'replaced'; readonly launch: NpxLaunch };

/** Why the words of a registration alone keep npx; null when they do not. */
export function writtenFallback(
  registration: Registration,
  platform: NodeJS.Platform,
): PackageFallback | null {
  const use = readNpxUse(registration.command_argv, platform);
  if (use.kind === 'unusual') return use.fallback;
  const names = [...Object.keys(registration.env), ...neededSecrets(registration)];
  const steering = use.kind === 'other' ? undefined : steeringVariable(names);
  if (steering === undefined) return null;
  return {
    code: 'npm_settings',
    text: `${steering} is set for it, which npx and npm read. It runs as written.`,
  };
}

/** Whether an npx launch can be replaced on this machine. Looks, and starts or contacts nothing. */
export async function lookUpNpx(
  registration: Registration,
  environment: LaunchEnvironment,
  npx: Executable | null,
): Promise<LookedUpNpx> {
  const { platform } = environment;
  const use = readNpxUse(registration.command_argv, platform);
  if (use.kind === 'other' || npx === null) return { kind: 'other' };
  const fallback = writtenFallback(registration, platform);
  if (use.kind === 'unusual' || fallback !== null)
    return { kind: 'written', fallback: fallback ?? NO_PACKAGE };
  const place = searchPlace(environment, registration.cwd.includes('${') ? '' : registration.cwd);
  const npm = await resolveExecutable(join(dirname(npx.found), 'npm'), place);
  if (npm === null)
    return written('npm_missing', `There is no npm beside ${npx.found}. It runs as written.`);
  const node = await resolveExecutable('node', place);
  if (node === null) return written('node_missing', 'node was not found. It runs as written.');
  const { name, spec } = use.package;
  const cwd = workingFolder(environment, registration.cwd.includes('${') ? '' : registration.cwd);
  const isBare = use.package.command === null && spec === name;
  if (localCopy(cwd, isBare ? [name, join('.bin', name)] : [name]))
    return written('local_copy', `Its working folder has a copy of ${name}. It runs as written.`);
  if (isBare && lies(join(dirname(npx.found), name)))
    return written('global_copy', `${name} is installed beside npx. It runs as written.`);
  return { kind: 'replaced', launch: { package: use.package, node, npm } };
}

const NO_PACKAGE: PackageFallback = {
  code: 'no_package',
  text: 'npx is given nothing to run. It runs as written.',
};

const written = (code: PackageFallback['code'], text: string): LookedUpNpx => ({
  kind: 'written',
  fallback: { code, text },
});
