import { expect, test } from 'vitest';
import { isDeeperThan } from '../../../src-main/kernel/json-depth.ts';

test.each<[unknown, number]>([
  [null, 0],
  ['text', 0],
  [[], 1],
  [{}, 1],
  [{ a: 1, b: [2, { c: null }] }, 3],
])('%j is %i levels deep', (value, levels) => {
  expect(isDeeperThan(value, levels)).toBe(false);
  if (levels > 0) expect(isDeeperThan(value, levels - 1)).toBe(true);
});

test('a million levels and a million neighbours are measured in a moment', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`);
  const began = performance.now();
  expect(isDeeperThan(deep, 500)).toBe(true);
  expect(isDeeperThan(deep, 1_000_000)).toBe(false);
  expect(
    isDeeperThan(
      Array.from({ length: 1_000_000 }, () => ({})),
      2,
    ),
  ).toBe(false);
  expect(performance.now() - began).toBeLessThan(5_000);
});
