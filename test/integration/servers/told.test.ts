import { expect, test } from 'vitest';
import type { Link } from '../../../src-main/servers/connection.ts';
import { call, fixture, must, openBench, stdio, textOf, toolNames, until } from './harness.ts';
import { writtenOwner } from './written-owner.ts';

const NEVER = new AbortController().signal;
const ERAS = ['asking-v1.mjs', 'asking-modern.mjs'] as const;

async function open(
  file: string,
): Promise<{ link: Link; bench: Awaited<ReturnType<typeof openBench>> }> {
  const bench = await openBench();
  await bench.addConfirmed('telling', stdio(fixture(file, `--notes=${bench.notes}`)));
  return { bench, link: must(await bench.supervisor.connect('telling')) };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 150));

for (const era of ERAS) {
  test(`${era}: log messages reach the owner of the request from its level on`, async () => {
    const { link } = await open(era);
    expect(link.offers.logging).toBe(true);
    const owner = writtenOwner('ann', { log_level: 'warning' });
    await call(link, 'log', {}, { owner });
    expect(owner.logged).toEqual([
      { level: 'warning', logger: 'asking', data: 'a warning message' },
      { level: 'error', logger: 'asking', data: 'a error message' },
    ]);
    const curious = writtenOwner('bob', { log_level: 'debug' });
    await call(link, 'log', {}, { owner: curious });
    expect(curious.logged.map((params) => params['level'])).toEqual([
      'debug',
      'info',
      'warning',
      'error',
    ]);
    const deaf = writtenOwner('eve');
    await call(link, 'log', {}, { owner: deaf });
    expect(deaf.logged).toEqual([]);
    expect(owner.logged).toHaveLength(2);
  });

  test(`${era}: a log message that could be another client’s reaches nobody`, async () => {
    const { link, bench } = await open(era);
    const ann = writtenOwner('ann', { log_level: 'info' });
    const bob = writtenOwner('bob', { log_level: 'info' });
    const slow = call(link, 'slow', { steps: 10 }, { owner: ann });
    await until(() => bench.readNotes().includes('begin slow'));
    await call(link, 'log', {}, { owner: bob });
    expect([ann.logged, bob.logged]).toEqual([[], []]);
    await slow;
    await call(link, 'log', {}, { owner: bob });
    expect(bob.logged).toHaveLength(3);
  });

  test(`${era}: completions are passed on`, async () => {
    const { link } = await open(era);
    expect(link.offers.completions).toBe(true);
    const params = {
      ref: { type: 'ref/prompt', name: 'greet' },
      argument: { name: 'style', value: 'p' },
    };
    expect(must(await link.complete(params, NEVER))).toMatchObject({
      completion: { values: ['plain', 'polite', 'proud'] },
    });
    const unknown = { ...params, ref: { type: 'ref/prompt', name: 'nobody' } };
    expect(await link.complete(unknown, NEVER)).toMatchObject({ failure: { code: 'protocol' } });
  });

  test(`${era}: changes of a resource are told while somebody follows it`, async () => {
    const { link } = await open(era);
    expect(link.offers.subscribe).toBe(true);
    const updated: string[] = [];
    const stop = link.onResourceUpdated((uri) => updated.push(uri));
    await call(link, 'touch');
    await settled();
    expect(updated).toEqual([]);
    must(await link.subscribe('note://one', NEVER));
    must(await link.subscribe('note://one', NEVER));
    must(await link.subscribe('note://two', NEVER));
    await call(link, 'touch');
    await call(link, 'touch', { uri: 'note://two' });
    await until(() => updated.length === 2);
    expect(updated).toEqual(['note://one', 'note://two']);
    await link.unsubscribe('note://one');
    await call(link, 'touch');
    await until(() => updated.length === 3);
    await link.unsubscribe('note://one');
    await link.unsubscribe('note://one');
    await settled();
    await call(link, 'touch');
    await call(link, 'touch', { uri: 'note://two' });
    await until(() => updated.length === 4);
    expect(updated.at(-1)).toBe('note://two');
    stop();
    await call(link, 'touch', { uri: 'note://two' });
    await settled();
    expect(updated).toHaveLength(4);
  });

  test(`${era}: a tool that is added is told`, async () => {
    const { link } = await open(era);
    const kinds: string[] = [];
    link.onListChanged((kind) => kinds.push(kind));
    await settled();
    await call(link, 'add_tool');
    await until(() => kinds.includes('tools'));
    expect(kinds).toEqual(['tools']);
    expect(await toolNames(link)).toContain('added_1');
  });
}

test('a server of the older era is told of the first and the last who follow, and of the lowest level', async () => {
  const { link, bench } = await open('asking-v1.mjs');
  for (let each = 0; each < 3; each += 1) must(await link.subscribe('note://one', NEVER));
  for (let each = 0; each < 3; each += 1) await link.unsubscribe('note://one');
  await call(link, 'log', {}, { owner: writtenOwner('ann', { log_level: 'error' }) });
  await call(link, 'log', {}, { owner: writtenOwner('bob', { log_level: 'debug' }) });
  await call(link, 'log', {}, { owner: writtenOwner('eve', { log_level: 'debug' }) });
  expect(bench.readNotes()).toEqual([
    'level info',
    'subscribe note://one',
    'unsubscribe note://one',
    'level debug',
  ]);
});

test('what a server does not offer is refused without asking it', async () => {
  const bench = await openBench();
  await bench.addConfirmed('plain', stdio(fixture('modern-stdio.mjs')));
  const link = must(await bench.supervisor.connect('plain'));
  expect(link.offers).toMatchObject({ completions: false, logging: false, subscribe: false });
  expect(await link.complete({}, NEVER)).toMatchObject({ failure: { code: 'unavailable' } });
  expect(await link.subscribe('x://y', NEVER)).toMatchObject({ failure: { code: 'unavailable' } });
  await link.unsubscribe('x://y');
});

test('a subscription that was given up is none, and a later one is tried anew', async () => {
  const { link } = await open('asking-v1.mjs');
  const gone = AbortSignal.abort();
  expect(await link.subscribe('note://one', gone)).toMatchObject({
    failure: { code: 'cancelled' },
  });
  must(await link.subscribe('note://one', NEVER));
  const updated: string[] = [];
  link.onResourceUpdated((uri) => updated.push(uri));
  expect(textOf(await call(link, 'touch'))).toBe('touched note://one');
  await until(() => updated.length === 1);
});

test('a server whose resource is followed is not idle', async () => {
  const bench = await openBench();
  const timeouts = { start_s: 60, idle_s: 1, call_s: 120 };
  await bench.addConfirmed('telling', stdio(fixture('asking-v1.mjs'), { timeouts }));
  const link = must(await bench.supervisor.connect('telling'));
  must(await link.subscribe('note://one', NEVER));
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(bench.supervisor.state('telling').state).toBe('ready');
  await link.unsubscribe('note://one');
  await until(() => bench.supervisor.state('telling').state === 'stopped');
});
