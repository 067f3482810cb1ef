import { type ChildProcess, spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import {
  baseEnvironment,
  joinPaths,
  type LaunchEnvironment,
  pathFromShell,
  SHELL_QUESTION,
  usualToolFolders,
} from './base-environment.ts';

const SHELL_LIMIT_MS = 5_000;
const SHELL_OUTPUT_MAX = 1024 * 1024;

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
  const shell = own['SHELL'] ?? '';
  const fromShell =
    platform === 'win32' || shell === ''
      ? null
      : await loginShellPath(shell, own, options.shell_limit_ms ?? SHELL_LIMIT_MS);
  const ownPath = Object.entries(own).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? '';
  const path = joinPaths(
    [fromShell ?? '', ownPath, ...usualToolFolders(home, platform), ...(await nodeVersions(home))],
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

/**
 * PATH as the login shell sets it, or null when the shell fails, says nothing or takes too long. It
 * runs in a session of its own, so that an interactive shell cannot take over our terminal, and is
 * killed with all it started at the limit.
 */
async function loginShellPath(
  shell: string,
  own: Readonly<Record<string, string | undefined>>,
  limit: number,
): Promise<string | null> {
  return await new Promise((resolve) => {
    let output = '';
    const child = spawn(shell, ['-ilc', SHELL_QUESTION], {
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
      env: { ...own, DISABLE_AUTO_UPDATE: 'true', ZSH_TMUX_AUTOSTART: 'false' },
    });
    const timer = setTimeout(() => finish(), limit);
    const finish = () => {
      clearTimeout(timer);
      killGroup(child);
      child.stdout.destroy();
      resolve(pathFromShell(output));
    };
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (text: string) => {
      output += text;
      if (output.length > SHELL_OUTPUT_MAX) finish();
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

/** The newest Node that nvm or fnm installed: their folders reach the PATH by shell code only. */
async function nodeVersions(home: string): Promise<string[]> {
  const places = [
    [join(home, '.nvm', 'versions', 'node'), 'bin'],
    [join(home, '.local', 'share', 'fnm', 'node-versions'), join('installation', 'bin')],
  ] as const;
  const folders: string[] = [];
  for (const [place, inside] of places) {
    try {
      const versions = (await readdir(place)).filter((name) => /^v\d+\.\d+\.\d+$/.test(name));
      const newest = versions.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
      if (newest !== undefined) folders.push(join(place, newest, inside));
    } catch {
      // This tool is not installed.
    }
  }
  return folders;
}
