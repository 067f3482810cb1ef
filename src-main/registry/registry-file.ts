import type { Failure } from '../kernel/failure.ts';
import type { HomePaths } from '../kernel/home-paths.ts';
import { fail, type Result } from '../kernel/result.ts';
import { withHeldText } from './held-text-file.ts';
import {
  NO_ENTRIES,
  parseRegistry,
  REGISTRY_BYTES_MAX,
  type RegistryEntries,
} from './parse-registry.ts';
import type { TextProblem } from './read-jsonc.ts';
import { inWords, placeParams } from './text-place.ts';

/** The registry while its lock is held: what the file says at this moment, and the one way to write it. */
export interface HeldRegistry {
  readonly text: string;
  readonly parsed: RegistryEntries;
  write(text: string): Promise<Result<void>>;
}

/**
 * The one read-modify-write of `mcp_servers.json` (DESIGN.md 3); `work` must be repeatable. A file
 * that cannot be read as a whole is never written: unreadable_file with line and column. Fails else
 * with file_locked, file_conflict, disk_full or file_error, and then the file is as it was.
 */
export const withRegistryFile = <T>(
  paths: HomePaths,
  work: (held: HeldRegistry) => Promise<Result<T>>,
): Promise<Result<T>> =>
  withHeldText(
    { path: paths.registry, backups: paths.backups, max_bytes: REGISTRY_BYTES_MAX },
    async ({ text, write }) => {
      if (text === null) return work({ text: '{}\n', parsed: NO_ENTRIES, write });
      const parsed = parseRegistry(text);
      if (parsed.problem) return fail(unreadable(paths.registry, parsed.problem));
      return work({
        text,
        parsed,
        async write(edited) {
          const check = parseRegistry(edited);
          if (check.problem) return fail('bad_arguments', check.problem.message);
          return write(edited);
        },
      });
    },
  );

/** A text as a whole cannot be used: where and why, and that it is left alone. */
export const unreadable = (path: string, problem: TextProblem): Failure => ({
  code: 'unreadable_file',
  message: `${path} cannot be read${inWords(problem)}: ${problem.message}`,
  fix: 'Mend the file by hand; until then nothing is written to it.',
  params: { path, ...placeParams(problem) },
});
