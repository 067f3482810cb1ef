import { setTimeout as sleep, setImmediate as tick } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  createParkedRequests,
  type Exchange,
  type Running,
  type Turn,
} from '../../../src-main/gateway/parked-requests.ts';
import type { ClientQuestion } from '../../../src-main/servers/request-owner.ts';

const question: ClientQuestion = { method: 'elicitation/create', params: {} };
const never = new AbortController().signal;
const exchange = (heard: string[] = [], signal = never): Exchange => ({
  signal,
  channel: { progress_token: undefined, notify: (method) => heard.push(method) },
});
const about = () => 'this request';

/** Asks once, and says what was answered. */
const asking = async ({ ask }: Running) => ({ said: await ask({ name: question }, never) });
const stateOf = (turn: Turn): string => {
  if (turn.kind === 'done') throw new Error('It asked nothing.');
  return turn.state;
};

describe('a request whose client is asked', () => {
  test('ends its exchange with the questions, and goes on with the answers', async () => {
    const parked = createParkedRequests();
    const first = await parked.start('me', about, exchange(), asking);
    expect(first).toMatchObject({ kind: 'asks', questions: { name: question } });
    const given = { name: { action: 'accept' }, other: {} };
    const next = await parked.resume(stateOf(first), 'me', about(), exchange(), given);
    expect(next).toEqual({
      kind: 'done',
      value: { said: { name: { kind: 'result', result: { action: 'accept' } } } },
    });
  });

  test('is not there for another client, another request, an altered state, or twice', async () => {
    const parked = createParkedRequests();
    const state = stateOf(await parked.start('me', about, exchange(), asking));
    expect(state).toMatch(/^[\w-]{43}$/);
    expect(parked.resume(state, 'you', about(), exchange(), {})).toBeUndefined();
    expect(parked.resume(state, 'me', 'that request', exchange(), {})).toBeUndefined();
    expect(parked.resume(`${state}A`, 'me', about(), exchange(), {})).toBeUndefined();
    const [right, again] = [1, 2].map(() => parked.resume(state, 'me', about(), exchange(), {}));
    expect(await right).toEqual({ kind: 'done', value: { said: {} } });
    expect(again).toBeUndefined();
  });

  test('may ask again, each round under a state of its own, and tells the newest exchange', async () => {
    const parked = createParkedRequests();
    const work = async ({ ask, channel }: Running) => {
      await ask({ one: question }, never);
      channel().notify('between', {});
      await ask({ two: question }, never);
      return {};
    };
    const heard: string[][] = [[], []];
    const first = await parked.start('me', about, exchange(heard[0]), work);
    const second = await parked.resume(stateOf(first), 'me', about(), exchange(heard[1]), {});
    expect(second).toMatchObject({ kind: 'asks', questions: { two: question } });
    expect(heard).toEqual([[], ['between']]);
    if (second === undefined) throw new Error('It is gone.');
    expect(stateOf(second)).not.toBe(stateOf(first));
  });

  test('asks side by side in one round, and each gets its own answers', async () => {
    const parked = createParkedRequests();
    const work = async ({ ask }: Running) => ({
      both: await Promise.all([ask({ a: question }, never), ask({ a: question }, never)]),
    });
    const first = await parked.start('me', about, exchange(), work);
    const given = { a: { n: 1 }, 'a-2': { n: 2 } };
    const next = await parked.resume(stateOf(first), 'me', about(), exchange(), given);
    expect(next).toMatchObject({
      value: { both: [{ a: { result: { n: 1 } } }, { a: { result: { n: 2 } } }] },
    });
  });

  test('asks nothing when the question is withdrawn before it goes out', async () => {
    const parked = createParkedRequests();
    const work = async ({ ask }: Running) => {
      const stop = new AbortController();
      const said = ask({ name: question }, stop.signal);
      stop.abort();
      return { said: await said };
    };
    const turn = await parked.start('me', about, exchange(), work);
    expect(turn).toEqual({ kind: 'done', value: { said: {} } });
  });

  test('that ends while its client is away is answered when it comes back', async () => {
    const parked = createParkedRequests();
    const stop = new AbortController();
    const work = async ({ ask }: Running) => {
      await ask({ name: question }, stop.signal);
      return { ended: true };
    };
    const state = stateOf(await parked.start('me', about, exchange(), work));
    stop.abort();
    await tick();
    const next = await parked.resume(state, 'me', about(), exchange(), {});
    expect(next).toEqual({ kind: 'done', value: { ended: true } });
  });
});

describe('what ends a request', () => {
  const ended: string[] = [];
  const work =
    (name: string) =>
    async ({ ask, signal }: Running) => {
      signal.addEventListener('abort', () => ended.push(name));
      await ask({ name: question }, never);
      return {};
    };
  const since = async (begin: () => Promise<unknown>) => {
    ended.length = 0;
    await begin();
    return ended;
  };

  test('that nobody comes back', async () => {
    const parked = createParkedRequests({ live_ms: 20 });
    const state = stateOf(await parked.start('me', about, exchange(), work('late')));
    expect(await since(() => sleep(60))).toEqual(['late']);
    expect(parked.resume(state, 'me', about(), exchange(), {})).toBeUndefined();
  });

  test('that its client has too many', async () => {
    const parked = createParkedRequests({ max: 2 });
    const begun = since(async () => {
      for (const name of ['first', 'second', 'third'])
        await parked.start('me', about, exchange(), work(name));
      await parked.start('you', about, exchange(), work('yours'));
    });
    expect(await begun).toEqual(['first']);
  });

  test('that its client is dropped, or all are', async () => {
    const parked = createParkedRequests();
    const state = stateOf(await parked.start('me', about, exchange(), work('mine')));
    await parked.start('you', about, exchange(), work('yours'));
    expect(await since(async () => parked.drop('me'))).toEqual(['mine']);
    expect(parked.resume(state, 'me', about(), exchange(), {})).toBeUndefined();
    expect(await since(async () => parked.close())).toEqual(['yours']);
  });

  test('that its exchange ends while it runs, and not that the one before did', async () => {
    const parked = createParkedRequests();
    const [before, now] = [new AbortController(), new AbortController()];
    const signals: AbortSignal[] = [];
    const turn = parked.start('me', about, exchange([], before.signal), async (running) => {
      signals.push(running.signal);
      await running.ask({ name: question }, never);
      return new Promise((resolve) =>
        running.signal.addEventListener('abort', () => resolve({ stopped: true })),
      );
    });
    const state = stateOf(await turn);
    before.abort();
    expect(signals[0]?.aborted).toBe(false);
    const next = parked.resume(state, 'me', about(), exchange([], now.signal), {});
    await tick();
    now.abort();
    expect(await next).toEqual({ kind: 'done', value: { stopped: true } });
  });

  test('a bug in it is told to who waits', async () => {
    const parked = createParkedRequests();
    const failing = parked.start('me', about, exchange(), async () => {
      throw new Error('a bug');
    });
    await expect(failing).rejects.toThrow('a bug');
  });
});
