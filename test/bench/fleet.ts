import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endTrees, isAlive, lastWords, send } from './processes.ts';
import { reasonOf, within } from './rounds.ts';
import type { Running, ServerSpec, Setup, Subject } from './subjects/subject.ts';

export interface Started {
  readonly id: string;
  readonly subject: Subject;
  readonly setup: Setup;
  readonly running: Running;
}

/** Subjects with their folders and processes; `close` leaves nothing of them behind. */
export class Fleet {
  readonly #folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  readonly #roots = new Set<number>();
  #setups = 0;

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
      for (const root of running.roots) this.#roots.add(root);
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
        started.push(await this.start(subject, await this.prepare(subject, servers)));
      } catch (error) {
        problems.set(subject.id, reasonOf(error));
      }
    }
    return { started, problems };
  }

  async stop({ running }: Started): Promise<void> {
    await endTrees(running.roots);
    for (const root of running.roots) this.#roots.delete(root);
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
    await endTrees([...this.#roots]);
    this.endServers();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  get #pids(): string {
    return join(this.#folder, 'servers');
  }
}

/** A pid may be another program's by now. */
function isOurs(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('bench-server.mjs');
  } catch {
    return false;
  }
}
