import { describe, expect, test } from 'vitest';
import { nextLook } from '../../../src-main/catalog/next-look.ts';

const START = 1_000_000;
const MINUTE = 60_000;
const every = { since: START, every_ms: 5 * MINUTE };
const stdio = { isRemote: false, isUp: false, last: null, failures: 0, retry_at: null };
const remote = { ...stdio, isRemote: true };
const seen = (at: number, ok: boolean) => ({ at, ok });

describe('when a server is looked at next', () => {
  test('at once, when nothing is known of it; also without an interval', () => {
    expect(nextLook(stdio, every)).toBe(START);
    expect(nextLook(remote, { ...every, every_ms: 0 })).toBe(START);
  });

  test('a stdio server that was well: never; a remote one: after the interval', () => {
    expect(nextLook({ ...stdio, last: seen(START + 5, true) }, every)).toBeNull();
    expect(nextLook({ ...remote, last: seen(START + 5, true) }, every)).toBe(
      START + 5 + 5 * MINUTE,
    );
  });

  test('one that runs: after the interval, so that what it offers is not older than that', () => {
    const up = { ...stdio, isUp: true, last: seen(START + 5, true) };
    expect(nextLook(up, every)).toBe(START + 5 + 5 * MINUTE);
    expect(nextLook(up, { ...every, every_ms: 0 })).toBeNull();
  });

  test('what was known before the start counts from the start, however old it is', () => {
    expect(nextLook({ ...remote, last: seen(5, true) }, every)).toBe(START + 5 * MINUTE);
    expect(nextLook({ ...stdio, last: seen(5, false) }, every)).toBe(START + MINUTE / 2);
  });

  test('one that failed: after pauses that double, a stdio server after half an hour at most', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 8, 99].map((failures) => {
      const last = seen(START, false);
      return ((nextLook({ ...stdio, last, failures }, every) ?? 0) - START) / MINUTE;
    });
    expect(pauses).toEqual([0.5, 1, 2, 4, 8, 16, 30, 30, 30]);
  });

  test('a remote one that failed is looked at in each interval', () => {
    const pauses = [1, 2, 3, 4, 5, 99].map((failures) => {
      const last = seen(START, false);
      return ((nextLook({ ...remote, last, failures }, every) ?? 0) - START) / MINUTE;
    });
    expect(pauses).toEqual([0.5, 1, 2, 4, 5, 5]);
  });

  test('never before others may try again', () => {
    const retry_at = START + 20 * MINUTE;
    const failing = { ...stdio, last: seen(START, false), failures: 1, retry_at };
    expect(nextLook(failing, every)).toBe(retry_at);
    expect(nextLook({ ...failing, isRemote: true }, every)).toBe(retry_at);
    expect(nextLook({ ...stdio, retry_at }, every)).toBe(retry_at);
  });

  test('without an interval nothing that is known is looked at again', () => {
    const off = { ...every, every_ms: 0 };
    expect(nextLook({ ...remote, last: seen(START, false), failures: 1 }, off)).toBeNull();
    expect(nextLook({ ...remote, last: seen(START, true) }, off)).toBeNull();
  });
});
