import { normalize } from 'node:path';
import { fail, ok, type Result } from '../kernel/result.ts';

const WINDOWS_ENDINGS = /\.(exe|com|cmd|bat)$/i;

/** Whether a command is a name to look up, and not a path. */
export const isBareName = (command: string): boolean => command !== '' && !/[\\/]/.test(command);

/** A command name as lists compare it: on Windows without case and without `.exe`, `.cmd` and the like. */
export const comparableName = (name: string, platform: NodeJS.Platform): string =>
  platform === 'win32' ? name.replace(WINDOWS_ENDINGS, '').toLowerCase() : name;

export interface RunnerQuestion {
  /** `command_argv[0]` as written; it is never expanded. */
  readonly command: string;
  /** The person's allow-list: bare names and whole paths. */
  readonly allowed: readonly string[];
  /** Where a bare name leads by the search path: the path found and its real path; empty when nowhere. */
  readonly resolvesTo: (name: string) => readonly string[];
  readonly platform: NodeJS.Platform;
}

/**
 * Whether the written command may be started (DESIGN.md 4, rule 2): a bare name on the list, a path
 * that a listed bare name resolves to, or a name or path with an entry of its own.
 */
export function decideRunner(question: RunnerQuestion): Result<void> {
  const { command, allowed, platform } = question;
  if (command === '') {
    return fail('runner_not_allowed', 'No command is given, so there is nothing to start.', {
      fix: 'Write the program and its arguments as separate words.',
    });
  }
  if (/[\0\r\n]/.test(command)) {
    return fail('runner_not_allowed', 'The command holds a line break or a NUL character.');
  }
  if (allowed.some((entry) => isSameCommand(entry, command, platform))) return ok();
  if (!isBareName(command)) {
    const path = comparablePath(command, platform);
    for (const entry of allowed) {
      if (!isBareName(entry)) continue;
      const paths = question.resolvesTo(entry);
      if (paths.some((found) => comparablePath(found, platform) === path)) return ok();
    }
  }
  const words = command.trim().split(/\s+/);
  if (words.length > 1 && isBareName(words[0] ?? ''))
    return fail('runner_not_allowed', `“${command}” is a whole command line in one word.`, {
      fix: `Leave the quotes out: each argument is a word of its own, the first is “${words[0]}”.`,
      params: { command },
    });
  return fail('runner_not_allowed', `“${command}” is not on the list of allowed runners.`, {
    fix: `Use one of ${allowed.filter(isBareName).join(', ')}, or add “${command}” to the runners in the settings.`,
    params: { command },
  });
}

function isSameCommand(entry: string, command: string, platform: NodeJS.Platform): boolean {
  if (isBareName(entry) !== isBareName(command)) return false;
  return isBareName(entry)
    ? comparableName(entry, platform) === comparableName(command, platform)
    : comparablePath(entry, platform) === comparablePath(command, platform);
}

const comparablePath = (path: string, platform: NodeJS.Platform): string =>
  platform === 'win32' ? normalize(path).replaceAll('/', '\\').toLowerCase() : normalize(path);
