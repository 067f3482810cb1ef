import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { HomePaths } from '../kernel/home-paths.ts';
import type { Log } from '../kernel/log.ts';
import { isAlive, startTimeOf, thisProcess } from '../kernel/process-identity-process.ts';
import { type ProcessTree, signalTree, treeMembers, treeRuns } from './process-tree-process.ts';

const Child = z.object({
  server_id: z.string(),
  pid: z.number().int().positive(),
  start_time: z.string(),
  token: z.string().min(8),
  owner_pid: z.number().int().positive(),
  owner_start_time: z.string(),
});
type Child = z.output<typeof Child>;

/** The children that this home's owners have started and not yet seen end. */
export interface Children {
  /** On disk when it returns: a crash right after the spawn loses nothing. */
  add(server_id: string, pid: number, token: string): void;
  remove(token: string): void;
}

/** `state/children.json`. Only the home's owner writes it; a record that cannot be written is logged. */
export function openChildren(paths: HomePaths, log: Log): Children {
  const write = (children: readonly Child[]): void => {
    try {
      writeChildren(paths, children);
    } catch (error) {
      log.warn('Started servers could not be recorded; a crash would leave them running.', {
        error: String(error),
      });
    }
  };
  return {
    add: (server_id, pid, token) => {
      const owner = thisProcess();
      const child = {
        server_id,
        pid,
        token,
        owner_pid: owner.pid,
        owner_start_time: owner.start_time,
      };
      write([...read(paths), { ...child, start_time: '' }]);
      // Reading the start time takes a program of its own on some systems; the record does not wait.
      void startTimeOf(pid).then((start_time) => {
        const noted = read(paths).map((entry) =>
          entry.token === token ? { ...entry, start_time } : entry,
        );
        write(noted);
      });
    },
    remove: (token) => write(read(paths).filter((child) => child.token !== token)),
  };
}

/**
 * Ends what a crashed owner left running: exactly the recorded process (same pid and same start time)
 * with its tree, or on Linux what is left of its group and carries its launch token; only if its
 * recorded owner is proven dead. Returns the ids of the servers that were ended.
 */
export async function reapLeftovers(paths: HomePaths): Promise<readonly string[]> {
  const kept: Child[] = [];
  const reaped: string[] = [];
  await Promise.all(
    read(paths).map(async (child) => {
      const owner = { pid: child.owner_pid, start_time: child.owner_start_time };
      if (await isAlive(owner)) {
        kept.push(child);
        return;
      }
      const isSame =
        child.start_time !== '' &&
        (await isAlive({ pid: child.pid, start_time: child.start_time }));
      // Without its leader, a group is ours only as far as its members carry the token.
      const tree = { pid: child.pid, token: child.token, isLed: isSame, known: [] };
      if (!isSame && (process.platform !== 'linux' || !treeRuns(tree))) return;
      const known = treeMembers(tree);
      const left = (): ProcessTree => ({ ...tree, isLed: false, known });
      reaped.push(child.server_id);
      await signalTree(tree, 'SIGTERM');
      for (let waited = 0; waited < 1_500 && treeRuns(left()); waited += 50) await sleep(50);
      if (treeRuns(left())) await signalTree(left(), 'SIGKILL');
    }),
  );
  if (kept.length > 0 || reaped.length > 0) writeChildren(paths, kept);
  return reaped;
}

function read(paths: HomePaths): Child[] {
  try {
    const parsed = z.array(z.unknown()).safeParse(JSON.parse(readFileSync(paths.children, 'utf8')));
    if (!parsed.success) return [];
    return parsed.data.flatMap((entry) => {
      const child = Child.safeParse(entry);
      return child.success ? [child.data] : [];
    });
  } catch {
    // No file yet, or one that a crash cut off: nothing in it can be trusted to name a process.
    return [];
  }
}

function writeChildren(paths: HomePaths, children: readonly Child[]): void {
  mkdirSync(dirname(paths.children), { recursive: true, mode: 0o700 });
  const temporary = `${paths.children}.${process.pid}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(children, null, 1)}\n`, { mode: 0o600 });
  renameSync(temporary, paths.children);
}
