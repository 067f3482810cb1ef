import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** A process that cannot be confused with a later one that got the same pid. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Opaque and platform-dependent; equal only for the same process. Empty when it could not be read. */
  readonly start_time: string;
}

const TOOL_TIMEOUT_MS = 5_000;
let own: (ProcessIdentity & { readonly host: string }) | undefined;

/** This process; read once, since it cannot change. */
export function thisProcess(): ProcessIdentity & { readonly host: string } {
  own ??= { pid: process.pid, start_time: startTimeSync(process.pid) ?? '', host: hostname() };
  return own;
}

/**
 * Whether exactly this process still runs on this machine. False only when that is proven: no such
 * pid, a zombie, or a pid that now belongs to a process started at another time. What cannot be
 * found out counts as alive.
 */
export async function isAlive(identity: ProcessIdentity): Promise<boolean> {
  if (!pidExists(identity.pid)) return false;
  if (identity.start_time === '') return true;
  const now = await startTime(identity.pid);
  if (now === 'gone') return false;
  return now === null || now === identity.start_time;
}

/** Start time of another process, as in its identity; empty when there is none or it cannot be read. */
export async function startTimeOf(pid: number): Promise<string> {
  const time = await startTime(pid);
  return time === null || time === 'gone' ? '' : time;
}

function pidExists(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

function startTimeSync(pid: number): string | null {
  if (process.platform === 'linux') {
    const time = linuxStartTime(pid);
    return time === 'gone' ? null : time;
  }
  for (const [command, args] of queries(pid)) {
    try {
      const text = execFileSync(command, args, {
        encoding: 'utf8',
        timeout: TOOL_TIMEOUT_MS,
        windowsHide: true,
        stdio: ['ignore', 'pipe', 'ignore'],
        env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
      }).trim();
      if (text !== '') return text;
    } catch {
      // The tool is missing or knows no such process; the next one is asked.
    }
  }
  return null;
}

async function startTime(pid: number): Promise<string | null | 'gone'> {
  if (process.platform === 'linux') return linuxStartTime(pid);
  for (const [command, args] of queries(pid)) {
    const text = await output(command, args);
    if (text !== '') return text;
  }
  return pidExists(pid) ? null : 'gone';
}

/** Boot id and start in clock ticks since boot: exact, and never repeated by a later boot. */
function linuxStartTime(pid: number): string | null | 'gone' {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command name (field 2) may itself hold spaces and brackets: count from its last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state] = fields;
    const ticks = fields[19];
    if (state === 'Z' || state === 'X') return 'gone';
    if (ticks === undefined) return null;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${ticks}`;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    return code === 'ENOENT' || code === 'ESRCH' ? (pidExists(pid) ? null : 'gone') : null;
  }
}

const queries = (pid: number): [string, string[]][] =>
  process.platform === 'win32'
    ? [
        [
          'powershell.exe',
          [
            '-NoProfile',
            '-NonInteractive',
            '-Command',
            `(Get-Process -Id ${pid} -ErrorAction Stop).StartTime.ToUniversalTime().Ticks`,
          ],
        ],
        ['wmic.exe', ['process', 'where', `ProcessId=${pid}`, 'get', 'CreationDate', '/value']],
      ]
    : [['ps', ['-o', 'lstart=', '-p', String(pid)]]];

const output = (command: string, args: string[]): Promise<string> =>
  new Promise((resolve) => {
    execFile(
      command,
      args,
      {
        encoding: 'utf8',
        timeout: TOOL_TIMEOUT_MS,
        windowsHide: true,
        env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
      },
      (error, stdout) => resolve(error === null ? stdout.trim() : ''),
    );
  });
