// A process that appends without end and says each number that was acknowledged.
import { setImmediate } from 'node:timers/promises';
import { openJournal } from '../../../src-main/journal/journal-db.ts';
import { systemClock } from '../../../src-main/kernel/clock.ts';

const opened = await openJournal({
  path: process.argv[2] ?? '',
  key: new Uint8Array(32).fill(3),
  redact: (value) => value,
  clock: systemClock,
});
if (!opened.ok) throw new Error(opened.failure.message);
for (;;) {
  const done = opened.value.append({ kind: 'probe', detail: { a: 'x'.repeat(500) } });
  if (!done.ok) throw new Error(done.failure.message);
  process.stdout.write(`${done.value.seq}\n`);
  await setImmediate();
}
