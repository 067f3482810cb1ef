import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assembleForm,
  checkWhole,
  slotJson,
} from '../../../../src-renderer/features/try-it/assemble.ts';
import {
  type Draft,
  draftOfText,
  fieldsDraft,
  firstFields,
} from '../../../../src-renderer/features/try-it/drafts.ts';
import type { Control } from '../../../../src-renderer/features/try-it/fields.ts';
import {
  MAX_DEPTH,
  MAX_FIELDS,
  readSchema,
} from '../../../../src-renderer/features/try-it/read-schema.ts';

const control = (schema: unknown, more: Record<string, unknown> = {}): Control => {
  const [field] = readSchema({ type: 'object', properties: { x: schema }, ...more }).fields;
  if (field === undefined) throw new Error('no field');
  return field.control;
};
const text = (value: string): Draft => ({ kind: 'text', text: value });
/** The arguments for one field `x`. */
const sent = (schema: unknown, draft: Draft, required: string[] = []) => {
  const form = readSchema({ type: 'object', properties: { x: schema }, required });
  const { text: json, problems } = assembleForm(form, {
    kind: 'fields',
    fields: new Map([['x', draft]]),
  });
  return { json: JSON.parse(json ?? 'null'), codes: problems.map(({ code }) => code) };
};

describe('the form of a schema', () => {
  it('knows text, numbers, switches, choices, lists, objects and constants', () => {
    expect(control({ type: 'string', format: 'uri', maxLength: 9 })).toEqual({
      kind: 'text',
      min: null,
      max: 9,
      hint: 'uri',
    });
    expect(control({ type: 'integer', minimum: 1 })).toMatchObject({
      kind: 'number',
      integer: true,
      min: 1,
    });
    expect(control({ type: 'boolean' }).kind).toBe('boolean');
    expect(control({ enum: ['a', 2] })).toEqual({
      kind: 'choice',
      options: [
        { label: 'a', json: '"a"' },
        { label: '2', json: '2' },
      ],
    });
    expect(control({ type: 'array', items: { type: 'string' } }).kind).toBe('list');
    expect(control({ type: 'object', properties: { y: { type: 'number' } } }).kind).toBe('object');
    expect(control({ const: 7 })).toEqual({ kind: 'fixed', json: '7' });
  });

  it('puts what must be given first and keeps defaults and descriptions', () => {
    const { fields } = readSchema({
      properties: { a: { type: 'string', default: 'q', description: 'A' }, b: { type: 'string' } },
      required: ['b'],
    });
    expect(fields.map(({ name, required }) => [name, required])).toEqual([
      ['b', true],
      ['a', false],
    ]);
    expect(fields[1]).toMatchObject({ preset: { value: 'q' }, description: 'A' });
  });

  it('reads the ways of saying "or null"', () => {
    for (const schema of [
      { type: ['string', 'null'] },
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      { oneOf: [{ type: 'string' }, { const: null }] },
    ]) {
      const [field] = readSchema({ properties: { x: schema } }).fields;
      expect(field).toMatchObject({ nullable: true, control: { kind: 'text' } });
    }
    expect(readSchema({ properties: { x: { enum: ['a', null] } } }).fields[0]).toMatchObject({
      nullable: true,
      control: { kind: 'choice', options: [{ label: 'a' }] },
    });
  });

  it('offers variants, and one choice where all variants are constants', () => {
    expect(control({ anyOf: [{ type: 'string' }, { type: 'number' }] }).kind).toBe('variants');
    expect(control({ type: ['string', 'number'] }).kind).toBe('variants');
    expect(control({ oneOf: [{ const: 'a', title: 'Eh' }, { const: 'b' }] })).toEqual({
      kind: 'choice',
      options: [
        { label: 'Eh', json: '"a"' },
        { label: 'b', json: '"b"' },
      ],
    });
  });

  it('follows references and joins a simple allOf', () => {
    const defs = { $defs: { P: { type: 'object', properties: { y: { type: 'string' } } } } };
    expect(control({ $ref: '#/$defs/P' }, defs).kind).toBe('object');
    expect(
      control({ allOf: [{ $ref: '#/$defs/P' }, { properties: { z: { type: 'number' } } }] }, defs),
    ).toMatchObject({ kind: 'object', fields: [{ name: 'y' }, { name: 'z' }] });
  });
});

describe('hostile and odd schemas', () => {
  it('end where they recurse', () => {
    const tree = {
      $defs: {
        T: { type: 'object', properties: { child: { $ref: '#/$defs/T' }, v: { type: 'string' } } },
      },
    };
    expect(control({ $ref: '#/$defs/T' }, tree)).toMatchObject({
      kind: 'object',
      fields: [{ name: 'child', control: { kind: 'json', why: 'recursive' } }, { name: 'v' }],
    });
    expect(
      control(
        { $ref: '#/$defs/A' },
        { $defs: { A: { $ref: '#/$defs/B' }, B: { $ref: '#/$defs/A' } } },
      ),
    ).toEqual({
      kind: 'json',
      why: 'recursive',
    });
    expect(control({ $ref: '#' })).toMatchObject({ kind: 'json' });
    expect(readSchema({ $ref: '#' }).fields).toEqual([]);
  });

  it('do not fan out: doubling references stay bounded', () => {
    const defs: Record<string, unknown> = {};
    for (let level = 0; level < 40; level += 1) {
      const next = { $ref: `#/$defs/D${level + 1}` };
      defs[`D${level}`] = { type: 'object', properties: { a: next, b: next, c: next } };
    }
    const start = performance.now();
    readSchema({ properties: { x: { $ref: '#/$defs/D0' } }, $defs: defs });
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it('show a bounded number of a thousand properties, the required ones among them', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`p${index}`, { type: 'string' }]),
    );
    const { fields, more } = readSchema({ properties, required: ['p999'] });
    expect(fields).toHaveLength(MAX_FIELDS);
    expect(more).toBe(1000 - MAX_FIELDS);
    expect(fields[0]?.name).toBe('p999');
  });

  it('become JSON fields beyond the depth', () => {
    let schema: unknown = { type: 'string' };
    for (let level = 0; level < MAX_DEPTH + 3; level += 1)
      schema = { type: 'object', properties: { x: schema } };
    expect(JSON.stringify(readSchema(schema))).toContain('"why":"deep"');
  });

  it.each([
    ['a made-up type', { type: 'potato' }],
    ['true', true],
    ['null', null],
    ['a list', []],
    ['nothing said', {}],
    ['a map', { type: 'object', additionalProperties: { type: 'string' } }],
    ['a tuple', { type: 'array', prefixItems: [{ type: 'string' }], items: {} }],
    ['items that are no schema', { type: 'array', items: 'x' }],
    ['a reference to elsewhere', { $ref: 'https://evil.example/schema.json' }],
    ['a reference to nowhere', { $ref: '#/$defs/none' }],
    ['a reference into the prototype', { $ref: '#/__proto__/toString' }],
    ['an allOf of oddities', { allOf: [7] }],
    ['a thousand choices', { enum: Array.from({ length: 1000 }, (_, index) => index) }],
    ['fifty variants', { anyOf: Array.from({ length: 50 }, () => ({ type: 'object' })) }],
  ])('become a JSON field: %s', (_name, schema) => {
    expect(control(schema).kind).toBe('json');
  });

  it.each([
    undefined,
    null,
    7,
    'x',
    [],
    { properties: 7 },
    { properties: { x: 1 }, required: 'x' },
  ])('of no use at all give a form anyway: %j', (schema) => {
    expect(() =>
      assembleForm(readSchema(schema), firstFields(readSchema(schema).fields)),
    ).not.toThrow();
  });

  it('may use any name, also one that means something to JavaScript', () => {
    const form = readSchema(
      JSON.parse('{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}'),
    );
    const drafts: Draft = {
      kind: 'fields',
      fields: new Map([
        ['__proto__', text('a')],
        ['constructor', text('b')],
      ]),
    };
    expect(assembleForm(form, drafts).text).toBe('{\n  "__proto__": "a",\n  "constructor": "b"\n}');
  });

  it('never throw, whatever they are', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.jsonValue(), (schema, value) => {
        const form = readSchema({
          properties: { x: schema, y: { default: value, ...Object(schema) } },
        });
        JSON.parse(assembleForm(form, firstFields(form.fields)).text ?? '');
      }),
    );
  });
});

describe('the arguments', () => {
  it('hold what was entered and leave out what was not', () => {
    expect(sent({ type: 'string' }, text('a\n"b"')).json).toEqual({ x: 'a\n"b"' });
    expect(sent({ type: 'string' }, { kind: 'unset' }).json).toEqual({});
    expect(sent({ type: 'string' }, text('')).json).toEqual({ x: '' });
    expect(sent({ type: 'boolean' }, { kind: 'flag', on: false }).json).toEqual({ x: false });
    expect(sent({ enum: [1, 'b'] }, { kind: 'pick', index: 1 }).json).toEqual({ x: 'b' });
    expect(sent({ type: ['string', 'null'] }, { kind: 'null' }).json).toEqual({ x: null });
  });

  it('say what is lacking or wrong', () => {
    expect(sent({ type: 'string' }, { kind: 'unset' }, ['x']).codes).toEqual(['required']);
    expect(sent({ type: 'integer' }, text('1.5')).codes).toEqual(['integer']);
    expect(sent({ type: 'number' }, text('1,5')).codes).toEqual(['number']);
    expect(sent({ type: 'number' }, text('1e999')).codes).toEqual(['number']);
    expect(sent({ type: 'number', minimum: 3 }, text('2')).codes).toEqual(['min']);
    expect(sent({ type: 'number', maximum: 3 }, text('4')).codes).toEqual(['max']);
    expect(sent({ type: 'string', minLength: 2 }, text('😀')).codes).toEqual(['short']);
    expect(sent({ type: 'string', maxLength: 1 }, text('😀')).codes).toEqual([]);
    const list = { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 };
    const items = (...texts: string[]): Draft => ({
      kind: 'items',
      items: texts.map((each, id) => ({ id, draft: text(each) })),
    });
    expect(sent(list, items('1')).codes).toEqual(['few']);
    expect(sent(list, items('1', '2', 'x')).codes).toEqual(['many', 'number']);
    expect(sent(list, items('1', '2'))).toEqual({ json: { x: [1, 2] }, codes: [] });
  });

  it('do not round a number that JavaScript cannot hold', () => {
    const form = readSchema({ properties: { x: { type: 'integer' } } });
    const { text: json, problems } = assembleForm(form, {
      kind: 'fields',
      fields: new Map([['x', text('9007199254740993')]]),
    });
    expect(json).toContain('9007199254740993');
    expect(problems.map(({ code }) => code)).toEqual(['unsafe']);
  });

  it('send a field written as JSON letter by letter', () => {
    const form = readSchema({ properties: { x: {} } });
    const typed = '{"a": 1, "a": 9007199254740993}';
    const draft: Draft = { kind: 'fields', fields: new Map([['x', { kind: 'raw', text: typed }]]) };
    expect(assembleForm(form, draft).text).toContain(typed);
    expect(sent({}, { kind: 'raw', text: '{oops' }).codes).toEqual(['json']);
  });

  it('keep a value that the form cannot hold as JSON', () => {
    const { fields } = readSchema({
      properties: {
        o: { type: 'object', properties: { a: { type: 'string' } } },
        n: { type: 'number' },
      },
    });
    const form = { fields, more: 0 };
    for (const value of [
      { o: { a: 'x' }, n: 1 },
      { o: { a: 'x', b: 2 }, n: 'many' },
    ]) {
      const draft = fieldsDraft(fields, value);
      if (draft === null) throw new Error('does not fit');
      expect(JSON.parse(assembleForm(form, draft).text ?? '')).toEqual(value);
    }
    expect(fieldsDraft(fields, { other: 1 })).toBeNull();
  });

  it('of one field go to JSON and back', () => {
    const [slot] = readSchema({
      properties: { x: { type: 'array', items: { type: 'number' } } },
    }).fields;
    if (slot === undefined) throw new Error('no field');
    const draft = draftOfText(slot, '[1, 2]');
    if (draft === null) throw new Error('does not fit');
    expect(JSON.parse(slotJson(slot, draft))).toEqual([1, 2]);
    expect(slotJson(slot, { kind: 'unset' })).toBe('');
    expect(draftOfText(slot, '{"a": 1}')).toBeNull();
    expect(draftOfText(slot, '[1')).toBeNull();
    expect(draftOfText(slot, ' ')).toEqual({ kind: 'items', items: [] });
  });

  it('start with the defaults of the schema', () => {
    const form = readSchema({
      properties: {
        a: { type: 'array', items: { type: 'string' }, default: ['x'] },
        b: { type: 'boolean', default: true },
        c: { type: 'object', properties: { d: { const: 'k' } }, required: ['d'] },
        e: { type: 'string', default: 5 },
      },
      required: ['c'],
    });
    expect(JSON.parse(assembleForm(form, firstFields(form.fields)).text ?? '')).toEqual({
      a: ['x'],
      b: true,
      c: { d: 'k' },
      e: 5,
    });
  });

  it('written as a whole must be one JSON object', () => {
    expect(checkWhole('').text).toBe('{}');
    expect(checkWhole('{"a": 1}').problems).toEqual([]);
    expect(checkWhole('[1]').problems.map(({ code }) => code)).toEqual(['object']);
    expect(checkWhole('{').problems.map(({ code }) => code)).toEqual(['json']);
  });
});
