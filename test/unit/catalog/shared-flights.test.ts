import { expect, test } from 'vitest';
import { SharedFlights } from '../../../src-main/catalog/shared-flights.ts';
import { fail, ok, type Result } from '../../../src-main/kernel/result.ts';

const never = new AbortController().signal;

/** Work that ends when told to, or when cancelled. */
function work() {
  const { promise, resolve } = Promise.withResolvers<Result<number>>();
  let started = 0;
  return {
    get started() {
      return started;
    },
    finish: (value: number) => resolve(ok(value)),
    start: (signal: AbortSignal) => {
      started += 1;
      signal.addEventListener('abort', () => resolve(fail('cancelled', 'It was cancelled.')));
      return promise;
    },
  };
}

test('whoever asks for the same work meanwhile gets the same answer', async () => {
  const flights = new SharedFlights<number>();
  const job = work();
  const answers = [1, 2, 3].map(() => flights.join('a', never, job.start));
  job.finish(7);
  expect(await Promise.all(answers)).toEqual([ok(7), ok(7), ok(7)]);
  expect(job.started).toBe(1);
});

test('one who gives up leaves the others waiting', async () => {
  const flights = new SharedFlights<number>();
  const job = work();
  const stop = new AbortController();
  const one = flights.join('a', stop.signal, job.start);
  const other = flights.join('a', never, job.start);
  stop.abort();
  expect(await one).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  job.finish(7);
  expect(await other).toEqual(ok(7));
});

test('the last one to give up ends the work, and the next ask starts anew', async () => {
  const flights = new SharedFlights<number>();
  const job = work();
  const stop = new AbortController();
  const only = flights.join('a', stop.signal, job.start);
  stop.abort();
  const next = work();
  const again = flights.join('a', never, next.start);
  expect(await only).toMatchObject({ ok: false });
  next.finish(9);
  expect(await again).toEqual(ok(9));
});

test('closing cancels all and waits for them', async () => {
  const flights = new SharedFlights<number>();
  const answers = ['a', 'b'].map((key) => flights.join(key, never, work().start));
  await flights.close();
  for (const answer of await Promise.all(answers)) expect(answer.ok).toBe(false);
});
