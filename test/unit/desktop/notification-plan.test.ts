import { expect, test } from 'vitest';
import { createCrashCount } from '../../../src-main/desktop/crash-count.ts';
import {
  NOTIFICATIONS_AT_ONCE,
  planNotifications,
} from '../../../src-main/desktop/notification-plan.ts';
import { shownText } from '../../../src-main/desktop/shown-text.ts';

const questions = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `q${n}` }));

test('each question is announced once, and its announcement closed when it ends', () => {
  const [first, second] = [{ id: 'a' }, { id: 'b' }];
  expect(planNotifications([first], new Set(), [])).toEqual({ show: [first], close: [] });
  expect(planNotifications([first, second], new Set(['a']), ['a'])).toEqual({
    show: [second],
    close: [],
  });
  expect(planNotifications([second], new Set(['a', 'b']), ['a', 'b'])).toEqual({
    show: [],
    close: ['a'],
  });
});

test('a flood of questions shows a few at once and the others when there is room', () => {
  const all = questions(40);
  const first = planNotifications(all, new Set(), []).show;
  expect(first).toHaveLength(NOTIFICATIONS_AT_ONCE);
  const asked = new Set(first.map(({ id }) => id));
  expect(planNotifications(all, asked, [...asked]).show).toEqual([]);
  const { show, close } = planNotifications(all.slice(1), asked, [...asked]);
  expect(close).toEqual(['q0']);
  expect(show).toEqual([{ id: `q${NOTIFICATIONS_AT_ONCE}` }]);
});

test('a page that keeps crashing is not loaded again without end', () => {
  let now = 0;
  const crashes = createCrashCount(() => now);
  expect([1, 2, 3, 4].map(() => crashes.mayReload())).toEqual([true, true, true, false]);
  now = 10 * 60_000;
  expect(crashes.mayReload()).toBe(true);
});

test('shown text is one line, cut with a mark', () => {
  expect(shownText('  a\n\tb  ', 10)).toBe('a b');
  expect(shownText('abcdef', 4)).toBe('abc…');
  expect(shownText('a\u202Eb', 20)).toBe('a\\u{202e}b');
});
