import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallLimits } from '../../../src-main/servers/call-limits.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const limits = (idle: number, total: number) => {
  const expired: number[] = [];
  return { expired, limits: new CallLimits(idle, total, (limit) => expired.push(limit)) };
};

test('the idle limit starts anew with each sign of life, the total one does not', () => {
  const { expired, limits: both } = limits(100, 250);
  for (let step = 0; step < 4; step += 1) {
    vi.advanceTimersByTime(60);
    both.restartIdle();
  }
  expect(expired).toEqual([]);
  vi.advanceTimersByTime(10);
  expect(expired).toEqual([250]);
  both.stop();
  vi.advanceTimersByTime(1_000);
  expect(expired).toEqual([250]);
});

test('both stand still while they are held', () => {
  const { expired, limits: both } = limits(100, 250);
  vi.advanceTimersByTime(90);
  both.hold();
  both.hold();
  both.restartIdle();
  vi.advanceTimersByTime(10_000);
  expect(expired).toEqual([]);
  both.resume();
  vi.advanceTimersByTime(90);
  both.restartIdle();
  vi.advanceTimersByTime(69);
  expect(expired).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(expired).toEqual([250]);
});

test('one that was ended while held stays ended', () => {
  const { expired, limits: both } = limits(100, 250);
  both.hold();
  both.stop();
  vi.advanceTimersByTime(1_000);
  expect(expired).toEqual([]);
});
