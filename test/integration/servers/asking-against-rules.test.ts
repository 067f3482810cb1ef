import { expect, test } from 'vitest';
import type { Link } from '../../../src-main/servers/connection.ts';
import { call, fixture, isError, must, openBench, stdio, textOf, until } from './harness.ts';
import { aborted, NAMED, writtenOwner } from './written-owner.ts';

const capabilities = ['tools', 'elicitation'] as const;

async function open(...args: string[]): Promise<Link> {
  const bench = await openBench();
  await bench.addConfirmed(
    'hostile',
    stdio(fixture('hostile-asks.mjs', ...args), { capabilities: [...capabilities] }),
  );
  return must(await bench.supervisor.connect('hostile'));
}

test('of many questions at once only so many are open, and every other gets an error', async () => {
  const link = await open();
  const owner = writtenOwner('ann', {
    answer: async () => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      return { request: NAMED };
    },
  });
  const counts = JSON.parse(textOf(await call(link, 'many', { count: 50 }, { owner })));
  expect(counts).toEqual({ answered: 32, '-32603': 18 });
  expect(owner.peak()).toBe(32);
  expect(JSON.parse(textOf(await call(link, 'many', { count: 5 }, { owner })))).toEqual({
    answered: 5,
  });
});

test('questions that are too long, undeclared or unknown reach nobody', async () => {
  const link = await open();
  const owner = writtenOwner('ann');
  const reply = async (tool: string, args = {}) =>
    JSON.parse(textOf(await call(link, tool, args, { owner })));
  expect(await reply('huge', { chars: 1024 * 1024 })).toEqual({ '-32602': 1 });
  expect(await reply('undeclared')).toEqual({ '-32601': 1 });
  expect(await reply('strange')).toEqual({ '-32601': 1 });
  expect(owner.rounds).toEqual([]);
});

test('a question while nobody’s request is under way gets an error', async () => {
  const link = await open();
  const owner = writtenOwner('ann');
  await call(link, 'unasked', {}, { owner });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(textOf(await call(link, 'last', {}, { owner }))).toBe('-32601');
  expect(owner.rounds).toEqual([]);
});

test('a call that is over withdraws its questions, also those that the server forgets', async () => {
  const link = await open();
  const stop = new AbortController();
  const owner = writtenOwner('ann', {
    answer: async (_questions, signal) => {
      await aborted(signal);
      return { request: NAMED };
    },
  });
  const pending = call(link, 'many', { count: 2 }, { owner, signal: stop.signal });
  await until(() => owner.rounds.length === 2);
  stop.abort();
  expect(await pending).toMatchObject({ outcome: 'unknown' });
  expect(owner.rounds.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(textOf(await call(link, 'last'))).toBe('-32603');
});

test('a server that is gone withdraws its questions', async () => {
  const bench = await openBench();
  await bench.addConfirmed(
    'hostile',
    stdio(fixture('hostile-asks.mjs'), { capabilities: [...capabilities] }),
  );
  const link = must(await bench.supervisor.connect('hostile'));
  const owner = writtenOwner('ann', {
    answer: async (_questions, signal) => {
      await aborted(signal);
      return {};
    },
  });
  const pending = call(link, 'many', { count: 1 }, { owner });
  await until(() => owner.rounds.length === 1);
  await bench.supervisor.disconnect('hostile');
  expect(await pending).toMatchObject({ outcome: 'unknown' });
  await until(() => owner.rounds[0]?.signal.aborted === true);
});

test.each([
  ['many', { count: 33 }],
  ['huge', { chars: 1024 * 1024 }],
  ['undeclared', {}],
  ['strange', {}],
  ['empty', {}],
])(
  'an answer of the newer era that asks against the rules ends the call: %s',
  async (tool, args) => {
    const link = await open('--modern');
    const owner = writtenOwner('ann');
    const outcome = await call(link, tool, args, { owner });
    expect(isError(outcome)).toBe(true);
    expect(textOf(outcome)).toMatch(/^The server asks for /);
    expect(owner.rounds).toEqual([]);
  },
);

test('a server may ask to be asked again without a question', async () => {
  const link = await open('--modern');
  expect(textOf(await call(link, 'state_only'))).toBe('later');
});

test('a request of the newer era declares what both its owner and the registration know', async () => {
  const link = await open('--modern');
  const declared = async (owner?: ReturnType<typeof writtenOwner>) =>
    JSON.parse(textOf(await call(link, 'envelope', {}, { owner })));
  const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
  const LOG_LEVEL = 'io.modelcontextprotocol/logLevel';
  const all = await declared(writtenOwner('ann', { log_level: 'warning' }));
  expect(all[CAPABILITIES]).toEqual({ elicitation: { form: {}, url: {} } });
  expect(all[LOG_LEVEL]).toBe('warning');
  expect(all['io.modelcontextprotocol/protocolVersion']).toBe('2026-07-28');
  const old = await declared(writtenOwner('bob', { abilities: { elicitation: {}, roots: {} } }));
  expect(old[CAPABILITIES]).toEqual({ elicitation: { form: {} } });
  expect(old).not.toHaveProperty([LOG_LEVEL]);
  const nobody = await declared();
  expect(nobody[CAPABILITIES]).toEqual({});
});
