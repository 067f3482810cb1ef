import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashOf } from '../../../src-main/kernel/canonical-json.ts';
import { parseStrictJson } from '../../../src-main/kernel/strict-json.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Every string but halves of surrogate pairs, which the parser refuses. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', 'é', 'e\u0301', '\u202e', '\ud83d\ude00', '"\\/\b\n', '1', 'null', '\u2028'),
);
const number = fc
  .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(-0))
  .filter((value) => !Number.isInteger(value) || Number.isSafeInteger(value));
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(null, true, false),
    number,
    text,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      text.filter((key) => key !== '__proto__'),
      tie('value'),
      { maxKeys: 4 },
    ),
  ),
}));
const args = fc.dictionary(
  text.filter((key) => key !== '__proto__'),
  value,
  { maxKeys: 4 },
);

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Some JSON text of a value: keys in an order, blanks, escapes and number spellings as `chance` says. */
function written(value: Json, chance: () => number): string {
  const blank = () => [' ', '', '\n\t', '\r'][Math.floor(chance() * 4)] ?? '';
  const string = (plain: string) =>
    chance() < 0.5 ? JSON.stringify(plain) : `"${plain.split('').map(escaped).join('')}"`;
  const write = (item: Json): string => {
    if (typeof item === 'string') return string(item);
    if (typeof item === 'number') return Object.is(item, -0) ? '-0' : JSON.stringify(item);
    if (item === null || typeof item === 'boolean') return String(item);
    const inner = Array.isArray(item)
      ? item.map((each) => `${blank()}${write(each)}${blank()}`)
      : Object.entries(item)
          .map((entry) => ({ entry, at: chance() }))
          .sort((a, b) => a.at - b.at)
          .map(
            ({ entry: [key, each] }) =>
              `${blank()}${string(key)}${blank()}:${blank()}${write(each)}`,
          );
    return Array.isArray(item) ? `[${inner.join(',')}]` : `{${inner.join(',')}}`;
  };
  return blank() + write(value) + blank();
}

/** The hash of the arguments that a client wrote. */
function hashOfText(json: string): string {
  const parsed = parseStrictJson(json);
  if (!parsed.ok) throw new Error(parsed.failure.message);
  return hashOf(parsed.value);
}

const chances = (seeds: readonly number[]) => {
  let at = 0;
  return () => {
    at += 1;
    return seeds[at % seeds.length] ?? 0;
  };
};
const seeds = fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), {
  minLength: 5,
  maxLength: 30,
});

test('the hash of arguments does not hang on the order of keys, blanks or escapes', () => {
  fc.assert(
    fc.property(args, seeds, seeds, (value, one, other) => {
      const hash = hashOf(value);
      expect(hashOfText(written(value, chances(one)))).toBe(hash);
      expect(hashOfText(written(value, chances(other)))).toBe(hash);
    }),
    { numRuns: 1_000 },
  );
});

/** JSON knows one zero: -0 and 0 are sent as the same text. */
const sent = (value: Json): unknown => JSON.parse(JSON.stringify(value));

test('two values have one hash exactly when they are sent as the same', () => {
  fc.assert(
    fc.property(args, args, (a, b) => {
      expect(hashOf(a) === hashOf(b)).toBe(isDeepStrictEqual(sent(a), sent(b)));
    }),
    { numRuns: 2_000 },
  );
});

/** Every place of a value, as the same value with something else there. */
function changed(value: Json): Json[] {
  if (Array.isArray(value))
    return [
      [...value, null],
      ...(value.length > 0 ? [value.slice(1)] : []),
      ...value.flatMap((item, at) => changed(item).map((other) => value.with(at, other))),
    ];
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    return [
      { ...value, 'one key more': null },
      ...entries.flatMap(([key, item]) => [
        Object.fromEntries(entries.filter(([name]) => name !== key)),
        ...changed(item).map((other) => ({ ...value, [key]: other })),
      ]),
    ];
  }
  if (typeof value === 'string')
    return [`${value}\u200b`, value === 'x' ? 'y' : 'x', Number(value) || null];
  if (typeof value === 'number') return [String(value), value === 0 ? 5e-324 : -value, true];
  return [value === null ? false : null, 0, String(value)];
}

test('any change of any value, key or type changes the hash', () => {
  fc.assert(
    fc.property(args, (value) => {
      const hash = hashOf(value);
      for (const other of changed(value)) expect(hashOf(other)).not.toBe(hash);
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['composed and decomposed letters', { a: 'é' }, { a: 'e\u0301' }],
  ['a number and its text', { a: 1 }, { a: '1' }],
  ['nothing and null', {}, { a: null }],
  ['a list and an object', { a: ['b'] }, { a: { 0: 'b' } }],
  ['the order of a list', { a: [1, 2] }, { a: [2, 1] }],
  ['an invisible character', { a: 'b' }, { a: 'b\u200b' }],
  ['case', { a: 'B' }, { a: 'b' }],
])('%s are not the same', (_what, one, other) => {
  expect(hashOf(one)).not.toBe(hashOf(other));
});

test('-0 and 0, 1.0 and 1, 1e2 and 100 are the same, as they are sent as the same', () => {
  for (const [one, other] of [
    ['{"a":-0}', '{"a":0}'],
    ['{"a":1.0}', '{"a":1}'],
    ['{"a":1e2}', '{"a":100}'],
  ] as const)
    expect(hashOfText(one)).toBe(hashOfText(other));
});
