import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A process as /proc shows it. */
interface SeenProcess {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
}

/**
 * A started server: the leader of its own process group, with a token in its environment. `pid: null`
 * when the leader is gone and its number may be another's: then only the token counts.
 */
export interface TreeRoot {
  readonly pid: number | null;
  readonly token: string;
}

/** The variable by which a child's own children can be recognised wherever they moved to. */
export const LAUNCH_TOKEN = 'MCP_LAUNCH_TOKEN';

/**
 * All processes that belong to a started server: its group, its descendants, and on Linux whatever
 * carries its launch token (a grandchild may have left the group and lost its parent). Never found by
 * name. Elsewhere only the group is known, and `signalTree` reaches it as such.
 */
function membersOf(root: TreeRoot): SeenProcess[] {
  const all = seenProcesses();
  const members = new Map<number, SeenProcess>();
  const take = (entry: SeenProcess): void => {
    if (members.has(entry.pid) || entry.pid === process.pid) return;
    members.set(entry.pid, entry);
    for (const child of all) if (child.parent === entry.pid) take(child);
  };
  for (const entry of all) {
    const isNumbered = root.pid !== null && (entry.group === root.pid || entry.pid === root.pid);
    if (isNumbered || hasToken(entry.pid, root.token)) take(entry);
  }
  return [...members.values()];
}

/** Whether anything of the tree still runs; zombies do not count. */
export function treeRuns(root: TreeRoot): boolean {
  if (process.platform === 'linux') return membersOf(root).length > 0;
  if (root.pid === null) return false;
  try {
    process.kill(process.platform === 'win32' ? root.pid : -root.pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** Sends a signal to the whole tree. On Windows the tree is ended, whatever the signal. */
export async function signalTree(root: TreeRoot, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const { pid } = root;
  if (process.platform === 'win32') {
    if (pid === null) return;
    await new Promise<void>((resolve) => {
      execFile(
        'taskkill',
        ['/pid', String(pid), '/T', '/F'],
        { windowsHide: true, timeout: 4_000 },
        () => resolve(),
      );
    });
    return;
  }
  const members = process.platform === 'linux' ? membersOf(root) : [];
  const hasGroup = process.platform !== 'linux' || members.some((entry) => entry.group === pid);
  // Never a signal to group 0 or 1: those numbers mean our own group, and everything.
  if (pid !== null && pid > 1 && hasGroup) send(-pid, signal);
  for (const entry of members) if (entry.group !== pid) send(entry.pid, signal);
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
