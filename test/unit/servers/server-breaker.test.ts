import { beforeEach, describe, expect, test } from 'vitest';
import { type Failure, type FailureCode, failure } from '../../../src-main/kernel/failure.ts';
import { fail, ok, type Result } from '../../../src-main/kernel/result.ts';
import type { Answer } from '../../../src-main/servers/mcp-request.ts';
import { ServerBreaker } from '../../../src-main/servers/server-breaker.ts';
import { fakeClock } from '../../fakes/clock.ts';

let clock: ReturnType<typeof fakeClock>;
let breaker: ServerBreaker;
let told: string[];

beforeEach(() => {
  clock = fakeClock();
  told = [];
  breaker = new ServerBreaker({
    id: 's',
    clock,
    redact: (text) => text.replaceAll('secret', '•••'),
    onOpen: () => told.push('open'),
    onClose: () => told.push('close'),
  });
});

const unknown = (code: FailureCode, params = {}): Answer => ({
  kind: 'unknown',
  failure: failure(code, 'No answer.', { params }),
});
const result: Answer = { kind: 'result', result: {} };
const request = (answer: Answer) => breaker.request(async () => answer);
const timeout = () => request(unknown('call_timeout'));
async function open(): Promise<void> {
  for (let times = 0; times < 3; times += 1) await timeout();
  expect(breaker.isOpen).toBe(true);
}
const start = (opened: Result<string>) =>
  breaker.start(
    async () => opened,
    () => ['one', 'two'],
  );
const refusal = (): Failure => {
  const refused = breaker.refusal();
  if (refused === null) throw new Error('Nothing is refused.');
  return refused;
};

describe('what opens it', () => {
  test.each<[string, Answer]>([
    ['a time-out', unknown('call_timeout')],
    ['a connection that broke', unknown('unavailable')],
    ['a server error', unknown('http_status', { status: 503 })],
    [
      'too many requests',
      { kind: 'not_sent', failure: failure('http_status', 'x', { params: { status: 429 } }) },
    ],
    ['a refused connection', { kind: 'not_sent', failure: failure('refused', 'x') }],
  ])('%s, three times in a row', async (_what, answer) => {
    const again = (): Answer =>
      answer.kind === 'unknown' || answer.kind === 'not_sent'
        ? { ...answer, failure: { ...answer.failure } }
        : answer;
    await request(again());
    await request(again());
    expect(breaker.refusal()).toBeNull();
    await request(again());
    expect(refusal()).toMatchObject({ code: 'breaker_open', params: { retry_in_s: 4, count: 3 } });
    expect(told).toEqual(['open']);
  });

  test.each<[string, Answer]>([
    ['a JSON-RPC error such as -32602', { kind: 'error', code: -32_602, message: 'wrong' }],
    ['an answer nobody can go on with', { kind: 'stuck', message: 'asks' }],
    ['a cancelled call', unknown('cancelled')],
    ['a sign-in that is asked for', { kind: 'not_sent', failure: failure('auth_required', '401') }],
    [
      'a forgotten session',
      { kind: 'not_sent', failure: failure('http_status', '404', { params: { status: 404 } }) },
    ],
    [
      'arguments an HTTP server refuses',
      { kind: 'not_sent', failure: failure('http_status', '400', { params: { status: 400 } }) },
    ],
    ['a call that we refused ourselves', { kind: 'not_sent', failure: failure('denied', 'no') }],
  ])('never %s', async (_what, answer) => {
    for (let times = 0; times < 10; times += 1) await request(answer);
    expect(breaker.refusal()).toBeNull();
    expect(told).toEqual([]);
  });

  test('not failures with an answer in between, of whatever kind', async () => {
    for (let times = 0; times < 10; times += 1) {
      await timeout();
      await timeout();
      await request(times % 2 === 0 ? result : { kind: 'error', code: 1, message: '' });
    }
    expect(breaker.refusal()).toBeNull();
  });

  test('a cancelled call between failures is no answer', async () => {
    await timeout();
    await timeout();
    await request(unknown('cancelled'));
    await timeout();
    expect(breaker.refusal()).not.toBeNull();
  });

  test('one loss counts once, however many requests it ends', async () => {
    const reason = failure('exited', 'It ended.');
    await Promise.all(
      Array.from({ length: 9 }, () => request({ kind: 'unknown', failure: reason })),
    );
    breaker.lost(reason, false, []);
    expect(breaker.refusal()).toBeNull();
  });

  test('one failed start, with pauses that double up to a minute', async () => {
    const pauses: unknown[] = [];
    for (let times = 0; times < 8; times += 1) {
      await start(fail('refused', 'Nothing answers.'));
      const { retry_in_s } = refusal().params ?? {};
      pauses.push(retry_in_s);
      clock.advance(Number(retry_in_s) * 1000);
      expect(breaker.refusal()).toBeNull();
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });

  test('not a start that only a person can mend', async () => {
    await start(fail('secret_missing', 'KEY has no value.'));
    await start(fail('auth_required', '401'));
    await start(fail('command_not_found', 'uvx'));
    expect(breaker.refusal()).toBeNull();
  });
});

describe('while it is open', () => {
  test('nothing is sent, and the answer says what failed, when the next try is, and the way out', async () => {
    await request(unknown('call_timeout'));
    await request(unknown('call_timeout'));
    await request({ kind: 'unknown', failure: failure('unavailable', 'The secret broke.') });
    let sent = 0;
    const answer = await breaker.request(async () => {
      sent += 1;
      return result;
    });
    expect(sent).toBe(0);
    expect(answer).toMatchObject({
      kind: 'not_sent',
      failure: {
        code: 'breaker_open',
        message: expect.stringMatching(/The ••• broke\..*The next try is possible in 4 s\./),
        fix: expect.stringContaining('gatehouse probe s'),
        params: { reason: 'unavailable', retry_at: new Date(clock.now() + 4_000).toISOString() },
      },
    });
    clock.advance(3_999);
    expect(breaker.refusal()).not.toBeNull();
  });

  test('an answer to what was under way already closes it', async () => {
    const late = Promise.withResolvers<Answer>();
    const underWay = breaker.request(() => late.promise);
    await open();
    late.resolve(result);
    await underWay;
    expect(breaker.refusal()).toBeNull();
    expect(told).toEqual(['open', 'close']);
  });

  test('after the pause one request goes through, and the others are told at once', async () => {
    await open();
    clock.advance(4_000);
    const probe = Promise.withResolvers<Answer>();
    const first = breaker.request(() => probe.promise);
    const others = await Promise.all([request(result), request(result)]);
    for (const other of others)
      expect(other).toMatchObject({ kind: 'not_sent', failure: { code: 'breaker_open' } });
    probe.resolve(result);
    expect(await first).toEqual(result);
    expect(await request(result)).toEqual(result);
    expect(breaker.isOpen).toBe(false);
  });

  test('a try that fails opens it for twice as long, one that is cancelled says nothing', async () => {
    await open();
    clock.advance(4_000);
    await request(unknown('cancelled'));
    expect(breaker.refusal()).toBeNull();
    await timeout();
    expect(refusal().params).toMatchObject({ retry_in_s: 8, count: 4 });
    expect(told).toEqual(['open']);
  });

  test('a person’s wish closes it, and what was counted is forgotten', async () => {
    await open();
    breaker.reset();
    await timeout();
    await timeout();
    expect(breaker.refusal()).toBeNull();
  });

  test('a clock that was set back holds nobody up', async () => {
    await open();
    clock.advance(-3_600_000);
    expect(await request(result)).toEqual(result);
    expect(breaker.isOpen).toBe(false);
  });
});

describe('a crash loop', () => {
  async function crash(): Promise<void> {
    await start(ok('link'));
    await request(result);
    breaker.lost(failure('exited', 'It ended with code 1.'), true, [
      'a',
      'b',
      'c',
      'd',
      'e',
      'key missing',
    ]);
  }

  test('is three crashes in a row soon after the start, whatever was answered before them', async () => {
    await crash();
    await crash();
    expect(breaker.refusal()).toBeNull();
    await crash();
    expect(refusal()).toMatchObject({
      code: 'crash_loop',
      message: expect.stringMatching(/“s” ended 3 times in a row.*key missing/s),
      fix: expect.stringContaining('gatehouse probe s'),
      params: { count: 3, reason: 'exited', last_lines: 'b\nc\nd\ne\nkey missing', retry_in_s: 4 },
    });
    clock.advance(4_000);
    await crash();
    expect(refusal().params).toMatchObject({ count: 4, retry_in_s: 8 });
  });

  test('is not what crashes after having been of use', async () => {
    for (let times = 0; times < 10; times += 1) {
      await start(ok('link'));
      breaker.lost(failure('exited', 'It ended.'), times % 3 < 2, []);
    }
    expect(breaker.refusal()).toBeNull();
  });

  test('is also a start that ends itself, each time', async () => {
    for (const pause of [1, 2, 4]) {
      clock.advance(60_000);
      await start(fail('exited', 'It ended with code 1.'));
      expect(refusal().params?.['retry_in_s']).toBe(pause);
    }
    expect(refusal()).toMatchObject({ code: 'crash_loop', params: { last_lines: 'one\ntwo' } });
  });
});
