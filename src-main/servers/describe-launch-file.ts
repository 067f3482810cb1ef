import type { Failure } from '../kernel/failure.ts';
import type { Registration } from '../registry/registration.ts';
import type { LaunchEnvironment } from './base-environment.ts';
import { envLoadsCode } from './env-warnings.ts';
import { inlineCodeWarnings } from './inline-code.ts';
import { notFound, searchPlace } from './launch-plan.ts';
import { type LaunchWarning, secretInArgv, secretInEnv, urlWarnings } from './launch-warnings.ts';
import type { EffectiveLaunch, Packages } from './packages.ts';
import { placeholderWarnings } from './placeholder-warnings.ts';
import { expandLaunch } from './placeholders.ts';
import { type Executable, resolveExecutable } from './resolve-executable-file.ts';
import { decideRunner, isBareName } from './runners.ts';
import { neededSecrets } from './secret-values.ts';

/** What a person is shown of a launch beside its own words. */
export interface LaunchDescription {
  /** Real path of the executable; null when not found, or for a URL. */
  readonly executable: string | null;
  /** What an npx launch runs in its place, or why it does not; null for any other command. */
  readonly effective: EffectiveLaunch | null;
  readonly warnings: readonly LaunchWarning[];
  /** Why it cannot start at all. */
  readonly refusal: Failure | null;
}

/** Looks, and starts or contacts nothing. */
export type DescribeLaunch = (id: string, registration: Registration) => Promise<LaunchDescription>;

export interface DescribeLaunchParts {
  readonly environment: () => Promise<LaunchEnvironment>;
  /** The runner allow-list as accepted. */
  readonly runners: () => readonly string[];
  /** Absent: every command runs as written. */
  readonly packages?: Packages;
}

export function createDescribeLaunch(parts: DescribeLaunchParts): DescribeLaunch {
  return async (id, registration) => {
    if (registration.transport !== 'stdio') {
      return {
        ...{ executable: null, effective: null },
        warnings: [...urlWarnings(registration.url), ...placeholderWarnings(registration)],
        refusal: misspeltPlaceholder(registration),
      };
    }
    const environment = await parts.environment();
    const looked = await lookUpCommand(registration, environment, parts.runners());
    const secrets = neededSecrets(registration);
    const warnings = [
      ...inlineCodeWarnings(registration.command_argv),
      ...placeholderWarnings(registration),
      ...envLoadsCode(registration.env, secrets),
      ...secretInArgv(registration.command_argv, secrets),
      ...secretInEnv(registration.env),
    ];
    if (looked.executable === null && looked.missing !== null) {
      warnings.push({ code: 'not_found_on_path', text: looked.missing.message });
    }
    return {
      executable: looked.executable?.real ?? null,
      effective: (await parts.packages?.describe(id, registration)) ?? null,
      warnings,
      refusal: looked.refusal ?? misspeltPlaceholder(registration),
    };
  };
}

/** Spellings of other products never resolve, so nobody should be asked to say yes to them. */
function misspeltPlaceholder(registration: Registration): Failure | null {
  const expanded = expandLaunch(registration, () => '');
  return expanded.ok ? null : expanded.failure;
}

export interface LookedUpCommand {
  readonly executable: Executable | null;
  /** By the runner allow-list. */
  readonly refusal: Failure | null;
  /** When no executable was found and none stands in for it. */
  readonly missing: Failure | null;
}

/** The executable of a stdio registration and what the allow-list says; the same look-up before a yes and before a start. */
export async function lookUpCommand(
  registration: Registration,
  environment: LaunchEnvironment,
  runners: readonly string[],
): Promise<LookedUpCommand> {
  const command = registration.command_argv[0] ?? '';
  // A cwd with placeholders is not known yet; bare names, the usual case, do not depend on it.
  const place = searchPlace(environment, registration.cwd.includes('${') ? '' : registration.cwd);
  const executable = command === '' ? null : await resolveExecutable(command, place);
  const known = new Map<string, readonly string[]>();
  if (!isBareName(command)) {
    for (const name of runners.filter(isBareName)) {
      const found = await resolveExecutable(name, place);
      known.set(name, found === null ? [] : [found.found, found.real]);
    }
  }
  const decision = decideRunner({
    command,
    allowed: runners,
    resolvesTo: (name) => known.get(name) ?? [],
    platform: environment.platform,
  });
  const hasOwnNode = command === 'node' && environment.node !== undefined;
  const missing = executable === null && !hasOwnNode ? notFound(command, place).failure : null;
  return { executable, refusal: decision.ok ? null : decision.failure, missing };
}

/** Real path of what stands in for the command, to be confirmed beside it; null when nothing does. */
export const replacementOf = ({
  effective,
}: Pick<LaunchDescription, 'effective'>): string | null =>
  effective !== null && effective.package.fallback === null ? effective.executable : null;
