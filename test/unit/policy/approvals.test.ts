import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src-main/kernel/clock.ts';
import { fail, ok, type Result } from '../../../src-main/kernel/result.ts';
import type { Surface } from '../../../src-main/kernel/surface.ts';
import type {
  ApprovalEnd,
  Approvals,
  Question,
  Unheard,
} from '../../../src-main/policy/approvals.ts';
import {
  ALL_OPEN_BYTES_MAX,
  createApprovals,
  OPEN_BYTES_MAX,
  OPEN_MAX,
} from '../../../src-main/policy/create-approvals.ts';

const PERSON: Surface = { kind: 'cli', pid: 1, terminal: 'tty1' };
const QUIT: Surface = { kind: 'start', pid: 1, terminal: null };
const EXPIRE_MS = 300_000;
const HOLD_MS = 45_000;

const question = (more: Partial<Question> = {}): Question => ({
  ...{
    call_id: 'call-1',
    agent: 'reader',
    client: 'c-1',
    server_id: 'notes',
    server_name: 'Notes',
  },
  ...{ tool: 'drop', title: null, arguments: { id: 1 }, argument_hash: 'a', pin: 'p' },
  ...{
    policy_version: 'v',
    risk: 'high',
    classifier_version: 1,
    reasons: [],
    because: 'risk high',
  },
  ...more,
});

interface Held {
  readonly end: Promise<ApprovalEnd>;
  /** null while it waits. */
  now(): ApprovalEnd | null;
  abort(): void;
}

let approvals: Approvals;
let unheard: { call_id: string; how: Unheard }[];
let remembered: string[];
/** Servers that are kept running. */
let leased: string[];
let keeping: Result<unknown>;
let isRemembered: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  unheard = [];
  remembered = [];
  leased = [];
  keeping = ok();
  isRemembered = true;
  approvals = createApprovals({
    clock: systemClock,
    expire_ms: () => EXPIRE_MS,
    lease: (id) => {
      leased.push(id);
      return () => leased.splice(leased.indexOf(id), 1);
    },
    remember: ({ call_id }, answer) => {
      if (keeping.ok) remembered.push(`${call_id} ${answer}`);
      return keeping;
    },
    isRemembered: () => isRemembered,
    onUnheard: ({ call_id }, how) => unheard.push({ call_id, how }),
  });
});
afterEach(() => {
  vi.useRealTimers();
});

function ask(more: Partial<Question> = {}, hold_ms: number | undefined = HOLD_MS): Held {
  const stop = new AbortController();
  let now: ApprovalEnd | null = null;
  const end = approvals.ask(question(more), { signal: stop.signal, hold_ms });
  void end.then((value) => {
    now = value;
  });
  return { end, now: () => now, abort: () => stop.abort() };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

function theOne() {
  const [only, ...more] = approvals.list();
  if (only === undefined || more.length > 0) throw new Error('not exactly one question');
  return only;
}
const answer = (what: 'once' | 'session' | 'always' | 'deny' = 'once') =>
  approvals.answer(theOne().id, what, PERSON);

async function detached(more: Partial<Question> = {}): Promise<void> {
  const held = ask(more);
  await pass(HOLD_MS);
  expect(held.now()).toMatchObject({ end: 'pending' });
}

describe('a call that is held', () => {
  test('gets the answer that is given before its hold is over', async () => {
    const held = ask();
    await pass(HOLD_MS - 1);
    expect(answer().ok).toBe(true);
    expect(await held.end).toMatchObject({
      ...{ end: 'answered', answer: 'once', by: PERSON, asked_for: 'call-1' },
      answered_at: Date.now(),
    });
    expect([approvals.list(), unheard]).toEqual([[], []]);
  });

  test('closes its question when it is given up before its hold is over', async () => {
    const held = ask();
    await pass(HOLD_MS - 1);
    held.abort();
    expect(await held.end).toEqual({ end: 'cancelled', asked_for: 'call-1' });
    expect([approvals.list(), unheard]).toEqual([[], []]);
  });

  test('is never asked about when it was given up before', async () => {
    const end = await approvals.ask(question(), { signal: AbortSignal.abort(), hold_ms: 1 });
    expect([end.end, approvals.list()]).toEqual(['cancelled', []]);
  });

  test('fails as pending when its hold is over, and the question stays', async () => {
    const held = ask();
    const { expires_at, detached: before } = theOne();
    await pass(HOLD_MS);
    expect(await held.end).toEqual({ end: 'pending', asked_for: 'call-1', expires_at });
    expect([before, theOne().detached]).toEqual([false, true]);
    held.abort();
    await pass(0);
    expect(theOne().detached).toBe(true);
  });

  test('without a hold waits as long as its question lives, which then denies', async () => {
    const whole = approvals.ask(question(), { signal: new AbortController().signal });
    await pass(EXPIRE_MS);
    expect(await whole).toEqual({ end: 'expired', asked_for: 'call-1' });
    expect(unheard).toEqual([]);
  });

  test('expires at the question’s own end when the hold is longer', async () => {
    const held = ask({}, EXPIRE_MS * 2);
    await pass(EXPIRE_MS);
    expect(held.now()).toEqual({ end: 'expired', asked_for: 'call-1' });
  });
});

describe('the next call with an equal key', () => {
  test('takes up the question that waits, for as long as its own hold', async () => {
    await detached();
    const first = theOne();
    const again = ask({ call_id: 'call-2' });
    expect(theOne()).toMatchObject({ id: first.id, call_id: 'call-1', detached: false });
    expect(theOne().expires_at).toBe(first.expires_at);
    await pass(HOLD_MS - 1);
    expect(again.now()).toBeNull();
    await pass(1);
    expect(again.now()).toMatchObject({ end: 'pending', asked_for: 'call-1' });
    expect(theOne().detached).toBe(true);
  });

  test('gets the answer that is given while it waits', async () => {
    await detached();
    const again = ask({ call_id: 'call-2' });
    answer();
    expect(await again.end).toMatchObject({ answer: 'once', asked_for: 'call-1' });
    expect([approvals.list(), unheard]).toEqual([[], []]);
  });

  test('leaves the question alone when it is given up', async () => {
    await detached();
    const again = ask({ call_id: 'call-2' });
    again.abort();
    expect(await again.end).toEqual({ end: 'cancelled', asked_for: 'call-1' });
    expect(theOne().detached).toBe(true);
  });

  test('asks anew while another one waits already', async () => {
    await detached();
    ask({ call_id: 'call-2' });
    ask({ call_id: 'call-3' });
    expect(approvals.list().map(({ call_id }) => call_id)).toEqual(['call-1', 'call-3']);
  });

  test.each(['once', 'deny'] as const)(
    'takes a waiting "%s" at once, and the call after it asks anew',
    async (what) => {
      await detached();
      await pass(1_000);
      const answered_at = Date.now();
      answer(what);
      expect(approvals.list()).toEqual([]);
      await pass(1_000);
      const [second, third] = [ask({ call_id: 'call-2' }), ask({ call_id: 'call-3' })];
      expect(await second.end).toEqual({
        ...{ end: 'answered', answer: what, by: PERSON, asked_for: 'call-1', answered_at },
      });
      expect(third.now()).toBeNull();
      expect(theOne().call_id).toBe('call-3');
      expect(unheard).toEqual([]);
    },
  );

  test.each([
    ['agent', { agent: 'writer' }],
    ['client', { client: 'c-2' }],
    ['server', { server_id: 'other' }],
    ['tool', { tool: 'Drop' }],
    ['argument hash', { argument_hash: 'b' }],
    ['pin', { pin: 'q' }],
    ['policy version', { policy_version: 'w' }],
  ])('is none whose %s differs: it asks anew and runs on nobody’s answer', async (_what, more) => {
    await detached();
    answer();
    const other = ask({ call_id: 'call-2', ...more });
    await pass(0);
    expect(other.now()).toBeNull();
    expect(theOne().call_id).toBe('call-2');
    expect(approvals.collect(question({ call_id: 'call-3', ...more }))).toBeNull();
  });

  test('prefers an answer to a question, and the older of two', async () => {
    const held = [ask(), ask({ call_id: 'call-2' }), ask({ call_id: 'call-3' })];
    await pass(HOLD_MS);
    expect(held.map((each) => each.now()?.end)).toEqual(['pending', 'pending', 'pending']);
    const [, second, third] = approvals.list();
    approvals.answer(third?.id ?? '', 'deny', PERSON);
    approvals.answer(second?.id ?? '', 'once', PERSON);
    expect(await ask().end).toMatchObject({ asked_for: 'call-2', answer: 'once' });
    expect(await ask().end).toMatchObject({ asked_for: 'call-3', answer: 'deny' });
    ask();
    expect(theOne()).toMatchObject({ call_id: 'call-1', detached: false });
  });
});

describe('a question that no call waits for', () => {
  test('expires to a no, for the record of the first call', async () => {
    await detached();
    await pass(EXPIRE_MS - HOLD_MS);
    expect(unheard).toEqual([{ call_id: 'call-1', how: { end: 'expired' } }]);
    expect(approvals.list()).toEqual([]);
  });

  test.each(['once', 'deny'] as const)(
    'keeps an uncollected "%s" until its own end and no longer',
    async (what) => {
      await detached();
      answer(what);
      await pass(EXPIRE_MS - HOLD_MS - 1);
      expect(unheard).toEqual([]);
      await pass(1);
      expect(unheard).toEqual([
        { call_id: 'call-1', how: { end: 'uncollected', answer: what, by: PERSON } },
      ]);
      ask({ call_id: 'call-2' });
      expect(theOne().call_id).toBe('call-2');
    },
  );

  test('expires by the clock where the machine slept over the timers', async () => {
    await detached();
    const { id } = theOne();
    vi.setSystemTime(Date.now() + EXPIRE_MS);
    expect(approvals.answer(id, 'once', PERSON)).toMatchObject({ failure: { code: 'not_found' } });
    expect(unheard).toEqual([{ call_id: 'call-1', how: { end: 'expired' } }]);
  });

  test('gives no answer that the machine slept over', async () => {
    await detached();
    answer();
    vi.setSystemTime(Date.now() + EXPIRE_MS);
    expect(approvals.collect(question())).toBeNull();
    expect(unheard.map(({ how }) => how.end)).toEqual(['uncollected']);
  });

  test('can be answered once', async () => {
    await detached();
    const { id } = theOne();
    expect(answer().ok).toBe(true);
    expect(approvals.answer(id, 'deny', PERSON)).toMatchObject({ failure: { code: 'not_found' } });
    expect(await ask().end).toMatchObject({ answer: 'once' });
  });

  test('ends when its call can never be made again', async () => {
    await detached();
    await detached({ call_id: 'call-2', argument_hash: 'b', policy_version: 'w' });
    answerOf('call-2');
    const held = ask({ call_id: 'call-3', argument_hash: 'c', policy_version: 'w' });
    approvals.endStale(({ policy_version }) => policy_version === 'w');
    expect(unheard).toEqual([{ call_id: 'call-2', how: { end: 'stale' } }]);
    expect(held.now()).toBeNull();
    expect(approvals.list().map(({ call_id }) => call_id)).toEqual(['call-1', 'call-3']);
  });
});

const answerOf = (call_id: string) => {
  const found = approvals.list().find((one) => one.call_id === call_id);
  return approvals.answer(found?.id ?? '', 'once', PERSON);
};

describe('a lasting yes', () => {
  test.each(['session', 'always'] as const)(
    '"%s" is remembered at the moment of the answer, once, though nobody waits',
    async (what) => {
      await detached();
      answer(what);
      expect(remembered).toEqual([`call-1 ${what}`]);
      expect(await ask().end).toMatchObject({ answer: what });
      await pass(EXPIRE_MS);
      expect(remembered).toEqual([`call-1 ${what}`]);
    },
  );

  test('is remembered once for a call that waits', async () => {
    const held = ask();
    answer('always');
    expect(await held.end).toMatchObject({ answer: 'always' });
    expect(remembered).toEqual(['call-1 always']);
  });

  test('that cannot be kept is no answer: the question goes on waiting', async () => {
    keeping = fail('keychain_unavailable', 'locked');
    const held = ask();
    expect(answer('always')).toMatchObject({ failure: { code: 'keychain_unavailable' } });
    await pass(0);
    expect(held.now()).toBeNull();
    expect(answer('once').ok).toBe(true);
    expect(await held.end).toMatchObject({ answer: 'once' });
  });

  test('that was taken back before it was collected runs nothing', async () => {
    await detached();
    answer('always');
    isRemembered = false;
    const again = ask({ call_id: 'call-2' });
    await pass(0);
    expect(again.now()).toBeNull();
    expect(unheard.map(({ how }) => how.end)).toEqual(['uncollected']);
  });

  test('is collected by a call that needs no question any more', async () => {
    await detached();
    answer('always');
    expect(approvals.collect(question({ call_id: 'call-2' }))).toMatchObject({
      ...{ answer: 'always', asked_for: 'call-1' },
    });
    expect(approvals.collect(question({ call_id: 'call-3' }))).toBeNull();
  });

  test('collecting takes no question that still waits', async () => {
    await detached();
    expect(approvals.collect(question())).toBeNull();
    expect(theOne().detached).toBe(true);
  });
});

describe('no to everything', () => {
  test('answers what is held, and what nobody waits for keeps its no for the next call', async () => {
    await detached();
    const held = ask({ call_id: 'call-2', argument_hash: 'b' });
    approvals.denyAll(PERSON);
    expect(await held.end).toMatchObject({ answer: 'deny', by: PERSON });
    expect(approvals.list()).toEqual([]);
    expect(await ask({ call_id: 'call-3' }).end).toMatchObject({ answer: 'deny' });
  });

  test('does not take a yes back that waits for its call', async () => {
    await detached();
    answer();
    approvals.denyAll(PERSON);
    expect(await ask().end).toMatchObject({ answer: 'once' });
  });

  test('at quit ends all: held, waiting and uncollected, and what is asked later', async () => {
    await detached();
    await detached({ call_id: 'call-2', argument_hash: 'b' });
    answerOf('call-2');
    const held = ask({ call_id: 'call-3', argument_hash: 'c' });
    approvals.end(QUIT);
    expect(await held.end).toMatchObject({ answer: 'deny', by: QUIT });
    expect(unheard).toEqual([
      { call_id: 'call-1', how: { end: 'uncollected', answer: 'deny', by: QUIT } },
      { call_id: 'call-2', how: { end: 'uncollected', answer: 'once', by: PERSON } },
    ]);
    expect(await ask({ call_id: 'call-4', argument_hash: 'b' }).end).toMatchObject({
      ...{ answer: 'deny', by: QUIT },
    });
    expect([approvals.list(), vi.getTimerCount()]).toEqual([[], 0]);
  });
});

describe('many questions of one client', () => {
  const fill = () => {
    for (let at = 0; at < OPEN_MAX; at += 1) ask({ call_id: `call-${at}`, argument_hash: `${at}` });
  };

  test('beyond the bound are refused, and push nothing away', async () => {
    fill();
    await pass(HOLD_MS);
    expect(await ask({ argument_hash: 'more' }).end).toEqual({ end: 'refused' });
    expect(approvals.list().length).toBe(OPEN_MAX);
  });

  test('still let their own calls come back, and other clients ask', async () => {
    fill();
    await pass(HOLD_MS);
    const back = ask({ argument_hash: '7' });
    const other = ask({ client: 'c-2', argument_hash: 'more' });
    await pass(0);
    expect([back.now(), other.now()]).toEqual([null, null]);
    expect(approvals.list().length).toBe(OPEN_MAX + 1);
  });

  test('have room again when one has ended', async () => {
    fill();
    approvals.answer(approvals.list()[0]?.id ?? '', 'deny', PERSON);
    const next = ask({ argument_hash: 'more' });
    await pass(0);
    expect(next.now()).toBeNull();
  });
});

test('who watches hears of every change of what waits', async () => {
  const heard: number[] = [];
  approvals.changed.subscribe(({ waiting }) => heard.push(waiting));
  await detached();
  ask();
  answer();
  expect(heard).toEqual([1, 1, 1, 0]);
});

describe('large questions', () => {
  const large = (name: string, bytes: number, client = 'c-1') =>
    ask({ call_id: name, argument_hash: name, client, arguments: { text: 'x'.repeat(bytes) } });

  test('of one client have a bound together, and one alone is always asked', async () => {
    const first = large('one', OPEN_BYTES_MAX);
    const second = large('two', 1);
    expect(await second.end).toEqual({ end: 'refused' });
    expect(first.now()).toBeNull();
    first.abort();
    await pass(0);
    const third = large('three', OPEN_BYTES_MAX / 2);
    await pass(0);
    expect(third.now()).toBeNull();
  });

  test('of all clients have one too, so that what waits can always be listed', async () => {
    const count = ALL_OPEN_BYTES_MAX / OPEN_BYTES_MAX;
    for (let at = 0; at < count; at += 1) large(`q-${at}`, OPEN_BYTES_MAX - 100, `c-${at}`);
    expect(await large('more', OPEN_BYTES_MAX / 2, 'c-more').end).toEqual({ end: 'refused' });
    expect(approvals.list().length).toBe(count);
  });
});

describe('the server that a question is about', () => {
  test('is kept running while its call waits, and no longer', async () => {
    const held = ask();
    expect(leased).toEqual(['notes']);
    answer();
    await held.end;
    expect(leased).toEqual([]);
  });

  test('is kept running while the client may come back, until it has, or nobody can any more', async () => {
    await detached();
    expect(leased).toEqual(['notes']);
    answer();
    expect(leased).toEqual(['notes']);
    expect(await ask().end).toMatchObject({ end: 'answered' });
    expect(leased).toEqual([]);
    await detached();
    await pass(EXPIRE_MS);
    expect(leased).toEqual([]);
  });

  test('is not kept for a call that is given up, or for anything after the end', async () => {
    ask().abort();
    expect(leased).toEqual([]);
    await detached();
    approvals.end(PERSON);
    expect(leased).toEqual([]);
  });
});
