import { Worker } from 'node:worker_threads';
import { type Job, Reply } from './analyse-messages.ts';

export interface WorkerLimits {
  /** A new thread has this long to load its code; more than one job needs, as machines are busy. */
  readonly boot_ms: number;
  readonly job_ms: number;
  readonly memory_mb: number;
  readonly threads: number;
}

export const WORKER_LIMITS: WorkerLimits = {
  boot_ms: 30_000,
  job_ms: 10_000,
  memory_mb: 256,
  threads: 2,
};

/** How a job ended; after `timeout` and `crash` its thread is gone. `unstarted` is no fault of the job. */
export type JobEnd =
  | { readonly end: 'answered'; readonly reply: Reply }
  | { readonly end: 'timeout' }
  | { readonly end: 'crash'; readonly message: string }
  | { readonly end: 'unstarted'; readonly message: string }
  | { readonly end: 'closed' };

export interface RunOptions {
  /**
   * Whose job it is: one at a time of each, and turns go round, so that who sends many or slow ones
   * delays itself. Without it the job is its own.
   */
  readonly turn?: string;
  /** Asked when its turn comes; true ends it as a time-out before it began. */
  readonly skip?: () => boolean;
  /** Less than the pool's limit for one job. */
  readonly limit_ms?: number;
  /** Asked while the job runs; true ends it as a time-out. */
  readonly stuck?: () => boolean;
}

export interface WorkerPool {
  /** One message in, one out. Jobs wait for a free thread; their time starts with their work. */
  run(job: Job, options?: RunOptions): Promise<JobEnd>;
  /** Ends every thread; running and waiting jobs are `closed`. */
  close(): Promise<void>;
}

type Turn = string | symbol;

interface Waiting {
  readonly turn: Turn;
  readonly job: Job;
  readonly options: RunOptions;
  readonly end: (end: JobEnd) => void;
}

/** Threads for hostile input: started when needed, kept while they behave, ended when they do not. */
export function openWorkerPool(limits: Partial<WorkerLimits> = {}): WorkerPool {
  return new Pool({ ...WORKER_LIMITS, ...limits });
}

/** The entry stands beside this file, or beside the bundle whose `chunks` hold this file. */
function entryUrl(): URL {
  const name = import.meta.url.endsWith('.ts') ? 'analyse-worker.ts' : 'analyse-worker.js';
  const folder = /\/chunks\/[^/]+$/.test(import.meta.url) ? '../' : './';
  return new URL(folder + name, import.meta.url);
}

const POLL_MS = 100;

class Pool implements WorkerPool {
  readonly #limits: WorkerLimits;
  /** Who waits for a thread, longest first. Who has one stands in `#busy`, with what else it waits for. */
  readonly #queue = new Map<Turn, Waiting[]>();
  readonly #busy = new Map<Turn, Waiting[]>();
  readonly #free: Worker[] = [];
  readonly #running = new Map<Worker, (end: JobEnd) => void>();
  #threads = 0;
  #closed = false;

  constructor(limits: WorkerLimits) {
    this.#limits = limits;
  }

  run(job: Job, options: RunOptions = {}): Promise<JobEnd> {
    if (this.#closed) return Promise.resolve({ end: 'closed' });
    return new Promise((end) => {
      const turn = options.turn ?? Symbol('a job of its own');
      const before = this.#busy.get(turn) ?? this.#queue.get(turn);
      const waiting = { turn, job, options, end };
      if (before === undefined) this.#queue.set(turn, [waiting]);
      else before.push(waiting);
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const waiting = [...this.#queue.values(), ...this.#busy.values()].flat();
    this.#queue.clear();
    this.#busy.clear();
    for (const { end } of waiting) end({ end: 'closed' });
    const workers = [...this.#free, ...this.#running.keys()];
    for (const end of [...this.#running.values()]) end({ end: 'closed' });
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  #next(): void {
    while (this.#free.length > 0 || this.#threads < this.#limits.threads) {
      const waiting = this.#take();
      if (waiting === undefined) return;
      this.#work(this.#free.pop(), waiting);
    }
  }

  /** The next job that is still wanted; from here on its turn is busy. */
  #take(): Waiting | undefined {
    for (const [turn, jobs] of this.#queue) {
      let job = jobs.shift();
      for (; job?.options.skip?.() === true; job = jobs.shift()) job.end({ end: 'timeout' });
      this.#queue.delete(turn);
      if (job === undefined) continue;
      this.#busy.set(turn, jobs);
      return job;
    }
    return undefined;
  }

  /** What its owner still waits for goes behind everybody else's. */
  #passOn(turn: Turn): void {
    const jobs = this.#busy.get(turn) ?? [];
    this.#busy.delete(turn);
    if (jobs.length > 0) this.#queue.set(turn, jobs);
  }

  #work(known: Worker | undefined, { turn, job, options, end }: Waiting): void {
    const worker = known ?? this.#start();
    worker.ref();
    let timer: NodeJS.Timeout | undefined;
    let poll: NodeJS.Timeout | undefined;
    let isUp = known !== undefined;

    const finish = (outcome: JobEnd) => {
      if (!this.#running.delete(worker)) return;
      clearTimeout(timer);
      clearInterval(poll);
      worker.removeAllListeners();
      if (outcome.end === 'answered') {
        worker.unref();
        // An idle thread that dies is nobody's failure: the next job starts a new one.
        worker.once('error', () => undefined);
        worker.once('exit', () => this.#forget(worker));
        this.#free.push(worker);
      } else {
        worker.on('error', () => undefined);
        void worker.terminate();
        this.#threads -= 1;
      }
      end(outcome);
      this.#passOn(turn);
      if (!this.#closed) this.#next();
    };
    this.#running.set(worker, finish);

    const begin = () => {
      isUp = true;
      clearTimeout(timer);
      timer = setTimeout(
        () => finish({ end: 'timeout' }),
        Math.min(options.limit_ms ?? this.#limits.job_ms, this.#limits.job_ms),
      );
      if (options.stuck !== undefined) {
        const stuck = options.stuck;
        poll = setInterval(() => {
          if (stuck()) finish({ end: 'timeout' });
        }, POLL_MS);
      }
      try {
        worker.postMessage(job);
      } catch (error) {
        // Too deep to be copied.
        die(String(error));
      }
    };
    const die = (message: string) =>
      finish({ end: isUp ? 'crash' : 'unstarted', message: message.slice(0, 300) });
    worker.removeAllListeners();
    worker.on('message', (message: unknown) => {
      const reply = Reply.safeParse(message);
      if (!reply.success) die('The thread gave no known answer.');
      else if (reply.data.kind === 'ready') begin();
      else finish({ end: 'answered', reply: reply.data });
    });
    worker.on('error', (error: unknown) =>
      die(error instanceof Error ? error.message : String(error)),
    );
    worker.on('exit', (code) => die(`The thread ended (${code}).`));
    if (known === undefined)
      timer = setTimeout(() => die('The thread did not start in time.'), this.#limits.boot_ms);
    else begin();
  }

  #start(): Worker {
    this.#threads += 1;
    return new Worker(entryUrl(), {
      // What a worker prints must not mix with protocol messages on our own stdout.
      stdout: true,
      stderr: true,
      env: {},
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: this.#limits.memory_mb,
        maxYoungGenerationSizeMb: 32,
        stackSizeMb: 4,
      },
    });
  }

  #forget(worker: Worker): void {
    const index = this.#free.indexOf(worker);
    if (index < 0) return;
    this.#free.splice(index, 1);
    this.#threads -= 1;
  }
}
