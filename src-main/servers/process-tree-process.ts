import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A process as /proc shows it; the start time tells it from a later one with the same pid. */
export interface SeenProcess {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly started: string;
}

/** A started server: the leader of its own process group. */
export interface ProcessTree {
  readonly pid: number;
  /** In the leader's environment, and so in that of what it starts. */
  readonly token: string;
  /** Whether the leader still runs: only then does the group's number alone prove anything. */
  readonly isLed: boolean;
  /** Seen in the tree before it was told to end: they may lose their parent, or leave the group. */
  readonly known: readonly SeenProcess[];
}

/** The variable by which members of a group whose leader has ended are recognised as ours. */
export const LAUNCH_TOKEN = 'MCP_LAUNCH_TOKEN';

/**
 * All processes of a tree on Linux: the group, what was known of it, and all their descendants.
 * Nothing is found by name. A daemon that had cut itself loose before is no member: a server may have
 * opened a person's editor. Elsewhere only the group is known, and is signalled as such.
 */
export function treeMembers(tree: ProcessTree): readonly SeenProcess[] {
  if (process.platform !== 'linux') return [];
  const all = seenProcesses();
  const members = new Map<number, SeenProcess>();
  const take = (entry: SeenProcess): void => {
    if (members.has(entry.pid) || entry.pid === process.pid) return;
    members.set(entry.pid, entry);
    for (const child of all) if (child.parent === entry.pid) take(child);
  };
  const isKnown = (entry: SeenProcess): boolean =>
    tree.known.some((known) => known.pid === entry.pid && known.started === entry.started);
  for (const entry of all) {
    const isInGroup = entry.group === tree.pid;
    if ((isInGroup && (tree.isLed || hasToken(entry.pid, tree.token))) || isKnown(entry)) {
      take(entry);
    }
  }
  return [...members.values()];
}

/** Whether anything of the tree still runs; zombies do not count. */
export function treeRuns(tree: ProcessTree): boolean {
  if (process.platform === 'linux') return treeMembers(tree).length > 0;
  if (process.platform === 'win32') return tree.isLed;
  try {
    process.kill(-tree.pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** Sends a signal to the whole tree. On Windows the tree is ended, whatever the signal. */
export async function signalTree(tree: ProcessTree, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (process.platform === 'win32') {
    await new Promise<void>((resolve) => {
      execFile(
        'taskkill',
        ['/pid', String(tree.pid), '/T', '/F'],
        { windowsHide: true, timeout: 4_000 },
        () => resolve(),
      );
    });
    return;
  }
  const members = treeMembers(tree);
  const hasGroup =
    process.platform !== 'linux' || members.some((entry) => entry.group === tree.pid);
  // Never a signal to group 0 or 1: those numbers mean our own group, and everything.
  if (hasGroup && tree.pid > 1) send(-tree.pid, signal);
  for (const entry of members) if (entry.group !== tree.pid) send(entry.pid, signal);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended between the look and the signal.
  }
}

function seenProcesses(): SeenProcess[] {
  const found: SeenProcess[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The command name may hold spaces and brackets: fields count from its last bracket.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (fields[0] === 'Z' || fields[0] === 'X') continue;
      found.push({
        pid: Number(name),
        parent: Number(fields[1]),
        group: Number(fields[2]),
        started: fields[19] ?? '',
      });
    } catch {
      // It has ended while we looked.
    }
  }
  return found;
}

function hasToken(pid: number, token: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1')
      .split('\0')
      .includes(`${LAUNCH_TOKEN}=${token}`);
  } catch {
    return false;
  }
}
