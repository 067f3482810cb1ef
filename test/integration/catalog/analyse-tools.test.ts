import { describe, expect, onTestFinished, test } from 'vitest';
import { type AnalyseLimits, analyseTools } from '../../../src-main/catalog/analyse-tools.ts';
import { openWorkerPool, type WorkerLimits } from '../../../src-main/catalog/worker-pool-worker.ts';
import { tool } from '../../fakes/link.ts';

const never = new AbortController().signal;

function openPool(limits: Partial<WorkerLimits> = {}) {
  const pool = openWorkerPool(limits);
  onTestFinished(() => pool.close());
  return pool;
}

const named = (name: string, inputSchema?: Record<string, unknown>) => ({
  name,
  definition: tool(name, inputSchema === undefined ? {} : { inputSchema }),
});

/** Compiling this takes seconds: the work grows faster than the schema. */
const bomb = (name: string, length = 12_000) =>
  named(name, {
    anyOf: Array.from({ length }, (_, index) => ({
      type: 'object',
      required: [`p${index}`],
    })),
  });

const analyse = (
  tools: ReturnType<typeof named>[],
  limits: Partial<AnalyseLimits> = {},
  pool = openPool(),
) => analyseTools(tools, { pool, server_id: 's', signal: never, limits });

test('tools are judged in another thread, in their order', async () => {
  const judged = await analyse([named('get_note'), named('delete_note')]);
  expect(judged).toMatchObject({
    ok: true,
    value: [
      { tool: { name: 'get_note' }, verdict: { risk: 'medium', quarantine_reason: null } },
      { tool: { name: 'delete_note' }, verdict: { risk: 'high', quarantine_reason: null } },
    ],
  });
});

test('2,000 tools are judged, and progress is told', async () => {
  const many = Array.from({ length: 2_000 }, (_, index) => named(`t${index}`));
  const told: number[] = [];
  const judged = await analyseTools(many, {
    pool: openPool(),
    server_id: 's',
    signal: never,
    onProgress: (done, total) => {
      expect(total).toBe(2_000);
      told.push(done);
    },
  });
  expect(judged.ok && judged.value.every(({ verdict }) => verdict !== null)).toBe(true);
  expect(told.at(-1)).toBe(2_000);
});

describe('a definition that takes for ever', () => {
  test('sets aside that tool alone', async () => {
    const judged = await analyse([named('a'), named('b'), bomb('bomb'), named('c')], {
      tool_ms: 1_000,
    });
    if (!judged.ok) throw new Error(judged.failure.message);
    expect(judged.value.map(({ verdict }) => verdict === null)).toEqual([
      false,
      false,
      true,
      false,
    ]);
    expect(judged.value[2]).toMatchObject({ reason: 'Its definition took too long to judge.' });
  });

  test('a server full of them costs a bounded time', async () => {
    const tools = Array.from({ length: 30 }, (_, index) => bomb(`bomb${index}`));
    const started = performance.now();
    const judged = await analyse([named('a'), ...tools], { tool_ms: 1_000, culprits: 3 });
    expect(performance.now() - started).toBeLessThan(30_000);
    if (!judged.ok) throw new Error(judged.failure.message);
    const reasons = judged.value.map((each) => (each.verdict === null ? each.reason : null));
    expect(reasons.filter((reason) => reason?.includes('too long'))).toHaveLength(3);
    expect(reasons.at(-1)).toMatch(/not judged/);
  });

  test('the app goes on meanwhile', async () => {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 10);
    onTestFinished(() => clearInterval(timer));
    await analyse([bomb('bomb')], { tool_ms: 1_000 });
    expect(turns).toBeGreaterThan(10);
  });
});

test('a definition that eats the memory sets aside that tool alone', async () => {
  const branches = Array.from({ length: 3_000 }, (_, index) => ({
    type: 'object',
    properties: { [`p${index}`]: { type: 'string', pattern: 'x'.repeat(40) } },
  }));
  const judged = await analyse(
    [named('a'), named('eater', { anyOf: branches }), named('b')],
    { tool_ms: 30_000 },
    openPool({ memory_mb: 32, job_ms: 30_000 }),
  );
  if (!judged.ok) throw new Error(judged.failure.message);
  expect(judged.value.map(({ verdict }) => verdict === null)).toEqual([false, true, false]);
  expect(judged.value[1]).toMatchObject({ reason: expect.stringContaining('broke down') });
});

test('cancelling ends it between two lots', async () => {
  const stop = new AbortController();
  stop.abort();
  const judged = await analyseTools([named('a')], {
    pool: openPool(),
    server_id: 's',
    signal: stop.signal,
  });
  expect(judged).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
});

describe('the pool', () => {
  const check = (schema: Record<string, unknown>, args: Record<string, unknown>) =>
    ({ kind: 'check', schema, args }) as const;
  const catastrophic = { properties: { a: { type: 'string', pattern: '^(a+)+$' } } };

  test('ends a pattern that never ends, and works on afterwards', async () => {
    const pool = openPool({ threads: 1 });
    await pool.run(check({}, {}));
    const started = performance.now();
    const end = await pool.run(check(catastrophic, { a: `${'a'.repeat(60)}!` }), { limit_ms: 300 });
    expect(end).toEqual({ end: 'timeout' });
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(await pool.run(check(catastrophic, { a: 'aaa' }))).toMatchObject({
      end: 'answered',
      reply: { kind: 'checked', problems: [] },
    });
  });

  test('a schema whose checks multiply is ended too', async () => {
    const $defs: Record<string, unknown> = { l0: { type: 'string' } };
    for (let level = 1; level < 40; level += 1) {
      const below = { $ref: `#/$defs/l${level - 1}` };
      $defs[`l${level}`] = { allOf: [below, below] };
    }
    const pool = openPool();
    await pool.run(check({}, {}));
    const end = await pool.run(
      check({ $defs, properties: { a: { $ref: '#/$defs/l39' } } }, { a: 'x' }),
      { limit_ms: 300 },
    );
    expect(end).toEqual({ end: 'timeout' });
  });

  test('closing answers whoever runs or waits', async () => {
    const pool = openWorkerPool({ threads: 1 });
    const slow = check(catastrophic, { a: `${'a'.repeat(60)}!` });
    const ends = [slow, slow, slow].map((job) => pool.run(job));
    await pool.close();
    expect(await Promise.all(ends)).toEqual([1, 2, 3].map(() => ({ end: 'closed' })));
    expect(await pool.run(slow)).toEqual({ end: 'closed' });
  });

  test('what is too deep to be copied is the job’s failure', async () => {
    let deep: Record<string, unknown> = {};
    for (let level = 0; level < 200_000; level += 1) deep = { a: deep };
    const pool = openPool({ threads: 1 });
    expect((await pool.run(check({}, deep))).end).toBe('crash');
    expect((await pool.run(check({}, {}))).end).toBe('answered');
  });

  test('who sends many jobs has one thread, and takes turns with everybody else', async () => {
    const pool = openPool({ threads: 2 });
    await Promise.all([pool.run(check({}, {})), pool.run(check({}, {}))]);
    const slow = check(catastrophic, { a: `${'a'.repeat(60)}!` });
    const order: string[] = [];
    const run = async (turn: string, job: typeof slow) => {
      await pool.run(job, { turn, limit_ms: 300 });
      order.push(turn);
    };
    const many = [1, 2, 3].flatMap(() => [run('evil', slow), run('bad', slow)]);
    await Promise.all([...many, run('good', check({}, {}))]);
    // Asked last, it waits for one turn of the others and not for six.
    expect(order.indexOf('good')).toBeLessThan(4);
    order.length = 0;
    const started = performance.now();
    const three = [1, 2, 3].map(() => run('evil', slow));
    await Promise.all([...three, run('good', check({}, {}))]);
    expect(order.indexOf('good')).toBeLessThan(2);
    expect(performance.now() - started).toBeGreaterThan(850);
  });

  test('a job that nobody wants any more when its turn comes is not begun', async () => {
    const pool = openPool({ threads: 1 });
    const slow = check(catastrophic, { a: `${'a'.repeat(60)}!` });
    const first = pool.run(slow, { turn: 'a', limit_ms: 300 });
    const second = pool.run(check({}, {}), { turn: 'a', skip: () => true });
    const third = pool.run(check({}, {}), { turn: 'a' });
    expect([await first, await second]).toEqual([{ end: 'timeout' }, { end: 'timeout' }]);
    expect((await third).end).toBe('answered');
  });

  test('the wait for a thread is not counted as a tool’s own time', async () => {
    const pool = openPool({ threads: 1 });
    await pool.run(check({}, {}));
    const endless = check(catastrophic, { a: `${'a'.repeat(60)}!` });
    const busy = pool.run(endless, { limit_ms: 2_500 });
    const judged = await analyse([bomb('slow', 2_500)], { tool_ms: 2_000 }, pool);
    expect((await busy).end).toBe('timeout');
    expect(judged).toMatchObject({ ok: true, value: [{ verdict: { risk: 'medium' } }] });
  });
});
