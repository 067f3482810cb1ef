import { describe, expect, test } from 'vitest';
import type { CallAnswer } from '../../../src-main/calls/call-tool.ts';
import type { Result } from '../../../src-main/kernel/result.ts';
import type { RequestOwner } from '../../../src-main/servers/request-owner.ts';
import { aborted, writtenOwner } from '../servers/written-owner.ts';
import { type Calls, must, NEVER, openCalls, PERSON, until } from './bench.ts';

const ALL = ['tools', 'resources', 'prompts', 'sampling', 'elicitation', 'roots'] as const;

async function open(script: string, agent = 'sampling: true\n', capabilities = [...ALL]) {
  const calls = await openCalls();
  await calls.setAgent('reader', agent);
  const rule = '{ id: free, effect: allow, servers: [asking] }';
  must(await calls.policy.set(`version: 1\nrules: [${rule}]\n`, PERSON));
  await calls.add('asking', script, { capabilities });
  return calls;
}
const call = (calls: Calls, tool: string, owner: RequestOwner, signal = NEVER) =>
  calls.call(tool, { server_id: 'asking', owner, signal });
const textOf = (answer: Result<CallAnswer>): string => JSON.stringify(must(answer).result);
const asked = (calls: Calls, call_id?: string) =>
  calls.journal
    .list({ kinds: ['client_asked'], ...(call_id === undefined ? {} : { call_id }) })
    .entries.toReversed();

describe.each(['asking-v1.mjs', 'asking-modern.mjs'])('%s', (script) => {
  /** The newer fixture asks only for what it was told that it may ask for. */
  const asksAnyway = <T>(...refused: T[]): T[] => (script === 'asking-v1.mjs' ? refused : []);

  test('what a server asks of the client is in the journal with the call it belongs to', async () => {
    const calls = await open(script);
    const owner = writtenOwner('c');
    const made = call(calls, 'ask_name', owner);
    expect(textOf(await made.answer)).toContain('Ann');
    const entries = asked(calls, made.call_id);
    expect(entries).toMatchObject([
      {
        ...{ server_id: 'asking', agent: 'reader', client: calls.client.id, tool: 'ask_name' },
        ...{ decision: 'allow', outcome: null },
        detail: { method: 'elicitation/create', params: expect.stringContaining('your name') },
      },
      {
        ...{ decision: null, outcome: 'answered' },
        detail: { method: 'elicitation/create', action: 'accept' },
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain('Ann');
  });

  test('the client’s model is lent only to servers of an agent that allows it', async () => {
    const calls = await open(script, '');
    const owner = writtenOwner('c');
    const made = call(calls, 'ask_model', owner);
    expect(must(await made.answer).result).toMatchObject({ isError: true });
    expect(owner.rounds).toEqual([]);
    const refused = {
      ...{ decision: 'deny', outcome: 'not_sent', tool: 'ask_model' },
      detail: { method: 'sampling/createMessage', reason: expect.any(String) },
    };
    expect(asked(calls, made.call_id)).toMatchObject(asksAnyway(refused));
    await calls.setAgent('reader', 'sampling: true\n');
    expect(textOf(await call(calls, 'ask_model', owner).answer)).toContain('Hello.');
  });

  test('what the registration does not list is asked of nobody', async () => {
    const calls = await open(script, 'sampling: true\n', ['tools', 'roots']);
    const owner = writtenOwner('c');
    for (const tool of ['ask_name', 'ask_model'])
      expect(must(await call(calls, tool, owner).answer).result).toMatchObject({ isError: true });
    expect(textOf(await call(calls, 'ask_roots', owner).answer)).toContain('/home/ann');
    expect(asked(calls).map(({ decision, outcome }) => decision ?? outcome)).toEqual([
      ...[...asksAnyway('deny', 'deny'), 'allow', 'answered'],
    ]);
  });

  test('a question that ends with its call is withdrawn in the journal too', async () => {
    const calls = await open(script);
    const stop = new AbortController();
    const owner = writtenOwner('c', {
      answer: async (_questions, signal) => {
        await aborted(signal);
        throw new Error('withdrawn');
      },
    });
    const made = call(calls, 'ask_name', owner, stop.signal);
    await until(() => owner.rounds.length === 1);
    stop.abort();
    expect(await made.answer).toMatchObject({ failure: { code: 'outcome_unknown' } });
    await until(() => asked(calls).length === 2);
    expect(asked(calls).at(-1)).toMatchObject({ outcome: 'withdrawn' });
  });

  test('without a journal nothing is asked', async () => {
    const calls = await open(script);
    const owner = writtenOwner('c');
    const made = calls.call('ask_name', {
      ...{ server_id: 'asking', owner },
      onStep: ({ step }) => calls.fillJournal(step === 'running'),
    });
    const answer = await made.answer;
    calls.fillJournal(false);
    expect(must(answer).result).toMatchObject({ isError: true });
    expect(owner.rounds).toEqual([]);
  });

  test('the params in the journal are bounded, and secrets are hidden before they are cut', async () => {
    const calls = await open(script);
    calls.redactor.learn('API_KEY', 'What is your name?');
    const made = call(calls, 'ask_name', writtenOwner('c'));
    await made.answer;
    const params = String(asked(calls, made.call_id)[0]?.detail['params']);
    expect(params).toContain('[secret API_KEY]');
    expect(params.length).toBeLessThanOrEqual(2_000);
  });
});

test('a permission that ends while a call runs ends what may be asked', async () => {
  const calls = await open('asking-v1.mjs');
  const owner = writtenOwner('c');
  const about = { agent: 'reader', client: calls.client.id, server_id: 'asking' };
  const wrapped = calls.askThrough(about, owner);
  const ask = () => wrapped?.ask({ one: { method: 'sampling/createMessage', params: {} } }, NEVER);
  expect(await ask()).toMatchObject({ one: { kind: 'result' } });
  await calls.setAgent('reader');
  expect(await ask()).toMatchObject({ one: { kind: 'error', code: -32_601 } });
  expect(owner.rounds).toHaveLength(1);
  expect(asked(calls).map(({ decision, outcome }) => decision ?? outcome)).toEqual([
    ...['allow', 'answered', 'deny'],
  ]);
});

test('without a client nobody is asked', async () => {
  const calls = await open('asking-v1.mjs');
  const about = { agent: 'reader', client: null, server_id: 'asking' };
  expect(calls.askThrough(about, undefined)).toBeUndefined();
});
