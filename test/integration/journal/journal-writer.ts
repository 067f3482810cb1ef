// A process that writes without end and says each number that was acknowledged: one entry a turn, or
// (`together`) many that are entered in one turn.
import { setImmediate } from 'node:timers/promises';
import { openJournal } from '../../../src-main/journal/journal-db.ts';
import { systemClock } from '../../../src-main/kernel/clock.ts';

const [, , path = '', how = 'apart'] = process.argv;
const opened = await openJournal({
  ...{ path, key: new Uint8Array(32).fill(3), clock: systemClock },
  redact: (value) => value,
});
if (!opened.ok) throw new Error(opened.failure.message);
const journal = opened.value;
const draft = { kind: 'probe', detail: { a: 'x'.repeat(500) } } as const;
for (;;) {
  const done =
    how === 'together'
      ? await Promise.all(Array.from({ length: 20 }, () => journal.enter(draft)))
      : [journal.append(draft)];
  for (const each of done) {
    if (!each.ok) throw new Error(each.failure.message);
    process.stdout.write(`${each.value.seq}\n`);
  }
  await setImmediate();
}
