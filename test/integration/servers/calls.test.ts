import { expect, test } from 'vitest';
import type { Link, Progress } from '../../../src-main/servers/connection.ts';
import { call, fixture, must, openBench, stdio, toolNames, until } from './harness.ts';

const NEVER = new AbortController().signal;

async function openTools(): Promise<{ link: Link; bench: Awaited<ReturnType<typeof openBench>> }> {
  const bench = await openBench();
  await bench.addConfirmed('tools', stdio(fixture('tools.mjs', `--notes=${bench.notes}`)));
  return { bench, link: must(await bench.supervisor.connect('tools')) };
}

test('a result arrives as the server sent it, with everything that no schema knows', async () => {
  const { link } = await openTools();
  expect(await call(link, 'odd')).toEqual({
    outcome: 'answered',
    result: {
      content: [
        { type: 'text', text: 'odd', extra: { kept: true } },
        { type: 'hologram', beam: [1] },
      ],
      structuredContent: { deep: { list: [1, { two: null }], '': 0 } },
      _meta: { 'example.com/x': { y: 1 } },
      unknownField: 'kept',
    },
  });
});

test('a tool’s own error is data, also when its output schema is not met', async () => {
  const { link } = await openTools();
  expect(await call(link, 'fails')).toMatchObject({
    outcome: 'answered',
    result: { isError: true, content: [{ text: 'bad id' }] },
  });
  expect(await toolNames(link)).toContain('unlike_schema');
  expect(await call(link, 'unlike_schema')).toMatchObject({
    outcome: 'answered',
    result: { isError: true, content: [{ text: 'no structured content' }] },
  });
});

test('a protocol error and an answer that is no object are answers with the server’s words', async () => {
  const { link } = await openTools();
  expect(await call(link, 'protocol_error')).toEqual({
    outcome: 'answered',
    result: {
      isError: true,
      content: [{ type: 'text', text: 'You passed the wrong thing: id must be a number' }],
    },
  });
  expect(await call(link, 'not_an_object')).toMatchObject({
    outcome: 'answered',
    result: { isError: true },
  });
});

test('what beforeSend refuses never reaches the server', async () => {
  const { link, bench } = await openTools();
  const refused = await call(
    link,
    'echo',
    {},
    {
      beforeSend: () => ({ ok: false, failure: { code: 'tool_changed', message: 'It changed.' } }),
    },
  );
  expect(refused).toEqual({
    outcome: 'not_sent',
    failure: { code: 'tool_changed', message: 'It changed.' },
  });
  await call(link, 'fails');
  expect(bench.readNotes().filter((note) => note.startsWith('call '))).toEqual(['call fails']);
});

test('beforeSend runs in the tick of the write', async () => {
  const { link } = await openTools();
  const order: string[] = [];
  const pending = call(
    link,
    'echo',
    {},
    {
      beforeSend: () => {
        order.push('checked');
        queueMicrotask(() => order.push('next microtask'));
        return { ok: true, value: undefined };
      },
    },
  );
  order.push('returned');
  await pending;
  expect(order).toEqual(['checked', 'returned', 'next microtask']);
});

test('progress is asked for without being wanted, passed on, and restarts the idle limit', async () => {
  const { link } = await openTools();
  const seen: Progress[] = [];
  const outcome = await call(
    link,
    'with_progress',
    {},
    { idle_ms: 400, onProgress: (progress) => seen.push(progress) },
  );
  expect(outcome).toMatchObject({ outcome: 'answered', result: { content: [{ text: 'done' }] } });
  expect(seen.map((progress) => progress.progress)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(seen[0]).toEqual({ progress: 1, total: 6, message: 'step 1' });
  const unwatched = await call(link, 'with_progress', {}, { idle_ms: 400 });
  expect(unwatched).toMatchObject({ outcome: 'answered' });
});

test('progress for ever does not lift the hard limit, and the server hears of the end', async () => {
  const { link, bench } = await openTools();
  let after = 0;
  const outcome = await call(
    link,
    'progress_for_ever',
    {},
    { idle_ms: 300, total_ms: 700, onProgress: () => (after += 1) },
  );
  expect(outcome).toMatchObject({ outcome: 'unknown', failure: { code: 'call_timeout' } });
  const seen = after;
  await until(() => bench.readNotes().some((note) => note.startsWith('cancelled')));
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(after).toBe(seen);
});

test('silence ends a call as unknown after the idle limit', async () => {
  const { link } = await openTools();
  expect(await call(link, 'silent', {}, { idle_ms: 150 })).toMatchObject({
    outcome: 'unknown',
    failure: { code: 'call_timeout', params: { method: 'tools/call' } },
  });
});

test('cancelling tells the server at once, and a late result is dropped', async () => {
  const { link, bench } = await openTools();
  const stop = new AbortController();
  const pending = call(link, 'late', {}, { signal: stop.signal });
  await until(() => bench.readNotes().includes('call late'));
  stop.abort();
  expect(await pending).toMatchObject({ outcome: 'unknown', failure: { code: 'cancelled' } });
  await until(() => bench.readNotes().some((note) => note.startsWith('cancelled')));
  await new Promise((resolve) => setTimeout(resolve, 350));
  expect(await call(link, 'echo', { a: 1 })).toMatchObject({
    result: { content: [{ text: '{"a":1}' }] },
  });
});

test('a call that was cancelled before it was sent was not sent', async () => {
  const { link, bench } = await openTools();
  const outcome = await call(link, 'echo', {}, { signal: AbortSignal.abort() });
  expect(outcome).toMatchObject({ outcome: 'not_sent', failure: { code: 'cancelled' } });
  expect(bench.readNotes().some((note) => note.startsWith('call'))).toBe(false);
});

test('a server that dies during a call leaves it unknown, and its last exit is told', async () => {
  const { link, bench } = await openTools();
  const [dying, waiting] = await Promise.all([call(link, 'silent'), call(link, 'dies')]);
  for (const outcome of [dying, waiting]) {
    expect(outcome).toMatchObject({ outcome: 'unknown', failure: { code: 'exited' } });
  }
  expect(await link.closed).toMatchObject({ code: 'exited', params: { exit_code: 7 } });
  expect(await call(link, 'echo')).toMatchObject({ outcome: 'not_sent' });
  expect(bench.supervisor.state('tools')).toMatchObject({
    state: 'failed',
    failure: { code: 'exited' },
  });
});

test('a server that asks back gets an error at once, since nothing was offered', async () => {
  const { link } = await openTools();
  expect(await call(link, 'asks_back')).toMatchObject({
    outcome: 'answered',
    result: { content: [{ text: expect.stringContaining('-32601') }] },
  });
});

test('calls in parallel each get their own answer', async () => {
  const { link } = await openTools();
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, index) => call(link, 'echo', { index })),
  );
  outcomes.forEach((outcome, index) => {
    expect(outcome).toMatchObject({ result: { content: [{ text: `{"index":${index}}` }] } });
  });
});

test('list changes of the server are told', async () => {
  const { link } = await openTools();
  const kinds: string[] = [];
  const undo = link.onListChanged((kind) => kinds.push(kind));
  await call(link, 'change');
  await until(() => kinds.length > 0);
  expect(kinds).toEqual(['tools']);
  undo();
});

test('resources and prompts that a server does not offer are empty without asking', async () => {
  const { link } = await openTools();
  expect(link.offers).toMatchObject({ tools: true, resources: false, prompts: false });
  expect(must(await link.listPage('prompts', null, NEVER))).toEqual({
    items: [],
    next_cursor: null,
  });
  const read = await link.readResource('x://y', NEVER);
  expect(read).toMatchObject({ ok: false, failure: { code: 'unavailable' } });
});

test('a 40 MB answer in one line arrives; one beyond the cap ends the server', async () => {
  const { link } = await openTools();
  const outcome = await call(link, 'big', { bytes: 40_000_000 });
  if (outcome.outcome !== 'answered') throw new Error('no answer');
  expect(JSON.stringify(outcome.result).length).toBeGreaterThan(40_000_000);

  const small = await openBench({ message_max_bytes: 100_000 });
  await small.addConfirmed('tools', stdio(fixture('tools.mjs')));
  const other = must(await small.supervisor.connect('tools'));
  expect(await call(other, 'big', { bytes: 200_000 })).toMatchObject({
    outcome: 'unknown',
    failure: { code: 'message_too_large' },
  });
  expect(small.supervisor.state('tools')).toMatchObject({
    state: 'failed',
    failure: { code: 'message_too_large' },
  });
});

test('9 MB on stderr during a call block nothing and are kept only at their end', async () => {
  const { link, bench } = await openTools();
  const outcome = await call(link, 'chatty', { bytes: 9_000_000 });
  expect(outcome).toMatchObject({ result: { content: [{ text: 'said it all' }] } });
  await new Promise((resolve) => setTimeout(resolve, 120));
  const log = bench.supervisor.log('tools');
  expect(log.dropped + log.lines.length).toBeGreaterThan(8_000);
  expect(log.lines.join('').length).toBeLessThan(300_000);
});
