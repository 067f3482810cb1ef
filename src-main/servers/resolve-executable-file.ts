import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { lookUpPlan, type SearchPlace } from './search-path.ts';

export interface Executable {
  /** The path found. */
  readonly found: string;
  /** Where it leads after following links: what is confirmed beside the launch. */
  readonly real: string;
}

/** The executable a command leads to, or null when the search finds none. */
export async function resolveExecutable(
  command: string,
  place: SearchPlace,
): Promise<Executable | null> {
  for (const candidate of lookUpPlan(command, place)) {
    try {
      if (!(await stat(candidate)).isFile()) continue;
      await access(candidate, constants.X_OK);
      return { found: candidate, real: await realpath(candidate) };
    } catch {
      // Not there, or not executable: the next place is asked.
    }
  }
  return null;
}
