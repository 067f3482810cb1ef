import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { baseEnvironment, joinPaths, type LaunchEnvironment } from './base-environment.ts';
import { pathFromShell, SHELL_OUTPUT_KEPT, SHELL_QUESTION, SHELL_WAYS } from './login-shell.ts';
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
