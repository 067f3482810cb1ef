import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonSize } from '../../../src-main/catalog/json-size.ts';

const limits = { depth: 10, nodes: 1_000, bytes: 10_000 };

test('what is small is within all limits, whatever it is', () => {
  for (const value of [null, 1, '', 'text', [], {}, [[]], { a: { b: [1, null, true] } }])
    expect(jsonSize(value, limits).over).toBeNull();
});

test('depth, parts and bytes are each told', () => {
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  expect(jsonSize(deep, limits).over).toBe('depth');
  expect(
    jsonSize(
      Array.from({ length: 5_000_000 }, () => 0),
      limits,
    ).over,
  ).toBe('nodes');
  expect(jsonSize('ä'.repeat(6_000), limits).over).toBe('bytes');
  expect(jsonSize({ ['k'.repeat(11_000)]: 1 }, limits).over).toBe('bytes');
});

test('the size is near that of the written value', () => {
  const generous = { depth: 1_000, nodes: 1_000_000, bytes: 10_000_000 };
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const written = Buffer.byteLength(JSON.stringify(value));
      const { bytes, over } = jsonSize(value, generous);
      expect(over).toBeNull();
      // Escapes and long numbers are not counted out; a hostile value gains at most this factor.
      expect(bytes * 12 + 20).toBeGreaterThanOrEqual(written);
      expect(bytes).toBeLessThanOrEqual(written * 6 + 20);
    }),
  );
});
