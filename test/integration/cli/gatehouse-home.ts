import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const CLI = join(root, 'out/main/cli.js');
const NODE = join(root, 'node_modules/.bin/node');
const manifest = createRequire(import.meta.url).resolve;

/** Entry scripts of real servers from npm. */
export const filesystemServer = join(
  dirname(manifest('@modelcontextprotocol/server-filesystem/package.json')),
  'dist/index.js',
);

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Everything on stdout and stderr so far. */
  said(): string;
  /** Resolves when the text has appeared on stdout or stderr. */
  says(text: string): Promise<void>;
}

/** A fresh home and the built `gatehouse` on it, each command a process of its own. */
export class GatehouseHome {
  readonly folder = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
  readonly path = join(this.folder, 'home');
  readonly work = mkdtempSync(join(this.folder, 'work-'));
  readonly #extra: Readonly<Record<string, string | undefined>>;
  readonly #running = new Set<ChildProcess>();
  readonly #strangers = new Set<ChildProcess>();

  /** `extra` adds to the environment; undefined removes. Without it there is no keychain service. */
  constructor(extra: Readonly<Record<string, string | undefined>> = {}) {
    if (!existsSync(CLI)) throw new Error('These tests run the built program: npm run build');
    this.#extra = extra;
  }

  /** `environment` is for this one process. */
  start(line: readonly string[], input?: string, environment = {}): Running {
    const child = spawn(NODE, [CLI, ...line], {
      env: this.#environment(environment),
      cwd: this.work,
    });
    this.#running.add(child);
    let stdout = '';
    let stderr = '';
    const watchers = new Set<() => void>();
    const heard = () => {
      for (const watcher of watchers) watcher();
    };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      heard();
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      heard();
    });
    child.stdin.on('error', () => undefined); // it may end before it has read everything
    child.stdin.end(input ?? '');
    const ended = new Promise<Ended>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => {
        this.#running.delete(child);
        resolve({ code, stdout, stderr });
        heard();
      });
    });
    return {
      child,
      ended,
      said: () => `${stdout}\n${stderr}`,
      says: (text) =>
        new Promise((resolve, reject) => {
          const timer = setTimeout(
            () => reject(new Error(`"${text}" was not said.\n${stdout}\n${stderr}`)),
            20_000,
          );
          const look = () => {
            const there = `${stdout}\n${stderr}`.includes(text);
            if (!there && child.exitCode === null && child.signalCode === null) return;
            clearTimeout(timer);
            watchers.delete(look);
            if (there) resolve();
            else
              reject(
                new Error(`It ended (${child.exitCode}) without "${text}".\n${stdout}\n${stderr}`),
              );
          };
          watchers.add(look);
          look();
        }),
    };
  }

  run(line: readonly string[], input?: string, environment = {}): Promise<Ended> {
    return this.start(line, input, environment).ended;
  }

  /** Runs with --json and gives the parsed output; throws unless the exit code is the expected one. */
  async json(line: readonly string[], code = 0): Promise<unknown> {
    const cut = line.indexOf('--');
    const withJson =
      cut === -1 ? [...line, '--json'] : [...line.slice(0, cut), '--json', ...line.slice(cut)];
    const ended = await this.run(withJson);
    if (ended.code !== code)
      throw new Error(
        `${line.join(' ')} exited ${ended.code}, not ${code}.\n${ended.stdout}\n${ended.stderr}`,
      );
    return JSON.parse(code === 0 ? ended.stdout : ended.stdout || ended.stderr);
  }

  /** A Node program that Gatehouse knows nothing of; ended with the home. Its pid. */
  startStranger(script: string, args: readonly string[]): number {
    const child = spawn(NODE, [script, ...args], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    this.#strangers.add(child);
    return child.pid ?? 0;
  }

  /** Adds and confirms a stdio server in one go. */
  async add(id: string, argv: readonly string[], options: readonly string[] = []): Promise<void> {
    const shown = await this.json(['server', 'add', id, ...options, '--', ...argv], 4);
    const hash = field(shown, 'launch_hash');
    await this.json(['server', 'add', id, ...options, '--confirm', String(hash), '--', ...argv]);
  }

  read(...path: string[]): string {
    return readFileSync(join(this.path, ...path), 'utf8');
  }

  /** Every file below the home, by its path. */
  files(): string[] {
    return readdirSync(this.path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  }

  async close(): Promise<void> {
    for (const { pid } of this.#strangers) if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    const left = [...this.#running];
    for (const child of left) child.kill('SIGTERM');
    const timer = setTimeout(() => {
      for (const child of left) child.kill('SIGKILL');
    }, 6000);
    await Promise.all(
      left.map((child) =>
        child.exitCode === null && child.signalCode === null
          ? new Promise((resolve) => child.once('close', resolve))
          : undefined,
      ),
    );
    clearTimeout(timer);
    rmSync(this.folder, { recursive: true, force: true });
  }

  #environment(extra: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
    const environment: NodeJS.ProcessEnv = {
      ...process.env,
      GATEHOUSE_HOME: this.path,
      DBUS_SESSION_BUS_ADDRESS: undefined,
      PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
      ...this.#extra,
      ...extra,
    };
    for (const [name, value] of Object.entries(environment))
      if (value === undefined) delete environment[name];
    return environment;
  }
}

/** A field of parsed JSON; throws when it is not there. */
export function field(value: unknown, name: string): unknown {
  if (typeof value === 'object' && value !== null && name in value)
    return Object.entries(value).find(([key]) => key === name)?.[1];
  throw new Error(`No field ${name} in ${JSON.stringify(value)?.slice(0, 500)}`);
}

export function list(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error(`Not a list: ${JSON.stringify(value)?.slice(0, 500)}`);
}

/** Asks until it holds, at most `limit_ms`. */
export async function eventually<T>(
  ask: () => Promise<T | undefined> | T | undefined,
  limit_ms = 10_000,
): Promise<T> {
  const deadline = Date.now() + limit_ms;
  for (;;) {
    const value = await ask();
    if (value !== undefined) return value;
    if (Date.now() > deadline) throw new Error('It did not come to hold in time.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
