import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endTrees, isAlive, lastWords, send, treeOf } from './processes.ts';
import { reasonOf, within } from './rounds.ts';
import type { Running, ServerSpec, Setup, Subject } from './subjects/subject.ts';

export interface Started {
  readonly id: string;
  readonly subject: Subject;
  readonly setup: Setup;
  readonly running: Running;
}

const open = new Set<Fleet>();

/** Ends everything that was started, at once, when this process is told to end. */
export function killFleets(): void {
  for (const fleet of open) fleet.kill();
}

/** Subjects with their folders and processes; `close` leaves nothing of them behind. */
export class Fleet {
  readonly #folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  #setups = 0;

  constructor() {
    open.add(this);
  }

  /** A fresh folder with its servers, and what the subject needs there. */
  async prepare(subject: Subject, servers: readonly ServerSpec[]): Promise<Setup> {
    this.#setups += 1;
    const folder = join(this.#folder, `${this.#setups}-${subject.id}`);
    mkdirSync(folder);
    const noting = servers.map((server) => ({
      ...server,
      args: [...server.args, `--pids=${this.#pids}`],
    }));
    const setup = { servers: noting, folder };
    await within(120_000, subject.prepare(setup));
    return setup;
  }

  async start(subject: Subject, setup: Setup, limit_ms = 60_000): Promise<Started> {
    try {
      const running = await within(limit_ms, subject.start(setup));
      return { id: subject.id, subject, setup, running };
    } catch (error) {
      throw new Error([reasonOf(error), lastWords(setup.folder)].join('\n').trim());
    }
  }

  /** Prepares and starts all of them, one after another; those that fail are in `problems`. */
  async startAll(subjects: readonly Subject[], servers: readonly ServerSpec[]) {
    const started: Started[] = [];
    const problems = new Map<string, string>();
    for (const subject of subjects) {
      try {
        const one = await this.start(subject, await this.prepare(subject, servers));
        await usable(one);
        started.push(one);
      } catch (error) {
        problems.set(subject.id, reasonOf(error));
      }
    }
    return { started, problems };
  }

  async stop({ running }: Started): Promise<void> {
    await endTrees(running.roots);
  }

  /** Servers under test that run now, whoever started them. */
  servers(): number[] {
    if (!existsSync(this.#pids)) return [];
    const pids = readFileSync(this.#pids, 'utf8').split('\n').filter(Boolean).map(Number);
    return [...new Set(pids)].filter((pid) => isAlive(pid) && isOurs(pid));
  }

  endServers(): void {
    for (const pid of this.servers()) send(pid, 'SIGKILL');
  }

  async close(): Promise<void> {
    await endTrees(below());
    this.#clear();
  }

  /** For a process that has to end now. */
  kill(): void {
    for (const pid of below()) send(pid, 'SIGKILL');
    this.#clear();
  }

  #clear(): void {
    this.endServers();
    open.delete(this);
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  get #pids(): string {
    return join(this.#folder, 'servers');
  }
}

/** Resolves when a call goes through: some listen before they can be used. */
export async function usable({ running, setup }: Started, limit_ms = 30_000): Promise<void> {
  const deadline = performance.now() + limit_ms;
  for (;;) {
    try {
      const door = await within(limit_ms, running.open(setup.servers[0]?.id ?? ''));
      await within(
        limit_ms,
        door.call('echo', {}).finally(() => door.close()),
      );
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(100);
    }
  }
}

/** Everything that this process has started, and what that has started. */
const below = (): number[] => treeOf([process.pid]).filter((pid) => pid !== process.pid);

/** A pid may be another program's by now. */
function isOurs(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('bench-server.mjs');
  } catch {
    return false;
  }
}
