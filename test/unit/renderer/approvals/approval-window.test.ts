import { describe, expect, it } from 'vitest';
import type { Approval } from '../../../../src-preload/contract/index.ts';
import {
  emptyQueue,
  position,
  stepped,
  withAnswer,
  withWaiting,
} from '../../../../src-renderer/features/approvals/approval-queue.ts';
import { argumentRoots } from '../../../../src-renderer/features/approvals/argument-order.ts';
import { readBecause } from '../../../../src-renderer/features/approvals/because.ts';
import {
  clockText,
  secondsLeft,
  spokenSeconds,
} from '../../../../src-renderer/features/approvals/countdown.ts';
import {
  GUARD_MOST_MS,
  GUARD_MS,
  mayAnswer,
  startGuard,
  touchGuard,
} from '../../../../src-renderer/features/approvals/guard.ts';

const START = Date.parse('2026-11-30T10:00:00.000Z');

const approval = (id: string, second: number): Approval => ({
  id,
  call_id: id,
  agent: 'researcher',
  client: null,
  client_label: null,
  detached: false,
  server_id: 'files',
  server_name: 'Files',
  tool: 'write_file',
  title: null,
  arguments: {},
  argument_hash: '',
  risk: 'high',
  reasons: [],
  because: 'high',
  asked_at: new Date(START + second * 1000).toISOString(),
  expires_at: new Date(START + second * 1000 + 300_000).toISOString(),
});
const [a, b, c] = [approval('a', 1), approval('b', 2), approval('c', 3)];

describe('the guard against answering by accident', () => {
  it('lets nothing count for a short while after a question appears', () => {
    const guard = startGuard(1000);
    expect(mayAnswer(guard, 1000 + GUARD_MS - 1)).toBe(false);
    expect(mayAnswer(guard, 1000 + GUARD_MS)).toBe(true);
  });

  it('starts over with every key, so that typing never runs into it', () => {
    let guard = startGuard(0);
    for (let now = 100; now <= 2000; now += 100) guard = touchGuard(guard, now);
    expect(mayAnswer(guard, 2100)).toBe(false);
    expect(mayAnswer(guard, 2000 + GUARD_MS)).toBe(true);
  });

  it('ends even under a key that is held down', () => {
    let guard = startGuard(0);
    for (let now = 0; now < GUARD_MOST_MS; now += 30) guard = touchGuard(guard, now);
    expect(mayAnswer(guard, GUARD_MOST_MS)).toBe(true);
  });

  it('does not stand again once it is over', () => {
    const guard = startGuard(0);
    expect(touchGuard(guard, GUARD_MS)).toBe(guard);
  });
});

describe('several questions', () => {
  it('are shown oldest first', () => {
    const queue = withWaiting(emptyQueue, [c, a, b], START);
    expect(queue.shown?.id).toBe('a');
    expect(position(queue)).toEqual({ at: 1, of: 3 });
  });

  it('do not replace the one that is read', () => {
    const one = withWaiting(emptyQueue, [b], START);
    expect(withWaiting(one, [a, b], START).shown?.id).toBe('b');
  });

  it('move on to the next after an answer, and round', () => {
    const queue = withWaiting(emptyQueue, [a, b, c], START);
    const second = stepped(queue, 1);
    expect(second.shown?.id).toBe('b');
    expect(withAnswer(second, 'b').shown?.id).toBe('c');
    expect(stepped(queue, -1).shown?.id).toBe('c');
  });

  it('do not come back when the list is older than the answer', () => {
    const queue = withAnswer(withWaiting(emptyQueue, [a, b], START), 'a');
    expect(withWaiting(queue, [a, b], START).waiting.map((each) => each.id)).toEqual(['b']);
  });

  it('show nothing when all are answered', () => {
    const queue = withAnswer(withWaiting(emptyQueue, [a], START), 'a');
    expect(queue.shown).toBeNull();
    expect(withWaiting(queue, [], START).ended).toBeNull();
  });
});

describe('a question that ends while it is read', () => {
  it('stays and says that it expired', () => {
    const queue = withWaiting(withWaiting(emptyQueue, [a, b], START), [b], START + 400_000);
    expect(queue).toMatchObject({ shown: { id: 'a' }, ended: 'expired' });
    expect(position(queue)).toBeNull();
    expect(stepped(queue, 1)).toMatchObject({ shown: { id: 'b' }, ended: null });
  });

  it('stays and says that it is gone when there was time left', () => {
    const queue = withWaiting(withWaiting(emptyQueue, [a], START), [], START + 1000);
    expect(queue.ended).toBe('gone');
    expect(withWaiting(queue, [], START + 400_000).ended).toBe('gone');
  });
});

describe('a question that comes after the last one ended', () => {
  it('is shown at once', () => {
    const ended = withWaiting(withWaiting(emptyQueue, [a], START), [], START + 400_000);
    expect(withWaiting(ended, [b], START + 400_000)).toMatchObject({
      shown: { id: 'b' },
      ended: null,
    });
  });
});

describe('the countdown', () => {
  it('counts whole seconds down to zero', () => {
    expect(secondsLeft(a.expires_at, START)).toBe(301);
    expect(secondsLeft(a.expires_at, START + 300_500)).toBe(1);
    expect(secondsLeft(a.expires_at, START + 900_000)).toBe(0);
    expect(secondsLeft('not a time', START)).toBe(0);
  });

  it('reads as a clock', () => {
    expect([43, 5, 245, 3723].map(clockText)).toEqual(['0:43', '0:05', '4:05', '1:02:03']);
  });

  it('speaks at a few moments only', () => {
    expect([200, 61, 60, 45, 30, 11, 10, 1, 0].map(spokenSeconds)).toEqual([
      null,
      null,
      60,
      60,
      30,
      30,
      10,
      10,
      0,
    ]);
  });
});

describe('arguments in reading order', () => {
  it('put places first and long texts last, and lose none', () => {
    const roots = argumentRoots({
      content: 'x'.repeat(500),
      options: { a: 1 },
      mode: 'w',
      outputPath: 'notes.md',
      where: '/etc/passwd',
      '1': 2,
    });
    expect(roots.map((root) => root.label)).toEqual([
      'outputPath',
      'where',
      '1',
      'mode',
      'options',
      'content',
    ]);
  });

  it.each(['~/x', './x', 'C:\\x', 'https://x', 'file:x'])('know %s as a place', (value) => {
    expect(argumentRoots({ n: 1, v: value })[0]?.label).toBe('v');
  });
});

describe('why a call is asked', () => {
  it('is read from the step that decided', () => {
    expect(readBecause('risk high')).toEqual({ kind: 'risk' });
    expect(readBecause('rule no-mail')).toEqual({ kind: 'rule', id: 'no-mail' });
    expect(readBecause('A path cannot be resolved.')).toEqual({
      kind: 'other',
      text: 'A path cannot be resolved.',
    });
  });
});
