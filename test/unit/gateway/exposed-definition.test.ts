import { isSpecType } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  exposedPrompt,
  exposedResource,
  exposedTemplate,
  exposedTool,
} from '../../../src-main/gateway/exposed-definition.ts';

const inputSchema = { type: 'object', properties: { a: { $ref: '#/definitions/x' } } };
const tool = (definition: Record<string, unknown>) =>
  exposedTool('files__read', {
    ...{ server_id: 'files', name: 'read', title: null, inputSchema, definition },
  });
const anyField = fc.oneof(fc.jsonValue(), fc.string(), fc.boolean(), fc.constant([{ src: 'x' }]));
const anyDefinition = fc.dictionary(
  fc.oneof(
    fc.constantFrom('title', 'description', 'annotations', 'icons', '_meta', 'execution'),
    fc.constantFrom('outputSchema', 'arguments', 'mimeType', 'size', 'name', 'uri'),
    fc.string(),
  ),
  anyField,
);

describe('a definition as a client sees it', () => {
  test('never makes a client refuse the list, whatever a server wrote', () => {
    fc.assert(
      fc.property(anyDefinition, (made) => {
        const about = { name: 'n', title: null, description: '', mimeType: null };
        expect(isSpecType.Tool(tool({ ...made }))).toBe(true);
        const given = { ...about, definition: { ...made }, state: 'accepted' as const };
        const prompt = { ...given, server_id: 'files', arguments: [] };
        expect(isSpecType.Prompt(exposedPrompt('files__n', prompt))).toBe(true);
        const resource = exposedResource('x:1', { ...about, uri: 'x:1', definition: { ...made } });
        expect(isSpecType.Resource(resource)).toBe(true);
        const template = { ...about, uriTemplate: 'x:{a}', definition: { ...made } };
        expect(isSpecType.ResourceTemplate(exposedTemplate('x:{a}', template))).toBe(true);
      }),
      { numRuns: 1_000, seed: 7 },
    );
  });

  test('is otherwise what the server wrote, unknown fields and all', () => {
    const whole = {
      ...{ title: 'T', description: 'D', annotations: { readOnlyHint: true, other: 1 } },
      ...{ icons: [{ src: 'data:image/png;base64,AAAA' }], _meta: { 'a/b': { c: [null] } } },
      ...{ outputSchema: { type: 'array', items: false }, 'x-any': { deep: [1] } },
    };
    expect(tool({ name: 'read', inputSchema, ...whole })).toEqual({
      ...{ name: 'files__read', inputSchema, ...whole },
    });
    expect(tool({ ...whole })['inputSchema']).toBe(inputSchema);
  });

  test('loses a field of a wrong type, and no other', () => {
    expect(tool({ description: null, title: 7, 'x-any': null, _meta: { a: 1 } })).toEqual({
      ...{ name: 'files__read', inputSchema, 'x-any': null, _meta: { a: 1 } },
    });
  });

  test.each([[{}], [{ anyOf: [{ required: ['a'] }] }], [{ type: ['object', 'null'] }]])(
    'an input schema with the root %j says that it is an object',
    (schema) => {
      const named = { server_id: 'files', name: 'read', title: null, definition: {} };
      const shown = exposedTool('files__read', { ...named, inputSchema: schema });
      expect(shown['inputSchema']).toEqual({ ...schema, type: 'object' });
    },
  );
});
