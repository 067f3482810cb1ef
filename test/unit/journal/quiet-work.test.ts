import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { QuietWork } from '../../../src-main/journal/quiet-work.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function work(pieces: number) {
  const state = { left: pieces, urgent: false };
  const quiet = new QuietWork({
    isUrgent: () => state.urgent,
    piece: () => {
      if (state.left === 0) return false;
      state.left -= 1;
      return true;
    },
  });
  return { quiet, state };
}

test('begins once nothing has come for a while, and goes on to the end', () => {
  const { quiet, state } = work(3);
  quiet.disturb();
  vi.advanceTimersByTime(799);
  expect(state.left).toBe(3);
  vi.advanceTimersByTime(20);
  expect([state.left, vi.getTimerCount()]).toEqual([0, 0]);
});

test('waits while entries come, also one that it has begun', () => {
  const { quiet, state } = work(1_000);
  for (let at = 0; at < 50; at += 1) {
    quiet.disturb();
    vi.advanceTimersByTime(300);
  }
  expect(state.left).toBe(1_000);
  vi.advanceTimersByTime(510);
  const begun = state.left;
  expect(begun).toBeLessThan(1_000);
  expect(begun).toBeGreaterThan(0);
  quiet.disturb();
  vi.advanceTimersByTime(100);
  expect(state.left).toBe(begun);
});

test('what has become urgent is done though entries come', () => {
  const { quiet, state } = work(100);
  state.urgent = true;
  for (let at = 0; at < 10; at += 1) {
    quiet.disturb();
    vi.advanceTimersByTime(100);
  }
  expect(state.left).toBe(0);
});

test('does nothing any more once it is stopped', () => {
  const { quiet, state } = work(3);
  quiet.disturb();
  quiet.stop();
  vi.advanceTimersByTime(5_000);
  expect(state.left).toBe(3);
});
