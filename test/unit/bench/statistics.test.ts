import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { median, percentile, rotated, spread } from '../../bench/statistics.ts';

describe('statistics of the benchmarks', () => {
  test('a percentile is the value that so many do not exceed', () => {
    const hundred = Array.from({ length: 100 }, (_, n) => 100 - n);
    expect(percentile(hundred, 0.5)).toBe(50);
    expect(percentile(hundred, 0.99)).toBe(99);
    expect(percentile(hundred, 1)).toBe(100);
    expect(percentile([7], 0.99)).toBe(7);
    expect(percentile([], 0.5)).toBeNaN();
  });

  test('a percentile is one of the values, and enough of them are not above it', () => {
    const values = fc.array(fc.double({ noNaN: true }), { minLength: 1 });
    fc.assert(
      fc.property(values, fc.double({ min: 0.01, max: 1, noNaN: true }), (list, share) => {
        const found = percentile(list, share);
        expect(list).toContain(found);
        const notAbove = list.filter((value) => value <= found).length;
        expect(notAbove).toBeGreaterThanOrEqual(share * list.length - 1e-9);
      }),
    );
  });

  test('a median is the middle, or the mean of the two in the middle', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([])).toBeNaN();
  });

  test('numbers are compared as numbers, and the list stays as it was', () => {
    const list = [10, 9, 100];
    expect(median(list)).toBe(10);
    expect(spread(list)).toEqual({ median: 10, low: 9, high: 100 });
    expect(list).toEqual([10, 9, 100]);
  });

  test('each round begins with the next one, and nobody is left out', () => {
    expect(rotated(['a', 'b', 'c'], 0)).toEqual(['a', 'b', 'c']);
    expect(rotated(['a', 'b', 'c'], 1)).toEqual(['b', 'c', 'a']);
    expect(rotated(['a', 'b', 'c'], 5)).toEqual(['c', 'a', 'b']);
    expect(rotated([], 3)).toEqual([]);
  });
});
