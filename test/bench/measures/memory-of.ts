import { pssOf, statusOf, treeOf } from '../processes.ts';

export interface Memory {
  /** MB; pages that processes share count for each of them. */
  readonly rss: number;
  /** MB; shared pages divided among their users. NaN where the kernel does not tell. */
  readonly pss: number;
  readonly processes: number;
}

/** What the processes and all their descendants hold now. */
export function memoryOf(roots: readonly number[]): Memory {
  const tree = treeOf(roots);
  const sum = (of: (pid: number) => number) => tree.reduce((all, pid) => all + of(pid), 0) / 1024;
  return {
    ...{ rss: sum((pid) => statusOf(pid, 'VmRSS')), pss: sum(pssOf) },
    processes: tree.length,
  };
}
