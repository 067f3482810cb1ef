import { chmod, mkdir, stat } from 'node:fs/promises';
import { failureOfFileError } from './file-failure.ts';
import type { HomePaths } from './home-paths.ts';
import { fail, ok, type Result } from './result.ts';

/**
 * Makes the home's folders, for its user alone (0700), and refuses a home that someone else owns or
 * may write to. An existing home keeps its own mode otherwise: it may be a folder that the person
 * shares on purpose; what must be private (state, backups) is always tightened.
 */
export async function prepareHome(paths: HomePaths): Promise<Result<void>> {
  for (const path of [paths.home, paths.state, paths.backups]) {
    const made = await privateFolder(path);
    if (!made.ok) return made;
  }
  try {
    for (const path of [paths.state, paths.backups]) await chmod(path, 0o700);
    for (const path of [paths.results, paths.agents, paths.skills]) {
      await mkdir(path, { recursive: true, mode: 0o700 });
    }
    return ok();
  } catch (error) {
    return fail(failureOfFileError(error, `${paths.home} could not be prepared`));
  }
}

async function privateFolder(path: string): Promise<Result<void>> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    const found = await stat(path);
    const uid = process.getuid?.();
    if (uid !== undefined && found.uid !== uid) {
      return fail('file_error', `${path} belongs to another user of this machine.`, {
        fix: 'Set GATEHOUSE_HOME to a folder of your own.',
        params: { path },
      });
    }
    if (process.platform !== 'win32' && (found.mode & 0o022) !== 0) {
      return fail('file_error', `Other users of this machine may write to ${path}.`, {
        fix: `Run: chmod go-w ${JSON.stringify(path)}`,
        params: { path },
      });
    }
    return ok();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      return fail('file_error', `${path} is a file, not a folder.`, {
        fix: 'Move it away, or set GATEHOUSE_HOME to another folder.',
        params: { path },
      });
    }
    return fail(failureOfFileError(error, `${path} could not be used as the home folder`));
  }
}
