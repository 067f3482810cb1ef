import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import crossSpawn from 'cross-spawn';
import { deadline } from '../kernel/deadline.ts';
import { failure } from '../kernel/failure.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { baseEnvironment, joinPaths, type LaunchEnvironment } from './base-environment.ts';
import { pathFromShell, SHELL_OUTPUT_KEPT, SHELL_QUESTION, SHELL_WAYS } from './login-shell.ts';
import {
  LAUNCH_TOKEN,
  type ProcessTree,
  signalTree,
  treeMembers,
  treeRuns,
} from './process-tree-process.ts';
import { chosenVersion, NODE_PLACES, usualToolFolders } from './usual-tool-folders.ts';

const SHELL_LIMIT_MS = 5_000;
/** So long a shell that has answered may still take to end by itself. */
const SHELL_END_MS = 300;
/** A shell that says so much says nothing of use. */
const SHELL_OUTPUT_MAX = 64 * 1024 * 1024;

export interface LaunchEnvironmentOptions {
  readonly own?: Readonly<Record<string, string | undefined>>;
  readonly home?: string;
  readonly platform?: NodeJS.Platform;
  /** How long the login shell may take; milliseconds, 5 s unless told. */
  readonly shell_limit_ms?: number;
  readonly node?: { readonly path: string; readonly env: Readonly<Record<string, string>> };
}

/** Where children start from. The login shell is asked once, at the first use; a second caller waits for the same answer. */
export function createLaunchEnvironment(
  options: LaunchEnvironmentOptions = {},
): () => Promise<LaunchEnvironment> {
  let reading: Promise<LaunchEnvironment> | undefined;
  return () => {
    reading ??= readLaunchEnvironment(options);
    return reading;
  };
}

async function readLaunchEnvironment(
  options: LaunchEnvironmentOptions,
): Promise<LaunchEnvironment> {
  const own = options.own ?? process.env;
  const home = options.home ?? homedir();
  const platform = options.platform ?? process.platform;
  const fromShell =
    platform === 'win32'
      ? null
      : await loginShellPath(own, options.shell_limit_ms ?? SHELL_LIMIT_MS);
  const ownPath = Object.entries(own).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? '';
  const path = joinPaths(
    [fromShell ?? '', ownPath, ...(await nodeVersions(home)), ...usualToolFolders(home, platform)],
    platform,
  );
  return {
    platform,
    home,
    own,
    base: baseEnvironment(own, path, platform),
    ...(options.node === undefined ? {} : { node: options.node }),
  };
}

/** PATH as the login shell sets it, or null when the shell fails, says nothing or takes too long in all. */
async function loginShellPath(
  own: Readonly<Record<string, string | undefined>>,
  limit: number,
): Promise<string | null> {
  const shell = own['SHELL'] ?? '';
  const until = performance.now() + limit;
  for (const way of shell === '' ? [] : SHELL_WAYS) {
    const left = until - performance.now();
    const path = left <= 0 ? null : await askShell(shell, way, own, left);
    if (path !== null) return path;
  }
  return null;
}

/**
 * The shell runs in a session of its own, so that an interactive one cannot take over our terminal,
 * and is killed with all it started at the limit, or soon after it has answered: a program that its
 * rc files leave running would keep its output open.
 */
async function askShell(
  shell: string,
  way: string,
  own: Readonly<Record<string, string | undefined>>,
  limit: number,
): Promise<string | null> {
  return await new Promise((resolve) => {
    let output = '';
    let length = 0;
    const child = spawn(shell, [way, SHELL_QUESTION], {
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
      env: { ...own, DISABLE_AUTO_UPDATE: 'true', ZSH_TMUX_AUTOSTART: 'false' },
    });
    let timer = setTimeout(() => finish(), limit);
    let hasAnswered = false;
    const finish = () => {
      clearTimeout(timer);
      killGroup(child);
      child.stdout.destroy();
      resolve(pathFromShell(output));
    };
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (text: string) => {
      if (hasAnswered) return;
      length += text.length;
      output += text;
      if (output.length > 2 * SHELL_OUTPUT_KEPT) output = output.slice(-SHELL_OUTPUT_KEPT);
      if (length > SHELL_OUTPUT_MAX) finish();
      if (pathFromShell(output) === null) return;
      hasAnswered = true;
      clearTimeout(timer);
      timer = setTimeout(finish, SHELL_END_MS);
    });
    child.once('error', finish);
    child.once('close', finish);
  });
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group has ended by itself.
  }
}

/** The Node of nvm or fnm: their folders reach the PATH by shell code only. */
async function nodeVersions(home: string): Promise<string[]> {
  const folders: string[] = [];
  for (const { versions, inside, wanted } of NODE_PLACES) {
    try {
      const installed = await readdir(join(home, versions));
      const chosen = chosenVersion(installed, await defaultVersion(home, wanted));
      if (chosen !== undefined) folders.push(join(home, versions, chosen, inside));
    } catch {
      // This tool is not installed.
    }
  }
  return folders;
}

async function defaultVersion(home: string, file: string | null): Promise<string> {
  if (file === null) return '';
  return await readFile(join(home, file), 'utf8').catch(() => ''); // no default was chosen
}

const TOOL_LINE_MAX = 500;
const TOOL_LINES_MAX = 5_000;
const TOOL_GRACE_MS = 1_000;

export interface ToolRun {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly limit_ms: number;
  readonly signal: AbortSignal;
  /** Each line of its output; long ones are cut, and there is an end to how many are told. */
  readonly onLine: (line: string) => void;
  /** In the same tick as the spawn; its undo is called when nothing of it runs any more. */
  readonly onSpawned: (pid: number, token: string) => () => void;
}

/**
 * Runs npm: argv array, no shell, its own process group, nothing on its input. Gives its exit code, or
 * `cancelled`, `install_failed` past its limit, `spawn_failed`. Whatever happens, the whole tree is
 * gone when it returns.
 */
export async function runTool(run: ToolRun): Promise<Result<number>> {
  if (run.signal.aborted) return fail(endedEarly());
  const token = randomUUID();
  const child = crossSpawn(run.file, [...run.args], {
    cwd: run.cwd,
    env: { ...run.env, [LAUNCH_TOKEN]: token },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const { pid } = child;
  const undo = pid === undefined ? () => undefined : run.onSpawned(pid, token);
  for (const pipe of [child.stdout, child.stderr])
    pipe?.setEncoding('utf8').on('data', boundedLines(run.onLine));
  let hasExited = pid === undefined;
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => {
      hasExited = true;
    });
    child.once('close', resolve);
  });
  const limit = deadline(run.signal, run.limit_ms);
  const stopped = new Promise<'stopped'>((resolve) => {
    limit.signal.addEventListener('abort', () => resolve('stopped'), { once: true });
  });
  try {
    const end = await Promise.race([ended, stopped]);
    if (end === 'stopped' && pid !== undefined) {
      const known = treeMembers({ pid, token, isLed: !hasExited, known: [] });
      await endTree(() => ({ pid, token, isLed: !hasExited, known }));
    }
    if (run.signal.aborted) return fail(endedEarly());
    if (end === 'stopped') {
      const seconds = Math.round(run.limit_ms / 1000);
      return fail('install_failed', `npm was not done after ${seconds} s and was ended.`);
    }
    return ok(end ?? -1);
  } catch (error) {
    return fail('spawn_failed', `“${run.file}” could not be started: ${String(error)}`, {
      params: { file: run.file },
    });
  } finally {
    limit.end();
    for (const pipe of [child.stdout, child.stderr]) pipe?.destroy();
    undo();
  }
}

const endedEarly = () => failure('cancelled', 'The installation was ended.');

async function endTree(tree: () => ProcessTree): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    await signalTree(tree(), signal);
    const until = performance.now() + TOOL_GRACE_MS;
    while (performance.now() < until) {
      if (!treeRuns(tree())) return;
      await sleep(20);
    }
  }
}

/** Splits output into lines, each cut, and falls silent after too many. */
function boundedLines(onLine: (line: string) => void): (text: string) => void {
  let rest = '';
  let told = 0;
  return (text) => {
    const lines = (rest + text).split(/\r?\n/);
    rest = (lines.pop() ?? '').slice(0, TOOL_LINE_MAX);
    for (const line of lines) {
      if (line.trim() === '' || told >= TOOL_LINES_MAX) continue;
      told += 1;
      onLine(line.slice(0, TOOL_LINE_MAX));
    }
  };
}
