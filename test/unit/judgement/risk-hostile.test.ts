import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_NODES } from '../../../src-main/judgement/read-schema.ts';
import { gradeTool, type JudgedTool } from '../../../src-main/judgement/risk.ts';

/** A tool as JSON gives it, whatever its types: the field types are only the server's promise. */
const fromJson = (text: string): JudgedTool => JSON.parse(text);

const nested = (depth: number, leaf: object): object =>
  depth === 0 ? leaf : { properties: { a: nested(depth - 1, leaf) } };

const took = (work: () => unknown): number => {
  const start = performance.now();
  work();
  return performance.now() - start;
};

describe('hostile tools', () => {
  it('never make it throw, and a destructive hint never lowers the grade', () => {
    fc.assert(
      fc.property(
        fc.record({
          name: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('delete', 'get_x', '删除')),
          description: fc.oneof(fc.jsonValue(), fc.string({ unit: 'grapheme', maxLength: 200 })),
          title: fc.jsonValue(),
          inputSchema: fc.jsonValue({ maxDepth: 6 }),
          annotations: fc.oneof(
            fc.dictionary(
              fc.constantFrom('readOnlyHint', 'title', 'destructiveHint'),
              fc.jsonValue(),
            ),
            fc.jsonValue(),
          ),
        }),
        (raw) => {
          const plain = fromJson(JSON.stringify(raw));
          const hinted = { ...plain, annotations: { ...plain.annotations, destructiveHint: true } };
          const before = gradeTool(plain);
          expect(['medium', 'high']).toContain(before.level);
          expect(before.reasons.length).toBeGreaterThan(0);
          if (before.level === 'high') expect(gradeTool(hinted).level).toBe('high');
          expect(gradeTool(hinted).reasons.some(({ from }) => from === 'annotation')).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    '{"name": 7, "description": ["delete"], "title": {}, "annotations": [1], "inputSchema": "x"}',
    '{"name": null, "annotations": null, "inputSchema": [null, [[]]]}',
    '{"name": "__proto__", "inputSchema": {"properties": {"constructor": {"enum": "delete"}, "__proto__": 1}}}',
    '{"name": "toString", "description": "hasOwnProperty constructor valueOf"}',
    '{"name": "\\ud800delete_x", "description": "\\udfff"}',
  ])('are graded whatever their types: %s', (json) => {
    expect(['medium', 'high']).toContain(gradeTool(fromJson(json)).level);
  });

  it('have their schema judged to a depth and a number of parts, and it is told', () => {
    const leaf = { properties: { sql: {} } };
    expect(gradeTool({ name: 'x', inputSchema: nested(3, leaf) }).level).toBe('high');
    const deep = gradeTool({ name: 'x', inputSchema: nested(5_000, leaf) });
    expect(deep.reasons.map(({ code }) => code)).toEqual(['default', 'schema_cut']);
    const wide = { enum: Array.from({ length: MAX_NODES + 1 }, (_, index) => `v${index}`) };
    const cut = gradeTool({ name: 'x', inputSchema: { properties: { action: wide } } });
    expect(cut.reasons.map(({ code }) => code)).toContain('schema_cut');
  });

  it('cannot make it slow', () => {
    const long = (piece: string) => piece.repeat(Math.ceil(2_000_000 / piece.length));
    for (const piece of [
      'a',
      'A',
      'aA',
      'a_',
      '_',
      ' and delete',
      ',',
      '删除',
      '不',
      '\ufdfa',
      '\u0336',
      'n\u2019t',
      '§',
      'drag and ',
    ])
      expect(
        took(() => gradeTool({ name: long(piece), title: long(piece), description: long(piece) })),
        JSON.stringify(piece),
      ).toBeLessThan(1_000);
    const many = Object.fromEntries(
      Array.from({ length: 50_000 }, (_, index) => [`delete_${index}`, { enum: ['send'] }]),
    );
    const grade = gradeTool({ name: 'x', inputSchema: { properties: many } });
    expect(grade.reasons.length).toBeLessThan(40);
  });
});
