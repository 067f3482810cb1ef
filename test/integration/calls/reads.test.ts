import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { writtenOwner } from '../servers/written-owner.ts';
import { type Calls, must, NEVER, openCalls, PERSON, until } from './bench.ts';

let calls: Calls;
beforeEach(async () => {
  calls = await openCalls();
  await calls.add('asking', 'asking-v1.mjs', { capabilities: ['tools', 'resources', 'prompts'] });
  must(
    await calls.policy.set(
      'version: 1\nrules: [{ id: free, effect: allow, servers: [asking] }]\n',
      PERSON,
    ),
  );
});

const as = (agent = 'reader', signal = NEVER) => ({
  ...{ server_id: 'asking', agent, client: calls.client.id, signal },
});
const style = (name = 'greet') => ({
  ref: { type: 'ref/prompt', name },
  argument: { name: 'style', value: 'p' },
});
const reads = () =>
  calls.journal
    .list({ kinds: ['resource_read', 'prompt_get'] })
    .entries.toReversed()
    .map(({ kind, decision, outcome, detail }) => ({
      what: [kind, decision, outcome].filter((word) => word !== null).join(' '),
      detail,
    }));

test('a completion of a prompt comes from the server and leaves no entry', async () => {
  const completed = await calls.reads.complete({ ...as(), params: style() });
  expect(must(completed)).toMatchObject({
    completion: { values: expect.arrayContaining(['plain', 'polite', 'proud']) },
  });
  expect(reads()).toEqual([]);
});

test('a completion is under the rules of what it completes, and a refusal is in the journal', async () => {
  await calls.setAgent('other');
  must(await calls.agents.edit('other', () => ({ ok: true, value: 'name: other\n' }), PERSON));
  const denied = await calls.reads.complete({ ...as('other'), params: style() });
  expect(denied).toMatchObject({ failure: { code: 'denied' } });
  expect(reads()).toMatchObject([
    {
      what: 'prompt_get deny not_sent',
      detail: { completion: true, name: 'greet', code: 'denied' },
    },
  ]);
  must(calls.pauses.pause('reader'));
  expect(await calls.reads.complete({ ...as(), params: style() })).toMatchObject({
    ...{ failure: { code: 'paused' } },
  });
});

test('an unknown prompt and a reference of no kind are completed by nobody', async () => {
  expect(await calls.reads.complete({ ...as(), params: style('nothing') })).toMatchObject({
    ...{ failure: { code: 'not_found' } },
  });
  for (const ref of [null, 'greet', { type: 'ref/tool', name: 'x' }, { type: 'ref/prompt' }])
    expect(await calls.reads.complete({ ...as(), params: { ref } })).toMatchObject({
      ...{ failure: { code: 'bad_arguments' } },
    });
});

async function followed(signal: AbortSignal, agent = 'reader') {
  const updates: number[] = [];
  const result = await calls.reads.subscribeResource({
    ...as(agent, signal),
    ...{ uri: 'note://one', onUpdated: () => updates.push(updates.length) },
  });
  return { updates, result };
}
const touch = async (uri: string) =>
  must(
    await calls.call('touch', { server_id: 'asking', arguments_json: JSON.stringify({ uri }) })
      .answer,
  );

test('a followed resource tells of its changes until it is let go', async () => {
  const stop = new AbortController();
  const { updates, result } = await followed(stop.signal);
  expect(result.ok).toBe(true);
  expect(reads()).toMatchObject([
    { what: 'resource_read allow', detail: { uri: 'note://one', subscription: true } },
    { what: 'resource_read answered' },
  ]);
  await touch('note://one');
  await until(() => updates.length === 1);
  stop.abort();
  await until(() => calls.noted().includes('unsubscribe note://one'));
  await touch('note://one');
  expect(updates).toHaveLength(1);
});

test('it is followed again when a server that went away is back, and tells so once', async () => {
  const stop = new AbortController();
  const { updates } = await followed(stop.signal);
  await calls.supervisor.disconnect('asking');
  expect(calls.supervisor.state('asking').state).toBe('stopped');
  must(await calls.supervisor.connect('asking'));
  await until(() => updates.length === 1);
  await touch('note://one');
  await until(() => updates.length === 2);
  expect(calls.noted().filter((note) => note === 'subscribe note://one')).toHaveLength(2);
  stop.abort();
  await until(() => calls.noted().includes('unsubscribe note://one'));
});

test('a followed server that crashes is started by itself, followed again, and tells so', async () => {
  const stop = new AbortController();
  const { updates } = await followed(stop.signal);
  const before = calls.supervisor.state('asking');
  if (before.state !== 'ready' || before.pid === null) throw new Error(before.state);
  process.kill(before.pid, 'SIGKILL');
  await until(() => updates.length === 1);
  expect(calls.supervisor.state('asking')).toMatchObject({
    ...{ state: 'ready', last_failure: { failure: { code: 'exited' } } },
  });
  await touch('note://one');
  await until(() => updates.length === 2);
  stop.abort();
  await until(() => calls.noted().includes('unsubscribe note://one'));
});

test('who may not read a resource any more hears nothing of it', async () => {
  const stop = new AbortController();
  const { updates } = await followed(stop.signal);
  must(calls.pauses.pause('reader'));
  must(
    await calls.supervisor.use('asking', NEVER, async (link) =>
      link.callTool(
        'touch',
        {},
        {
          ...{ signal: NEVER, idle_ms: 5_000, total_ms: 5_000 },
          beforeSend: () => ({ ok: true, value: undefined }),
        },
      ),
    ),
  );
  must(calls.pauses.resume('reader'));
  await touch('note://one');
  await until(() => updates.length === 1);
  stop.abort();
});

test('following is refused where reading is, in the journal too', async () => {
  await calls.setAgent('other', 'hosts: []\n');
  must(calls.pauses.pause('other'));
  const { result } = await followed(NEVER, 'other');
  expect(result).toMatchObject({ ok: false, failure: { code: 'paused' } });
  expect(reads()).toMatchObject([
    { what: 'resource_read deny not_sent', detail: { subscription: true, code: 'paused' } },
  ]);
});

test('a question against all rules is in the journal of its call', async () => {
  const hostile = fileURLToPath(
    new URL('../../fixtures/servers/hostile-asks.mjs', import.meta.url),
  );
  await calls.add('tools', 'hostile-asks.mjs', {
    command_argv: [process.execPath, hostile, '--modern'],
    capabilities: ['tools', 'elicitation', 'sampling'],
  });
  const rule = '{ id: free, effect: allow, servers: ["*"] }';
  must(await calls.policy.set(`version: 1\nrules: [${rule}]\n`, PERSON));
  const made = calls.call('undeclared', { owner: writtenOwner('c') });
  expect(must(await made.answer).result).toMatchObject({ isError: true });
  expect(calls.of(made.call_id).map(({ what }) => what)).toContain('client_asked deny');
});
