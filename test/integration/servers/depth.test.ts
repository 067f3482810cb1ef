import { expect, test } from 'vitest';
import { call, fixture, must, openBench, stdio, toolNames } from './harness.ts';
import { bareListener, initializeResult, startPeer } from './http-peers.ts';

const NEVER = new AbortController().signal;
const TOO_DEEP = {
  outcome: 'answered',
  result: {
    isError: true,
    content: [{ type: 'text', text: 'The server’s answer is nested deeper than 500 levels.' }],
  },
};

/** What our program does with every result: it must be able to write it down. */
const written = (value: unknown): number => JSON.stringify(value).length;

async function connected(...args: string[]) {
  const bench = await openBench();
  await bench.addConfirmed('deep', stdio(fixture('deep.mjs', ...args)));
  return { bench, link: must(await bench.supervisor.connect('deep')) };
}

test('an answer that is nested too deep is an error for the model, and the server goes on', async () => {
  const { link } = await connected('--levels=200000');
  expect(await call(link, 'answers')).toEqual(TOO_DEEP);
  expect(await call(link, 'errs')).toEqual(TOO_DEEP);
  expect(await call(link, 'asks')).toMatchObject({
    result: { content: [{ text: 'asked and refused' }] },
  });
  expect(await call(link, 'fine')).toMatchObject({ result: { content: [{ text: 'fine' }] } });
  expect(await link.listPage('tools', 'deep', NEVER)).toMatchObject({
    ok: false,
    failure: { code: 'protocol', message: expect.stringContaining('deeper than 500 levels') },
  });
  expect(await toolNames(link)).toContain('fine');
});

test('up to the limit an answer passes, and one level more does not', async () => {
  // The message, its result and its structured content stand around the nest.
  const fits = await connected('--levels=498');
  const answer = await call(fits.link, 'answers');
  expect(answer).toMatchObject({ outcome: 'answered', result: { content: [] } });
  expect(written(answer)).toBeGreaterThan(2_000);
  const over = await connected('--levels=499');
  expect(await call(over.link, 'answers')).toEqual(TOO_DEEP);
});

test('a handshake that is nested too deep is a failed connection, or the older era', async () => {
  const older = await connected('--levels=200000', '--as=discover');
  expect(await toolNames(older.link)).toContain('fine');
  const bench = await openBench();
  await bench.addConfirmed('deep', stdio(fixture('deep.mjs', '--as=initialize')));
  expect(await bench.supervisor.connect('deep')).toMatchObject({
    ok: false,
    failure: { code: 'protocol' },
  });
});

test.each(['application/json', 'text/event-stream'])(
  'over HTTP as %s it is the same',
  async (type) => {
    const nest = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const peer = await startPeer(
      bareListener({
        initialize: initializeResult,
        'tools/call': (_params, response, id) => {
          const text = `{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":{"a":${nest}}}}`;
          response.writeHead(200, { 'content-type': type });
          response.end(type === 'application/json' ? text : `data: ${text}\n\n`);
        },
      }),
    );
    const bench = await openBench();
    await bench.addConfirmed('r', { transport: 'http', url: peer.url });
    const link = must(await bench.supervisor.connect('r'));
    expect(await call(link, 'any')).toEqual(TOO_DEEP);
  },
);
