import { expect, onTestFinished, test } from 'vitest';
import { createArgumentChecks } from '../../../src-main/catalog/check-arguments.ts';
import { openWorkerPool } from '../../../src-main/catalog/worker-pool-worker.ts';

const evil = {
  server_id: 'evil',
  name: 'match',
  inputSchema: { properties: { a: { type: 'string', pattern: '^(a+)+$' } } },
};
const good = { server_id: 'good', name: 'read', inputSchema: { required: ['path'] } };
const endless = { a: `${'a'.repeat(60)}!` };
const TOO_SLOW = {
  ok: false,
  failure: {
    code: 'bad_arguments',
    message: 'The arguments could not be checked: its schema takes too long.',
  },
};

let now = 0;
async function openChecks() {
  now = 1_000_000;
  const pool = openWorkerPool();
  onTestFinished(() => pool.close());
  const checks = createArgumentChecks(pool, { now: () => now });
  // Both threads are up before anything is measured.
  await Promise.all([checks.check(good, { path: '' }), checks.check(evil, { a: 'a' })]);
  return checks;
}

const timed = async <T>(work: Promise<T>): Promise<[T, number]> => {
  const began = performance.now();
  return [await work, performance.now() - began];
};

test('one schema that never ends delays nobody else’s call', async () => {
  const checks = await openChecks();
  const six = timed(Promise.all([1, 2, 3, 4, 5, 6].map(() => checks.check(evil, endless))));
  const [fits, waited] = await timed(checks.check(good, { path: '/' }));
  expect(fits).toEqual({ ok: true, value: undefined });
  expect(waited).toBeLessThan(800);
  const [answers, whole] = await six;
  for (const answer of answers) expect(answer).toMatchObject(TOO_SLOW);
  expect(whole).toBeLessThan(3_000);
});

test('a tool whose check took too long fails at once for half a minute, or until its server is discovered again', async () => {
  const checks = await openChecks();
  expect(await checks.check(evil, endless)).toMatchObject(TOO_SLOW);
  const [again, waited] = await timed(checks.check(evil, { a: 'a' }));
  expect(again).toMatchObject(TOO_SLOW);
  expect(waited).toBeLessThan(100);
  const other = { ...evil, name: 'other' };
  expect(await checks.check(other, { a: 'a' })).toMatchObject({ ok: true });
  checks.forget('good');
  expect(await checks.check(evil, { a: 'a' })).toMatchObject(TOO_SLOW);
  checks.forget('evil');
  expect(await checks.check(evil, { a: 'a' })).toMatchObject({ ok: true });
  expect(await checks.check(evil, endless)).toMatchObject(TOO_SLOW);
  now += 29_999;
  expect(await checks.check(evil, { a: 'a' })).toMatchObject(TOO_SLOW);
  now += 1;
  expect(await checks.check(evil, { a: 'a' })).toMatchObject({ ok: true });
});

test('arguments that do not fit are told with their places', async () => {
  const checks = await openChecks();
  expect(await checks.check(good, {})).toMatchObject({
    ok: false,
    failure: { code: 'bad_arguments', message: expect.stringContaining('$.path is missing') },
  });
});
