import { spawn } from 'node:child_process';
import { root } from './places.mjs';

const running = new Set();
let stopping = false;

/**
 * Runs a command in a process group of its own and answers its exit code, 124 when `limitS` seconds
 * were over. The whole group ends with it, and with this process.
 */
export async function run(command, args, { env = {}, limitS = 600, stdio, cwd = root } = {}) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: stdio ?? ['ignore', 'inherit', 'inherit'],
    detached: process.platform !== 'win32',
  });
  running.add(child);
  let late = false;
  const limit = setTimeout(() => {
    late = true;
    endGroup(child, 'SIGTERM');
    setTimeout(() => endGroup(child, 'SIGKILL'), 5000).unref();
  }, limitS * 1000);
  const code = await ending(child);
  clearTimeout(limit);
  endGroup(child, 'SIGKILL');
  running.delete(child);
  return late ? 124 : code;
}

/** Runs a command and answers `{code, text}` with what it printed. */
export async function read(command, args, { limitS = 30, env = {} } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: limitS * 1000,
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (more) => {
      text += more;
    });
  }
  return { code: await ending(child), text };
}

/**
 * Runs a command in the foreground, with this terminal, and ends as it ends. Ctrl+C reaches it
 * through the terminal; other signals are passed on.
 */
export async function become(command, args, env = {}) {
  stopping = true; // from here on a signal is for the command, which takes the time it needs
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  const pass = (signal) => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, pass);
  const parentWatch = whenNpmEnds(() => child.kill('SIGTERM'));
  const { code, signal } = await new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message);
      resolve({ code: 127, signal: null });
    });
    child.once('exit', (exit, by) => resolve({ code: exit, signal: by }));
  });
  clearInterval(parentWatch);
  if (signal === null) process.exit(code);
  for (const one of signals) process.off(one, pass);
  process.kill(process.pid, signal);
}

function ending(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message);
      resolve(127);
    });
    child.once('exit', (code, signal) => resolve(code ?? `ended by ${signal}`));
  });
}

function endGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/**
 * A signal to npm ends npm and the shell it runs scripts in, and leaves the script itself alone; its
 * parent changes then.
 */
function whenNpmEnds(act) {
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  const parent = process.ppid;
  return setInterval(() => {
    if (process.ppid !== parent) act();
  }, 500).unref();
}

/** On Ctrl+C, SIGTERM or npm's end, ends everything that `run` has started, then this process. */
export function stopWithChildren() {
  const stop = () => {
    if (stopping) return;
    stopping = true;
    for (const child of running) endGroup(child, 'SIGTERM');
    setTimeout(() => {
      for (const child of running) endGroup(child, 'SIGKILL');
      process.exit(130);
    }, 2000);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  whenNpmEnds(stop);
}
