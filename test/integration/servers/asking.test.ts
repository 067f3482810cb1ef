import { expect, test } from 'vitest';
import type { Link } from '../../../src-main/servers/connection.ts';
import {
  call,
  fixture,
  installed,
  isError,
  must,
  openBench,
  stdio,
  textOf,
  until,
} from './harness.ts';
import { aborted, NAMED, result, writtenOwner } from './written-owner.ts';

const ALL = ['tools', 'resources', 'prompts', 'elicitation', 'sampling', 'roots'] as const;
const NEVER = new AbortController().signal;
const ERAS = ['asking-v1.mjs', 'asking-modern.mjs'] as const;

async function open(
  file: string,
  capabilities: readonly (typeof ALL)[number][] = ALL,
): Promise<{ link: Link; bench: Awaited<ReturnType<typeof openBench>> }> {
  const bench = await openBench();
  await bench.addConfirmed(
    'asking',
    stdio(fixture(file, `--notes=${bench.notes}`), { capabilities: [...capabilities] }),
  );
  return { bench, link: must(await bench.supervisor.connect('asking')) };
}

for (const era of ERAS) {
  test(`${era}: what a server asks back reaches the owner of the call, and the answer the server`, async () => {
    const { link } = await open(era);
    const owner = writtenOwner('ann');
    for (const tool of ['ask_name', 'ask_url', 'ask_model', 'ask_roots']) {
      const [round, before] = [owner.rounds.length, performance.now()];
      const outcome = await call(link, tool, {}, { owner });
      expect(isError(outcome), `${tool} after ${performance.now() - before} ms`).toBe(false);
      const { questions } = owner.rounds[round] ?? {};
      const [question] = Object.values(questions ?? {});
      expect(owner.rounds).toHaveLength(round + 1);
      const expected = {
        ask_name: ['elicitation/create', { message: 'What is your name?' }, { action: 'accept' }],
        ask_url: ['elicitation/create', { mode: 'url' }, { action: 'accept' }],
        ask_model: ['sampling/createMessage', { maxTokens: 50 }, { model: 'a-model' }],
        ask_roots: ['roots/list', {}, { roots: [{ uri: 'file:///home/ann' }] }],
      }[tool];
      expect(question).toMatchObject({ method: expected?.[0], params: expected?.[1] });
      expect(JSON.parse(textOf(outcome))).toMatchObject({ ...Object(expected?.[2]) });
    }
  });

  test(`${era}: without an owner, or without the ability, a question ends in an error at once`, async () => {
    const { link } = await open(era);
    const before = performance.now();
    expect(isError(await call(link, 'ask_name'))).toBe(true);
    const forms = writtenOwner('forms', { abilities: { elicitation: {} } });
    expect(isError(await call(link, 'ask_name', {}, { owner: forms }))).toBe(false);
    for (const tool of ['ask_url', 'ask_model', 'ask_roots']) {
      expect(isError(await call(link, tool, {}, { owner: forms })), tool).toBe(true);
    }
    expect(forms.rounds).toHaveLength(1);
    expect(performance.now() - before).toBeLessThan(5_000);
  });

  test(`${era}: what the registration does not list is never asked of anybody`, async () => {
    const { link } = await open(era, ['tools', 'roots']);
    const owner = writtenOwner('ann');
    expect(isError(await call(link, 'ask_name', {}, { owner }))).toBe(true);
    expect(isError(await call(link, 'ask_model', {}, { owner }))).toBe(true);
    expect(isError(await call(link, 'ask_roots', {}, { owner }))).toBe(false);
    expect(owner.rounds).toHaveLength(1);
  });

  test(`${era}: an owner’s refusal reaches the server or ends the call with its words`, async () => {
    const { link } = await open(era);
    const owner = writtenOwner('ann', {
      answer: (questions) =>
        Object.fromEntries(
          Object.keys(questions).map((key) => [
            key,
            { kind: 'error', code: -1, message: 'The person said no.' },
          ]),
        ),
    });
    const outcome = await call(link, 'ask_model', {}, { owner });
    expect(isError(outcome)).toBe(true);
    expect(textOf(outcome)).toContain('The person said no.');
  });

  test(`${era}: cancelling a call withdraws its question, and a late answer changes nothing`, async () => {
    const { link } = await open(era);
    const stop = new AbortController();
    let release: () => void = () => undefined;
    const owner = writtenOwner('ann', {
      answer: async () => {
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        return { request: NAMED, who: NAMED };
      },
    });
    const pending = call(link, 'ask_name', {}, { owner, signal: stop.signal });
    await until(() => owner.rounds.length === 1);
    stop.abort();
    expect(await pending).toMatchObject({ outcome: 'unknown', failure: { code: 'cancelled' } });
    await until(() => owner.rounds[0]?.signal.aborted === true);
    release();
    const other = writtenOwner('bob');
    expect(JSON.parse(textOf(await call(link, 'ask_roots', {}, { owner: other })))).toMatchObject({
      roots: [{ name: 'home' }],
    });
  });

  test(`${era}: a cancelled call is cancelled at the server`, async () => {
    const { link, bench } = await open(era);
    const stop = new AbortController();
    const pending = call(link, 'slow', {}, { signal: stop.signal, owner: writtenOwner('ann') });
    await until(() => bench.readNotes().includes('begin slow'));
    stop.abort();
    expect(await pending).toMatchObject({ outcome: 'unknown', failure: { code: 'cancelled' } });
    await until(() => bench.readNotes().includes('cancelled slow'));
  });

  test(`${era}: the time that a person takes for an answer is not the server’s`, async () => {
    const { link } = await open(era);
    const owner = writtenOwner('ann', {
      answer: async (questions) => {
        await new Promise((resolve) => setTimeout(resolve, 900));
        return Object.fromEntries(Object.keys(questions).map((key) => [key, NAMED]));
      },
    });
    const outcome = await call(link, 'ask_name', {}, { owner, idle_ms: 500, total_ms: 700 });
    expect(textOf(outcome)).toContain('Ann');
  });
}

test('of the older era one owner is served at a time, and one owner’s calls side by side', async () => {
  const { link } = await open('asking-v1.mjs');
  let running: string[] = [];
  const seen: string[][] = [];
  const slowly = (key: string) =>
    writtenOwner(key, {
      answer: async () => {
        running = [...running, key];
        seen.push(running);
        await new Promise((resolve) => setTimeout(resolve, 60));
        running = running.filter((other) => other !== key);
        return { request: result({ action: 'accept', content: { name: key } }) };
      },
    });
  const [ann, bob, eve] = [slowly('ann'), slowly('bob'), slowly('eve')];
  const outcomes = await Promise.all(
    [ann, ann, bob, ann, eve].map((owner) =>
      // Less than all of them together take: waiting for a turn does not count.
      call(link, 'ask_name', {}, { owner, total_ms: 150, idle_ms: 150 }),
    ),
  );
  expect(outcomes.map((each) => JSON.parse(textOf(each)).content.name)).toEqual([
    'ann',
    'ann',
    'bob',
    'ann',
    'eve',
  ]);
  expect(seen.every((keys) => new Set(keys).size === 1)).toBe(true);
  expect(ann.peak()).toBe(2);
  expect(seen.map((keys) => keys[0])).toEqual(['ann', 'ann', 'bob', 'ann', 'eve']);
});

test('who gives up while another owner has its turn was never sent', async () => {
  const { link, bench } = await open('asking-v1.mjs');
  const stop = new AbortController();
  const ann = call(link, 'slow', { steps: 6 }, { owner: writtenOwner('ann') });
  const bob = call(link, 'ask_name', {}, { owner: writtenOwner('bob'), signal: stop.signal });
  const eve = call(link, 'ask_name', {}, { owner: writtenOwner('eve') });
  await until(() => bench.readNotes().includes('begin slow'));
  stop.abort();
  expect(await bob).toMatchObject({ outcome: 'not_sent', failure: { code: 'cancelled' } });
  expect(textOf(await ann)).toBe('done');
  expect(isError(await eve)).toBe(false);
  expect(bench.readNotes().filter((note) => note === 'ask elicitation/create')).toHaveLength(1);
});

test('a server that may ask nothing works for all owners at once', async () => {
  const { link, bench } = await open('asking-v1.mjs', ['tools']);
  const calls = ['ann', 'bob'].map((key) =>
    call(link, 'slow', { steps: 6 }, { owner: writtenOwner(key) }),
  );
  await until(() => bench.readNotes().filter((note) => note === 'begin slow').length === 2);
  expect((await Promise.all(calls)).map(textOf)).toEqual(['done', 'done']);
});

test('a server’s ping is answered', async () => {
  const { link } = await open('asking-v1.mjs');
  expect(textOf(await call(link, 'ping'))).toBe('pong');
});

test('rounds of the newer era share one outcome, with the state as it came and a last look at each', async () => {
  const { link, bench } = await open('asking-modern.mjs');
  const owner = writtenOwner('ann', {
    answer: (questions) =>
      Object.fromEntries(
        Object.keys(questions)
          .filter((key) => key !== 'second')
          .map((key) => [key, result({ action: 'accept', content: { name: key } })]),
      ),
  });
  let looks = 0;
  const outcome = await call(
    link,
    'ask_twice',
    {},
    {
      owner,
      beforeSend: () => {
        looks += 1;
        return { ok: true, value: undefined };
      },
    },
  );
  expect(looks).toBe(3);
  expect(owner.rounds.map(({ questions }) => Object.keys(questions))).toEqual([
    ['first', 'second'],
    ['third'],
  ]);
  const first = '{"first":{"action":"accept","content":{"name":"first"}}}';
  const third = '{"third":{"action":"accept","content":{"name":"third"}}}';
  expect(textOf(outcome)).toBe(`two ${first} ${third}`);
  expect(outcome).not.toHaveProperty('result.resultType');
  expect(bench.readNotes()).toEqual([
    'round ask_twice - ',
    'round ask_twice one first',
    `round ask_twice two ${first} third`,
  ]);
});

test('a server that always wants more is asked no more than ten times again', async () => {
  const { link, bench } = await open('asking-modern.mjs');
  const outcome = await call(link, 'ask_for_ever', {}, { owner: writtenOwner('ann') });
  expect(isError(outcome)).toBe(true);
  expect(textOf(outcome)).toContain('10 rounds');
  expect(bench.readNotes()).toHaveLength(11);
});

test('a round that may not be sent any more leaves an unknown outcome', async () => {
  const { link, bench } = await open('asking-modern.mjs');
  let looks = 0;
  const outcome = await call(
    link,
    'ask_name',
    {},
    {
      owner: writtenOwner('ann'),
      beforeSend: () => {
        looks += 1;
        return looks === 1
          ? { ok: true, value: undefined }
          : { ok: false, failure: { code: 'disabled', message: 'Switched off meanwhile.' } };
      },
    },
  );
  expect(outcome).toMatchObject({ outcome: 'unknown', failure: { code: 'disabled' } });
  expect(bench.readNotes()).toEqual(['round ask_name -']);
});

test('when nobody answers a round, the call ends', async () => {
  const { link, bench } = await open('asking-modern.mjs');
  const outcome = await call(
    link,
    'ask_name',
    {},
    { owner: writtenOwner('ann', { answer: () => ({}) }) },
  );
  expect(isError(outcome)).toBe(true);
  expect(bench.readNotes()).toHaveLength(1);
});

test('prompts and resources of the newer era may ask first, too', async () => {
  const { link } = await open('asking-modern.mjs');
  const owner = writtenOwner('ann');
  expect(must(await link.getPrompt('greet_me', {}, NEVER, owner))).toMatchObject({
    messages: [{ content: { text: 'Greet Ann.' } }],
  });
  const note = must(await link.readResource('note://mine', NEVER, owner));
  expect(note).toMatchObject({ contents: [{ text: 'Note of Ann' }] });
  expect(note).not.toHaveProperty('resultType');
  expect(owner.rounds).toHaveLength(2);
  expect((await link.getPrompt('greet_me', {}, NEVER)).ok).toBe(false);
});

test('a question of the older era is withdrawn when its call is over', async () => {
  const { link } = await open('asking-v1.mjs');
  const owner = writtenOwner('ann', {
    answer: async (_questions, signal) => {
      await aborted(signal);
      return {};
    },
  });
  const stop = new AbortController();
  const pending = call(link, 'ask_model', {}, { owner, signal: stop.signal });
  await until(() => owner.rounds.length === 1);
  stop.abort();
  await pending;
  await until(() => owner.rounds[0]?.signal.aborted === true);
});

test('a widely used server gets what it asks for', async () => {
  const bench = await openBench();
  const entry = '@modelcontextprotocol/server-everything/dist/index.js';
  await bench.addConfirmed('every', stdio(installed(entry), { capabilities: [...ALL] }));
  const link = must(await bench.supervisor.connect('every'));
  const owner = writtenOwner('ann');
  const said = async (tool: string, args = {}) =>
    JSON.stringify(await call(link, tool, args, { owner }));
  expect(await said('trigger-elicitation-request')).toContain('Name: Ann');
  expect(await said('trigger-sampling-request', { prompt: 'hi' })).toContain('a-model');
  expect(await said('get-roots-list')).toContain('file:///home/ann');
  expect(await said('trigger-url-elicitation', { url: 'https://example.com/' })).toContain(
    'accept',
  );
});
