import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkArguments, judgeTool } from '../../../src-main/catalog/analyse.ts';
import { createCompileSchema } from '../../../src-main/catalog/compile-schema.ts';
import { tool } from '../../fakes/link.ts';

const compile = createCompileSchema();
const judge = (definition: Record<string, unknown>) => judgeTool(compile, 'x', definition);
const problem = (inputSchema: unknown) => judge(tool('x', { inputSchema })).quarantine_reason;
const check = (schema: Record<string, unknown>, args: Record<string, unknown>) =>
  checkArguments(compile, { kind: 'check', schema, args });

describe('a schema is used when its meaning is clear', () => {
  test.each([
    ['a plain object', { type: 'object', properties: { a: { type: 'string' } } }],
    ['nothing but $schema', { $schema: 'http://json-schema.org/draft-07/schema#' }],
    ['anyOf without a type', { anyOf: [{ type: 'object' }, { type: 'object' }] }],
    ['object or null', { type: ['object', 'null'] }],
    ['an unknown dialect', { $schema: 'https://example.com/mine', type: 'object' }],
    [
      'draft-07 definitions',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        definitions: { x: { type: 'string' } },
        properties: { a: { $ref: '#/definitions/x' } },
        'x-odd': true,
      },
    ],
    [
      'draft-04 and OpenAPI ways',
      {
        $schema: 'http://json-schema.org/draft-04/schema#',
        id: 'urn:x',
        properties: {
          a: { type: 'number', minimum: 1, exclusiveMinimum: true },
          b: { nullable: true },
          id: { type: 'string' },
        },
      },
    ],
    ['draft-07 items without saying so', { properties: { a: { items: [{ type: 'string' }] } } }],
    ['a pattern without the Unicode flag', { properties: { a: { pattern: '^[\\w-.]+$' } } }],
    ['an unknown format', { properties: { a: { type: 'string', format: 'x-colour' } } }],
    ['a property named __proto__', JSON.parse('{"properties":{"__proto__":{"type":"string"}}}')],
  ])('%s', (_, schema) => {
    expect(problem(schema)).toBeNull();
  });
});

describe('a tool is set aside, with the reason', () => {
  test.each([
    ['null', null, /no input schema/],
    ['a list', [], /not an object/],
    ['a type that is none', { type: 'int' }, /does not describe an object/],
    ['a string', { type: 'string' }, /does not describe an object/],
    ['a property type that is none', { properties: { a: { type: 'int' } } }, /cannot be used/],
    [
      'a $ref that leads out',
      { properties: { a: { $ref: 'https://example.com/s.json' } } },
      /can't resolve reference https:\/\/example.com/,
    ],
    ['a $ref to nothing', { properties: { a: { $ref: '#/$defs/none' } } }, /cannot be used/],
    ['a broken pattern', { properties: { a: { pattern: '(' } } }, /cannot be used/],
    [
      'a header mark on an object',
      { properties: { a: { type: 'object', 'x-mcp-header': 'A' } } },
      /x-mcp-header/,
    ],
  ])('%s', (_, schema, reason) => {
    expect(problem(schema)).toMatch(reason);
  });

  test('no input schema at all', () => {
    expect(judge({ name: 'x' }).quarantine_reason).toMatch(/no input schema/);
  });

  test('a description that is no text, an output schema that is none', () => {
    expect(judge(tool('x', { description: 7 })).quarantine_reason).toMatch(/description/);
    expect(judge(tool('x', { description: null })).quarantine_reason).toBeNull();
    expect(judge(tool('x', { outputSchema: 'no' })).quarantine_reason).toMatch(/output schema/);
    expect(judge(tool('x', { outputSchema: { type: 'nope' } })).quarantine_reason).toMatch(
      /output schema cannot be used/,
    );
  });

  test('a name that one schema gives itself is not found by another', () => {
    expect(problem({ $id: 'https://example.com/s.json', type: 'object' })).toBeNull();
    expect(problem({ properties: { a: { $ref: 'https://example.com/s.json' } } })).not.toBeNull();
  });

  test('its schema is not touched', () => {
    const schema = { properties: { a: { minimum: 1, exclusiveMinimum: true, nullable: true } } };
    const before = structuredClone(schema);
    problem(schema);
    expect(schema).toEqual(before);
  });
});

describe('the pin', () => {
  const base = tool('x', { annotations: { readOnlyHint: true }, icons: [{ src: 'a' }] });
  const pin = (definition: Record<string, unknown>) => judge(definition).definition.hash;

  test('the order of keys and _meta are no change', () => {
    const turned = Object.fromEntries(Object.entries(base).reverse());
    expect(pin(turned)).toBe(pin(base));
    expect(pin({ ...base, _meta: { at: 1 } })).toBe(pin(base));
  });

  test.each([
    ['description', { description: 'Other' }],
    ['inputSchema', { inputSchema: { type: 'object', required: ['extra'] } }],
    ['outputSchema', { outputSchema: { type: 'object' } }],
    ['annotations', { annotations: { readOnlyHint: false } }],
    ['icons', { icons: [] }],
    ['a field that nobody knows', { later: true }],
  ])('%s changes it', (_, change) => {
    expect(pin({ ...base, ...change })).not.toBe(pin(base));
  });

  test('any JSON can be pinned and judged', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (extra) => {
        const verdict = judge({ ...tool('x'), ...extra, name: 'x' });
        expect(verdict.definition.hash).toMatch(/^[0-9a-f]{64}$/);
      }),
      { numRuns: 100 },
    );
  });
});

describe('arguments', () => {
  const schema = {
    type: 'object',
    required: ['path'],
    additionalProperties: false,
    properties: {
      path: { type: 'string' },
      mode: { enum: ['read', 'write'] },
      'a b': { type: 'array', items: { type: 'object', properties: { n: { type: 'number' } } } },
    },
  };

  test('that fit have no problems', () => {
    expect(check(schema, { path: '/x', mode: 'read', 'a b': [{ n: 1 }] })).toEqual([]);
  });

  test('that do not fit are named by their places', () => {
    expect(check(schema, { mode: 'burn', 'a b': [{ n: 1 }, { n: 'x' }], extra: 1 })).toEqual([
      '$.path is missing.',
      '$.extra is not a known argument.',
      '$.mode must be one of "read", "write".',
      '$["a b"][1].n must be number.',
    ]);
  });

  test('have at most five problems', () => {
    const numbers = { additionalProperties: { type: 'number' } };
    const args = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`k${index}`, 'x']));
    expect(check(numbers, args)).toHaveLength(5);
  });

  test('are never changed: no defaults, no conversions', () => {
    const args = { a: '1' };
    check({ properties: { a: { type: 'number' }, b: { default: 2 } } }, args);
    expect(args).toEqual({ a: '1' });
  });

  test('a schema that would answer later answers now', () => {
    expect(check({ $async: true, required: ['a'] }, {})).toEqual(['$.a is missing.']);
  });
});
