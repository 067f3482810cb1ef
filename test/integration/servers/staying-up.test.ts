import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src-main/kernel/clock.ts';
import type { Link } from '../../../src-main/servers/connection.ts';
import { fakeClock } from '../../fakes/clock.ts';
import {
  call,
  fixture,
  isError,
  isRunning,
  must,
  openBench,
  PERSON,
  stdio,
  textOf,
  until,
} from './harness.ts';

const NEVER = new AbortController().signal;
const tools = () => stdio(fixture('tools.mjs'));
type Bench = Awaited<ReturnType<typeof openBench>>;

/** One call over a connection of its own asking, as callers make it. */
const use = async (bench: Bench, tool: string, more = {}) =>
  must(await bench.supervisor.use('s', NEVER, (link: Link) => call(link, tool, {}, more)));
const hang = (bench: Bench) => use(bench, 'silent', { idle_ms: 150, total_ms: 150 });

function pidOf(bench: Bench): number {
  const state = bench.supervisor.state('s');
  if (state.state !== 'ready' || state.pid === null) throw new Error(`It is ${state.state}.`);
  return state.pid;
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('after a crash the next use starts it at once, and its view remembers what happened', async () => {
  const bench = await openBench();
  await bench.addConfirmed('s', tools());
  expect(textOf(await use(bench, 'echo'))).toBe('{}');
  const before = pidOf(bench);
  expect(await use(bench, 'dies')).toMatchObject({
    outcome: 'unknown',
    failure: { code: 'exited', params: { exit_code: 7 } },
  });
  await until(() => bench.supervisor.state('s').state === 'failed');
  expect(bench.supervisor.state('s')).toMatchObject({ failure: { code: 'exited' } });
  expect(bench.supervisor.state('s')).not.toHaveProperty('retry_at');
  expect(textOf(await use(bench, 'echo'))).toBe('{}');
  expect(pidOf(bench)).not.toBe(before);
  expect(bench.supervisor.state('s')).toMatchObject({
    state: 'ready',
    last_failure: { failure: { code: 'exited' } },
  });
  // Nobody wants it: what crashed was started by the next use, and by nothing else.
  expect(bench.journalOf('launch')).toHaveLength(2);
});

test('three crashes soon after the start are a loop, with the last words, until a person tries', async () => {
  const clock = fakeClock();
  const bench = await openBench({ clock });
  await bench.addConfirmed('s', stdio(fixture('misbehave.mjs', '--as=crashes-soon')));
  for (let times = 0; times < 3; times += 1) {
    must(await bench.supervisor.connect('s'));
    await until(() => bench.supervisor.state('s').state === 'failed');
  }
  const loop = { code: 'crash_loop', params: { count: 3, exit_code: 4 } };
  expect(bench.supervisor.state('s')).toMatchObject({
    ...{ failure: loop, retry_at: clock.now() + 4_000 },
  });
  const refused = await bench.supervisor.connect('s');
  expect(refused).toMatchObject({
    ok: false,
    failure: {
      ...loop,
      message: expect.stringMatching(/3 times in a row.*cannot open the database.*in 4 s/s),
      fix: expect.stringContaining('gatehouse probe s'),
    },
  });
  expect(bench.journalOf('launch')).toHaveLength(3);
  await bench.supervisor.disconnect('s');
  must(await bench.supervisor.connect('s'));
});

test('a look in passing that ends what it started does not forget the crashes before it', async () => {
  const clock = fakeClock();
  const bench = await openBench({ clock });
  const dying = join(bench.folder, 'dying');
  await bench.addConfirmed(
    's',
    stdio(fixture('misbehave.mjs', '--as=crashes-if', `--file=${dying}`)),
  );
  const crash = async () => {
    writeFileSync(dying, '');
    must(await bench.supervisor.connect('s'));
    await until(() => bench.supervisor.state('s').state === 'failed');
  };
  await crash();
  await crash();
  rmSync(dying);
  const look = async () => 'looked';
  expect(must(await bench.supervisor.use('s', NEVER, look, { inPassing: true }))).toBe('looked');
  await bench.supervisor.stopUnused('s');
  expect(bench.supervisor.state('s').state).toBe('stopped');
  await crash();
  expect(bench.supervisor.state('s')).toMatchObject({
    failure: { code: 'crash_loop', params: { count: 3 } },
  });
  // A person's try begins anew.
  await bench.supervisor.disconnect('s');
  await crash();
  expect(bench.supervisor.state('s')).toMatchObject({ failure: { code: 'exited' } });
});

test('a server that does not answer is left alone for a while, ended, and started anew for the next try', async () => {
  const clock = fakeClock();
  const bench = await openBench({ clock });
  await bench.addConfirmed('s', tools());
  expect(textOf(await use(bench, 'echo'))).toBe('{}');
  const hung = pidOf(bench);
  for (let times = 0; times < 3; times += 1) {
    expect(await hang(bench)).toMatchObject({ failure: { code: 'call_timeout' } });
  }
  expect(bench.supervisor.state('s')).toMatchObject({
    ...{ state: 'failed', failure: { code: 'breaker_open' }, retry_at: clock.now() + 4_000 },
  });
  const began = performance.now();
  const refused = await bench.supervisor.use('s', NEVER, (link) => call(link, 'echo'));
  expect(performance.now() - began).toBeLessThan(100);
  expect(refused).toMatchObject({
    ok: false,
    failure: {
      code: 'breaker_open',
      message: expect.stringMatching(/did not answer tools\/call.*next try is possible in 4 s/),
      params: { reason: 'call_timeout', count: 3 },
    },
  });
  await until(() => !isRunning(hung));
  clock.advance(4_000);
  // Side by side: one start for all.
  const both = await Promise.all([use(bench, 'echo'), use(bench, 'echo')]);
  expect(both.map(textOf)).toEqual(['{}', '{}']);
  expect(bench.journalOf('launch')).toHaveLength(2);
  expect(bench.supervisor.state('s')).toMatchObject({
    ...{ state: 'ready', last_failure: { failure: { code: 'breaker_open' } } },
  });
});

test('while something is under way over it, what does not answer is not ended, and its answer is enough', async () => {
  const bench = await openBench({ clock: fakeClock() });
  await bench.addConfirmed('s', tools());
  const link = must(await bench.supervisor.connect('s'));
  const slow = use(bench, 'with_progress');
  await Promise.all([hang(bench), hang(bench), hang(bench)]);
  expect(bench.supervisor.state('s')).toMatchObject({ failure: { code: 'breaker_open' } });
  expect(await call(link, 'echo')).toMatchObject({
    ...{ outcome: 'not_sent', failure: { code: 'breaker_open' } },
  });
  expect(await slow).toMatchObject({ outcome: 'answered' });
  expect(pidOf(bench)).toBe(link.pid);
  expect(textOf(await use(bench, 'echo'))).toBe('{}');
});

test('a slow tool, a tool’s own errors and wrong arguments keep nobody from the others', async () => {
  const bench = await openBench();
  await bench.addConfirmed('s', tools());
  for (let times = 0; times < 5; times += 1) {
    await hang(bench);
    expect(isError(await use(bench, 'fails'))).toBe(true);
    expect(isError(await use(bench, 'protocol_error'))).toBe(true);
  }
  const stop = new AbortController();
  const given_up = Array.from({ length: 5 }, () => use(bench, 'silent', { signal: stop.signal }));
  await pause(50);
  stop.abort();
  for (const outcome of await Promise.all(given_up))
    expect(outcome).toMatchObject({ failure: { code: 'cancelled' } });
  expect(textOf(await use(bench, 'echo'))).toBe('{}');
  expect(bench.journalOf('launch')).toHaveLength(1);
});

test('a lease starts nothing, keeps what runs, and lets it go', async () => {
  const bench = await openBench();
  await bench.addConfirmed('s', { ...tools(), timeouts: { idle_s: 1 } });
  const release = bench.supervisor.lease('s');
  await pause(50);
  expect(bench.journalOf('launch')).toEqual([]);
  await use(bench, 'echo');
  await pause(1_600);
  expect(bench.supervisor.state('s').state).toBe('ready');
  release();
  release();
  await until(() => bench.supervisor.state('s').state === 'stopped');
  expect(bench.supervisor.state('s')).toEqual({ state: 'stopped', because: 'idle' });
});

test('idle_s 0 keeps a server that was used: it comes back by itself, and stays down when ended', async () => {
  const bench = await openBench();
  await bench.addConfirmed('s', { ...tools(), timeouts: { idle_s: 0 } });
  await use(bench, 'echo');
  const first = pidOf(bench);
  process.kill(first, 'SIGKILL');
  await until(() => bench.supervisor.state('s').state === 'failed');
  await until(() => bench.supervisor.state('s').state === 'ready');
  expect(pidOf(bench)).not.toBe(first);
  await bench.supervisor.disconnect('s');
  await pause(1_300);
  expect(bench.supervisor.state('s').state).toBe('stopped');
  expect(bench.journalOf('launch')).toHaveLength(2);
});

test('what is wanted back and crashes each time is tried with growing pauses', async () => {
  const bench = await openBench({ clock: systemClock });
  await bench.addConfirmed('s', stdio(fixture('misbehave.mjs', '--as=crashes-soon')));
  const starts: number[] = [];
  bench.supervisor.changed.subscribe(() => {
    if (bench.supervisor.state('s').state === 'starting') starts.push(performance.now());
  });
  const release = bench.supervisor.lease('s', true);
  must(await bench.supervisor.connect('s'));
  const isLoop = () => {
    const state = bench.supervisor.state('s');
    return state.state === 'failed' && state.failure.code === 'crash_loop';
  };
  await until(isLoop, 20_000);
  const [first = 0, second = 0, third = 0] = starts;
  expect(starts).toHaveLength(3);
  expect(second - first).toBeGreaterThan(1_000);
  expect(third - second).toBeGreaterThan(2_000);
  release();
  await pause(4_500);
  expect(starts).toHaveLength(3);
});

test('a limit that is edited while it runs holds from then on', async () => {
  const bench = await openBench();
  await bench.addConfirmed('s', { ...tools(), timeouts: { idle_s: 0 } });
  await use(bench, 'echo');
  const pid = pidOf(bench);
  must(await bench.registry.edit('s', { timeouts: { idle_s: 1 } }, PERSON));
  expect(pidOf(bench)).toBe(pid);
  await until(() => bench.supervisor.state('s').state === 'stopped');
});

test('an edit of a server that failed is a new beginning', async () => {
  const bench = await openBench({ clock: fakeClock() });
  await bench.addConfirmed('s', stdio(fixture('misbehave.mjs', '--as=exits-1')));
  expect((await bench.supervisor.connect('s')).ok).toBe(false);
  expect(bench.supervisor.state('s')).toMatchObject({ state: 'failed' });
  must(await bench.registry.edit('s', { command_argv: fixture('tools.mjs') }, PERSON));
  await bench.confirm('s');
  expect(bench.supervisor.state('s')).toMatchObject({ state: 'stopped' });
  expect(textOf(await use(bench, 'echo'))).toBe('{}');
});
