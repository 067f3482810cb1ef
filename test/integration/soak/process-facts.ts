import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Of a process, as /proc shows it. */
export interface ProcessFacts {
  /** Resident memory, bytes. */
  readonly rss: number;
  readonly threads: number;
  /** Seconds of processor time so far. */
  readonly cpu_s: number;
  /** Open handles: sockets, pipes, and what else by its own name. */
  readonly fds: Readonly<Record<string, number>>;
}

export function processFacts(pid: number): ProcessFacts {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? Number.NaN);
  const fds: Record<string, number> = {};
  for (const fd of readdirSync(`/proc/${pid}/fd`)) {
    const kind = kindOf(pid, fd);
    if (kind !== null) fds[kind] = (fds[kind] ?? 0) + 1;
  }
  return {
    rss: field('VmRSS') * 1024,
    threads: field('Threads'),
    cpu_s: processorSeconds(pid),
    fds,
  };
}

/** Linux counts in hundredths of a second for whoever asks. */
function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function kindOf(pid: number, fd: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/fd/${fd}`).replace(/:\[\d+\]$/, '');
  } catch {
    return null; // closed while we looked
  }
}

export interface MarkedProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** All processes that have `mark` in their environment: whoever inherits it, whoever its parent is now. */
export function markedProcesses(mark: string): MarkedProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        if (!readFileSync(`/proc/${name}/environ`, 'latin1').split('\0').includes(mark)) return [];
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        if (state === 'Z') return [];
        const command = readFileSync(`/proc/${name}/cmdline`, 'latin1').replaceAll('\0', ' ');
        return [{ pid: Number(name), parent: Number(parent), command: command.trim() }];
      } catch {
        return []; // ended, or not ours
      }
    });
}

/** Zombies among the children of a process: ended, and never waited for. */
export function zombiesOf(pid: number): number {
  return readdirSync('/proc').filter((name) => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return state === 'Z' && Number(parent) === pid;
    } catch {
      return false;
    }
  }).length;
}
