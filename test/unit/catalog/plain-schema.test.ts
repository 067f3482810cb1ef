import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCompileSchema } from '../../../src-main/catalog/compile-schema.ts';
import { fitsPlainly } from '../../../src-main/catalog/plain-schema.ts';

const compile = createCompileSchema();
const reallyFits = (schema: Record<string, unknown>, value: unknown): boolean => {
  const compiled = compile(schema);
  return compiled.ok && compiled.validate(value) === true;
};

describe('arguments that certainly fit', () => {
  const search = {
    type: 'object',
    properties: {
      query: { type: 'string', minLength: 1, maxLength: 20, description: 'What to find' },
      limit: { type: ['integer', 'null'], minimum: 1, maximum: 50 },
      order: { enum: ['date', 'rank'] },
      tags: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
    },
    required: ['query'],
    additionalProperties: false,
  };

  test.each([
    [{ query: 'a tool' }, true],
    [{ query: 'a tool', limit: 50, order: 'rank', tags: ['a', null] }, true],
    [{}, false],
    [{ query: '' }, false],
    [{ query: 'x'.repeat(21) }, false],
    [{ query: 'x', limit: 1.5 }, false],
    [{ query: 'x', limit: 51 }, false],
    [{ query: 'x', order: 'other' }, false],
    [{ query: 'x', tags: [1] }, false],
    [{ query: 'x', more: 1 }, false],
  ])('%j: %s', (args, fits) => {
    expect(fitsPlainly(search, args)).toBe(fits);
    expect(reallyFits(search, args)).toBe(fits);
  });

  test.each([
    ['a pattern', { type: 'string', pattern: '(a+)+$' }],
    ['a format', { type: 'string', format: 'uri' }],
    ['a reference', { $ref: '#/$defs/text', $defs: { text: { type: 'string' } } }],
    ['a word of another dialect', { type: 'string', nullable: true }],
    ['a bound that is no number', { type: 'number', minimum: 0, exclusiveMinimum: true }],
  ])('%s is for the threads', (_what, rule) => {
    expect(fitsPlainly({ type: 'object', properties: { a: rule } }, { a: 'aaaa' })).toBe(false);
  });

  test('a schema that multiplies the work is given up', () => {
    let rule: unknown = { type: 'string' };
    for (let level = 0; level < 40; level += 1) rule = { anyOf: [{ allOf: [rule, false] }, rule] };
    expect(fitsPlainly({ properties: { a: rule } }, { a: 1 })).toBe(false);
  });

  test('whatever the schema, nothing is called fitting that the compiled schema refuses', () => {
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom('', 'a', 'ab', '😀', 0, 1, 2, -1, 1.5, true, false, null),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('any'), { maxKeys: 3 }),
      ),
    })).any;
    const primitive = fc.constantFrom('a', 'ab', 0, 1, 1.5, true, null);
    const bound = fc.nat({ max: 3 });
    const type = fc.constantFrom(
      'string',
      'number',
      'integer',
      'boolean',
      'null',
      'array',
      'object',
    );
    const words = {
      type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
      enum: fc.uniqueArray(primitive, { minLength: 1, maxLength: 3 }),
      const: primitive,
      ...{ minLength: bound, maxLength: bound, minItems: bound, maxItems: bound },
      ...{ minimum: bound, maximum: bound, exclusiveMinimum: bound, exclusiveMaximum: bound },
      required: fc.uniqueArray(fc.constantFrom('a', 'b'), { maxLength: 2 }),
    };
    const few = (all: Record<string, fc.Arbitrary<unknown>>) =>
      fc
        .tuple(fc.record(all), fc.subarray(Object.keys(all), { maxLength: 2 }))
        .map(([rule, kept]) =>
          Object.fromEntries(Object.entries(rule).filter(([word]) => kept.includes(word))),
        );
    const inner = few(words);
    const schema = few({
      ...words,
      properties: fc.dictionary(fc.constantFrom('a', 'b'), inner, { maxKeys: 2 }),
      additionalProperties: fc.oneof(fc.boolean(), inner),
      items: inner,
      anyOf: fc.array(inner, { minLength: 1, maxLength: 2 }),
      allOf: fc.array(inner, { minLength: 1, maxLength: 2 }),
    });
    let fitting = 0;
    fc.assert(
      fc.property(schema, value, (rule, item) => {
        if (!fitsPlainly(rule, item)) return;
        fitting += 1;
        expect(reallyFits(rule, item)).toBe(true);
      }),
      { numRuns: 2000 },
    );
    expect(fitting).toBeGreaterThan(50);
  });
});
