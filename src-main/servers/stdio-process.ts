import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import crossSpawn from 'cross-spawn';
import { type Failure, failure } from '../kernel/failure.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { LaunchPlan } from './launch-plan.ts';
import { MessageLines } from './message-lines.ts';
import {
  LAUNCH_TOKEN,
  type ProcessTree,
  type SeenProcess,
  signalTree,
  treeMembers,
  treeRuns,
} from './process-tree-process.ts';

/** 64 MiB: one message of a server may not be longer. */
export const MESSAGE_MAX_BYTES = 64 * 1024 * 1024;
const EOF_GRACE_MS = 1_000;
const TERM_GRACE_MS = 1_500;
const KILL_GRACE_MS = 1_500;
/** A child that ends closes its output a little before. */
const DEAF_GRACE_MS = 500;
const POLL_MS = 25;

export interface StdioProcessOptions {
  readonly plan: LaunchPlan;
  /** Random; goes into the child's environment so that its descendants can be found again. */
  readonly token: string;
  /** Called in the same tick as the spawn, before anything else can happen. */
  readonly onSpawned: (pid: number) => void;
  readonly onLine: (line: string) => void;
  readonly onStderr: (text: string) => void;
  readonly message_max_bytes?: number;
}

/** How a child ended. `failure` says why when it was we who ended it for misbehaviour. */
export interface ProcessEnd {
  readonly exit_code: number | null;
  readonly signal: string | null;
  readonly failure: Failure | null;
}

/** A running child and the only door to it. */
export interface StdioProcess {
  readonly pid: number;
  /** Settles once, when the child has ended and its output is read. */
  readonly ended: Promise<ProcessEnd>;
  /** One message, with its newline. `not ok`: nothing of it was handed over. */
  write(text: string): Result<void>;
  /** The child is behind with reading: what is written now waits in our memory. */
  readonly isBehind: boolean;
  /** Settles when the child takes more; at once unless it is behind. */
  writable(): Promise<void>;
  /** stdin's end, then SIGTERM, then SIGKILL, each to the whole tree; settles when the tree is gone. */
  stop(): Promise<void>;
}

/** Trees that run. A process that ends without having stopped them (a second signal, a bug) ends them on its way out. */
const running = new Set<() => ProcessTree>();
process.on('exit', () => {
  // Nothing can be waited for any more, and nothing is.
  for (const tree of running) void signalTree(tree(), 'SIGKILL');
});

/**
 * Starts a server's process: argv array, no shell, its own process group, no window. stderr is read
 * from the first byte on and never left unread. THE one place where servers are spawned.
 */
export async function startStdioProcess(
  options: StdioProcessOptions,
): Promise<Result<StdioProcess>> {
  const { plan } = options;
  let child: ChildProcess;
  try {
    child = crossSpawn(plan.file, [...plan.args], {
      argv0: plan.argv0,
      cwd: plan.cwd,
      env: { ...plan.env, [LAUNCH_TOKEN]: options.token },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
      windowsVerbatimArguments: plan.verbatim,
    });
  } catch (error) {
    return fail(spawnFailure(plan, error));
  }
  const { pid, stdin, stdout, stderr } = child;
  if (pid !== undefined) options.onSpawned(pid);
  stderr?.setEncoding('utf8').on('data', options.onStderr);
  const started = await new Promise<Result<void>>((resolve) => {
    child.once('spawn', () => resolve(ok()));
    child.once('error', (error) => resolve(fail(spawnFailure(plan, error))));
  });
  if (!started.ok) return started;
  if (pid === undefined || stdin === null || stdout === null) {
    return fail('spawn_failed', `“${plan.file}” started without its pipes.`);
  }
  let misbehaviour: Failure | null = null;
  let hasExited = false;
  let stopping: Promise<void> | undefined;
  let known: readonly SeenProcess[] = [];
  const tree = (): ProcessTree => ({ pid, token: options.token, isLed: !hasExited, known });
  running.add(tree);

  const lines = new MessageLines(
    options.message_max_bytes ?? MESSAGE_MAX_BYTES,
    options.onLine,
    () => {
      const limit = Math.floor((options.message_max_bytes ?? MESSAGE_MAX_BYTES) / 1024);
      misbehaviour = failure(
        'message_too_large',
        `The server sent a message of more than ${limit} KiB without an end, and was stopped.`,
        { params: { limit_kib: limit } },
      );
      void stop();
    },
  );
  stdout.on('data', (chunk: Uint8Array) => lines.push(chunk));
  // Nothing can be heard of it any more: every call would wait for its whole time.
  stdout.once('close', () => {
    const deaf = setTimeout(() => {
      if (hasExited || stopping !== undefined) return;
      misbehaviour = failure('exited', 'The server closed its output and was stopped.', {
        fix: 'Read its log; a server must keep its stdout open for as long as it runs.',
      });
      void stop();
    }, DEAF_GRACE_MS);
    void ended.then(() => clearTimeout(deaf));
  });
  for (const pipe of [stdin, stdout, stderr, child]) pipe?.on('error', () => undefined);

  const ended = new Promise<ProcessEnd>((resolve) => {
    let end: Pick<ProcessEnd, 'exit_code' | 'signal'> = { exit_code: null, signal: null };
    const settle = () => resolve({ ...end, failure: misbehaviour });
    child.once('exit', (exit_code, signal) => {
      hasExited = true;
      end = { exit_code, signal };
      // A grandchild that keeps the pipes open must not keep the end from being seen.
      setTimeout(settle, 200).unref();
    });
    child.once('close', settle);
  });

  let draining: Promise<void> | undefined;
  const isBehind = (): boolean => stdin.writableNeedDrain && stdin.writable && !hasExited;
  // One listener for all pauses: a race with `ended` would leave something there at each of them.
  let goOn = (): void => undefined;
  stdin.on('drain', () => goOn());
  void ended.then(() => goOn());
  async function drained(): Promise<void> {
    while (isBehind()) {
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    }
  }

  async function stop(): Promise<void> {
    stopping ??= endTree().finally(() => running.delete(tree));
    await stopping;
  }

  async function endTree(): Promise<void> {
    known = treeMembers(tree());
    stdin?.end();
    if (misbehaviour === null && (await isGoneWithin(EOF_GRACE_MS))) return;
    await signalTree(tree(), 'SIGTERM');
    if (!(await isGoneWithin(TERM_GRACE_MS))) {
      await signalTree(tree(), 'SIGKILL');
      await isGoneWithin(KILL_GRACE_MS);
    }
    for (const pipe of [stdin, stdout, stderr]) pipe?.destroy();
  }

  async function isGoneWithin(limit: number): Promise<boolean> {
    const until = performance.now() + limit;
    while (performance.now() < until) {
      if (hasExited && !treeRuns(tree())) return true;
      await sleep(POLL_MS);
    }
    return hasExited && !treeRuns(tree());
  }

  return ok({
    pid,
    ended,
    stop,
    get isBehind() {
      return isBehind();
    },
    write: (text) => {
      if (hasExited || stopping !== undefined || !stdin.writable) {
        return fail('unavailable', 'The server no longer reads its input.');
      }
      stdin.write(text);
      return ok();
    },
    writable: () => {
      draining ??= drained().finally(() => {
        draining = undefined;
      });
      return draining;
    },
  });
}

function spawnFailure(plan: LaunchPlan, error: unknown): Failure {
  const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
  const isFolder = reason === 'ENOENT' || reason === 'ENOTDIR';
  return failure(
    'spawn_failed',
    `“${plan.file}” could not be started in ${plan.cwd} (${reason}).`,
    {
      fix: isFolder
        ? 'Check that the working folder exists and that the program has not been moved.'
        : 'Check that the program may be executed and fits this machine.',
      params: { file: plan.file, cwd: plan.cwd, reason },
    },
  );
}
