import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { getPath } from './app-paths.ts';

export interface SecondInstance {
  readonly argv: string[];
  readonly workingDirectory: string;
  readonly additionalData: unknown;
}

/** The lock of `app.requestSingleInstanceLock()`: a pid file and a socket in userData. */
export class SingleInstance {
  private server: Server | undefined;
  private files: string[] = [];

  get held(): boolean {
    return this.server !== undefined;
  }

  /** True if this process now holds the lock; else the holder is told about this process. */
  request(additionalData: unknown, onSecond: (second: SecondInstance) => void): boolean {
    if (this.held) return true;
    const folder = getPath('userData');
    mkdirSync(folder, { recursive: true });
    const lock = join(folder, 'SingletonLock');
    const socket = join(folder, 'SingletonSocket');
    if (!claim(lock)) {
      tellHolder(socket, {
        argv: process.argv,
        workingDirectory: process.cwd(),
        additionalData: additionalData ?? null,
      });
      return false;
    }
    rmSync(socket, { force: true });
    this.files = [lock, socket];
    this.server = listen(socket, onSecond);
    process.once('exit', () => this.release());
    return true;
  }

  release(): void {
    this.server?.close();
    this.server = undefined;
    for (const file of this.files) rmSync(file, { force: true });
    this.files = [];
  }
}

function claim(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (isAlive(Number(readFileSync(lock, 'utf8')))) return false;
    rmSync(lock, { force: true });
    return claim(lock);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Synchronous, as the app may quit on the very next line. */
function tellHolder(socket: string, second: SecondInstance): void {
  const send =
    "const s=require('node:net').connect(process.argv[1],()=>s.end(process.argv[2]));s.on('error',()=>process.exit(1))";
  spawnSync(process.execPath, ['-e', send, socket, JSON.stringify(second)], { timeout: 3000 });
}

function listen(socket: string, onSecond: (second: SecondInstance) => void): Server {
  const server = createServer((connection) => {
    let text = '';
    connection.setEncoding('utf8').on('data', (more: string) => {
      text += more;
    });
    connection.on('end', () => onSecond(JSON.parse(text)));
  });
  return server.listen(socket).unref();
}
