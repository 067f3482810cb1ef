import { posix, win32 } from 'node:path';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Registration } from '../registry/registration.ts';
import { type LaunchEnvironment, mergeVariables } from './base-environment.ts';
import type { ExpandedLaunch } from './placeholders.ts';
import type { Executable } from './resolve-executable-file.ts';
import { type SearchPlace, searchFolders } from './search-path.ts';
import { commandInterpreter, isBatchFile, shimCommand } from './windows-command.ts';

/** Everything the spawner needs; nothing in it is looked up or expanded again. */
export interface LaunchPlan {
  readonly file: string;
  /** The name the program is called by: some behave by it (busybox, shims, a venv's python). */
  readonly argv0: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Windows: the last argument is a finished command line. */
  readonly verbatim: boolean;
}

/** Where a registration's command is looked up. `cwd` is the expanded one; relative paths count from home. */
export function searchPlace(environment: LaunchEnvironment, cwd: string): SearchPlace {
  const { platform, base } = environment;
  return {
    platform,
    path: base['PATH'] ?? '',
    pathext: base['PATHEXT'] ?? '',
    cwd: workingFolder(environment, cwd),
  };
}

/** The folder a server starts in: the home folder unless the registration names one. */
export function workingFolder(environment: LaunchEnvironment, cwd: string): string {
  const paths = environment.platform === 'win32' ? win32 : posix;
  const fromHome = /^~(?=$|[\\/])/.test(cwd) ? `.${cwd.slice(1)}` : cwd;
  return paths.resolve(environment.home, fromHome === '' ? '.' : fromHome);
}

/**
 * The launch of a stdio server from its parts. `secrets` are exactly those that the registration
 * names; plain `env` wins over the base environment, a secret over both.
 */
export function launchPlan(parts: {
  readonly registration: Registration;
  readonly expanded: ExpandedLaunch;
  readonly secrets: ReadonlyMap<string, string>;
  readonly environment: LaunchEnvironment;
  readonly executable: Executable | null;
}): Result<LaunchPlan> {
  const { registration, expanded, secrets, environment, executable } = parts;
  const command = registration.command_argv[0] ?? '';
  const args = expanded.argv.slice(1);
  const bad = args.findIndex((word) => word.includes('\0'));
  if (bad !== -1) return fail('spawn_failed', `Argument ${bad + 2} holds a NUL character.`);
  const env = mergeVariables(
    environment.platform,
    ...[environment.base, expanded.env, Object.fromEntries(secrets)],
  );
  const cwd = workingFolder(environment, expanded.cwd);
  if (executable === null) {
    if (command === 'node' && environment.node !== undefined) {
      const own = environment.node;
      const file = own.path;
      return ok({ file, argv0: file, args, cwd, env: { ...env, ...own.env }, verbatim: false });
    }
    return notFound(command, searchPlace(environment, expanded.cwd));
  }
  // Never the path found: a link in it may be turned after it was compared with the confirmed one.
  const file = executable.real;
  if (environment.platform === 'win32' && isBatchFile(file)) {
    const shim = shimCommand(commandInterpreter(environment.base), file, args);
    return shim.ok ? ok({ ...shim.value, argv0: shim.value.file, cwd, env }) : shim;
  }
  return ok({ file, argv0: executable.found, args, cwd, env, verbatim: false });
}

/** `command_not_found` that names the command and every folder searched. */
export function notFound(command: string, place: SearchPlace): ReturnType<typeof fail> {
  const folders = searchFolders(place);
  return fail(
    'command_not_found',
    folders.length === 0
      ? `“${command}” was not found: PATH is empty.`
      : `“${command}” was not found in any of the ${folders.length} folders of PATH and the usual places.`,
    {
      fix: `Install ${command}, or write its whole path and allow that path in the settings. Searched: ${folders.join(', ')}`,
      params: { command, folders: folders.length },
    },
  );
}
