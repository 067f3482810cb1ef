import { parentPort } from 'node:worker_threads';
import { assertNever } from '../kernel/result.ts';
import { checkArguments, judgeTool } from './analyse.ts';
import { Job, type Reply } from './analyse-messages.ts';
import { createCompileSchema } from './compile-schema.ts';

/** The thread's entry: everything here works on hostile input, and the host ends it when it is late. */
const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker thread.');

const compileSchema = createCompileSchema();
const answer = (reply: Reply): void => port.postMessage(reply);

port.on('message', (message: unknown) => {
  const job = Job.parse(message);
  switch (job.kind) {
    case 'judge': {
      const at = new Int32Array(job.at);
      const verdicts = job.tools.map(({ name, definition }, index) => {
        Atomics.store(at, 0, index);
        return judgeTool(compileSchema, name, definition);
      });
      return answer({ kind: 'judged', verdicts });
    }
    case 'check':
      return answer({ kind: 'checked', problems: checkArguments(compileSchema, job) });
    default:
      return assertNever(job);
  }
});
answer({ kind: 'ready' });
