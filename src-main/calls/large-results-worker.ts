import { Worker } from 'node:worker_threads';
import { fail } from '../kernel/result.ts';
import { LargeResult, type ResultJob } from './large-result.ts';

const THREADS = 2;
const JOB_MS = 60_000;
const MEMORY_MB = 1024;

/**
 * Keeps large results in threads of their own, two at a time, so that hiding the secrets in a picture
 * of 20 MB does not stop everything else for a second. A thread that dies or is late is a failure.
 */
export function createLargeResults(): (job: ResultJob) => Promise<LargeResult> {
  const lanes: Promise<unknown>[] = Array.from({ length: THREADS }, () => Promise.resolve());
  let next = 0;
  return (job) => {
    const lane = next % THREADS;
    next += 1;
    const done = (lanes[lane] ?? Promise.resolve()).then(() => runJob(job));
    lanes[lane] = done;
    return done;
  };
}

function runJob(job: ResultJob): Promise<LargeResult> {
  return new Promise((resolve) => {
    let worker: Worker | undefined;
    const end = (answer: LargeResult) => {
      clearTimeout(late);
      resolve(answer);
      void worker?.terminate();
    };
    const lose = (message: string) => end(fail('internal', message.slice(0, 300)));
    const late = setTimeout(() => lose(`The thread took more than ${JOB_MS} ms.`), JOB_MS);
    try {
      worker = new Worker(entryUrl(), {
        workerData: job,
        // What a thread prints must not mix with protocol messages on our own stdout.
        ...{ stdout: true, stderr: true, env: {}, execArgv: [] },
        resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
      });
    } catch (error) {
      // Too deep to be copied.
      lose(String(error));
      return;
    }
    worker.on('message', (message: unknown) => {
      const answer = LargeResult.safeParse(message);
      if (answer.success) end(answer.data);
      else lose('The thread gave no known answer.');
    });
    worker.on('error', (error: unknown) =>
      lose(error instanceof Error ? error.message : String(error)),
    );
    worker.on('exit', (code) => lose(`The thread ended (${code}).`));
  });
}

/** The entry stands beside this file, or beside the bundle whose `chunks` hold this file. */
function entryUrl(): URL {
  const name = import.meta.url.endsWith('.ts') ? 'result-worker.ts' : 'result-worker.js';
  const folder = /\/chunks\/[^/]+$/.test(import.meta.url) ? '../' : './';
  return new URL(folder + name, import.meta.url);
}
