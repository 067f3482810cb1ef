import { parentPort, workerData } from 'node:worker_threads';
import { fail, ok } from '../kernel/result.ts';
import { createRedactor } from '../secrets/create-redactor.ts';
import { type LargeResult, ResultJob } from './large-result.ts';
import { resultText } from './result-text.ts';
import { writeResult } from './write-result-file.ts';

/** The thread's entry: one large result, redacted, hashed and written; then it ends. */
const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker thread.');

const { folder, secrets, result } = ResultJob.parse(workerData);
const redactor = createRedactor();
for (const [name, value] of secrets) redactor.learn(name, value);
const made = resultText(result, (value) => redactor.json(value));
const written = await writeResult(folder, made);
const kept = { result_chars: made.text.length, result_sha256: made.sha256 };
const answer: LargeResult = written.ok
  ? ok({ ...kept, result_file: written.value })
  : fail(written.failure);
port.postMessage(answer);
