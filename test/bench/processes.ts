import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Starts a product in the group of this process, which ends as a whole; what it says goes to a file. */
export function startProduct(
  command: readonly string[],
  { folder, env = {} }: { folder: string; env?: Readonly<Record<string, string>> },
): ChildProcess {
  const [program = '', ...args] = command;
  const log = openSync(join(folder, 'product.log'), 'a');
  const inherited = { ...process.env };
  for (const name of Object.keys(inherited))
    if (/^npm_|^NODE_|^DBUS_|^VITEST/.test(name)) delete inherited[name];
  return spawn(program, args, {
    cwd: folder,
    stdio: ['ignore', log, log],
    env: { ...inherited, HOME: folder, ...env },
  });
}

/** What a product said last, for a report of its failure. */
export const lastWords = (folder: string): string => {
  const log = join(folder, 'product.log');
  return existsSync(log) ? readFileSync(log, 'utf8').trim().slice(-600) : '';
};

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** Resolves when the port takes connections; rejects when the product ended or `limit_ms` are over. */
export async function listening(child: ChildProcess, port: number, limit_ms: number) {
  const deadline = performance.now() + limit_ms;
  while (!(await takesConnections(port))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`it ended (${child.exitCode ?? child.signalCode}) before it listened`);
    if (performance.now() > deadline) throw new Error(`it did not listen within ${limit_ms} ms`);
    await sleep(2);
  }
}

const takesConnections = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const ends = (answer: boolean) => () => {
      socket.destroy();
      resolve(answer);
    };
    socket.on('connect', ends(true)).on('error', ends(false));
  });

/** The processes with all their descendants, from /proc: without those that have left the tree. */
export function treeOf(roots: readonly number[]): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = statusOf(Number(name), 'PPid');
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const tree: number[] = [];
  const add = (pid: number) => {
    if (!isAlive(pid) || tree.includes(pid)) return;
    tree.push(pid);
    children.get(pid)?.forEach(add);
  };
  roots.forEach(add);
  return tree;
}

/** A number of /proc/<pid>/status (kB for memory); NaN when the process or the line is gone. */
export function statusOf(pid: number, line: 'PPid' | 'VmRSS'): number {
  return numberIn(`/proc/${pid}/status`, line);
}

/** Memory in kB with shared pages divided among their users; NaN where the kernel does not tell. */
export const pssOf = (pid: number): number => numberIn(`/proc/${pid}/smaps_rollup`, 'Pss');

function numberIn(file: string, line: string): number {
  try {
    return Number(new RegExp(`^${line}:\\s+(\\d+)`, 'm').exec(readFileSync(file, 'utf8'))?.[1]);
  } catch {
    return Number.NaN; // it has just ended
  }
}

/** It runs: a dead process that nobody has waited for does not. */
export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** SIGTERM to the roots, five seconds of patience, then SIGKILL to whatever is left of their trees. */
export async function endTrees(roots: readonly number[]): Promise<void> {
  const tree = treeOf(roots);
  for (const pid of roots) send(pid, 'SIGTERM');
  const deadline = performance.now() + 5_000;
  while (roots.some(isAlive) && performance.now() < deadline) await sleep(20);
  for (const pid of tree) if (isAlive(pid)) send(pid, 'SIGKILL');
}

export function send(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // it has ended by itself
  }
}
