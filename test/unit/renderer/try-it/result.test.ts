import { describe, expect, it } from 'vitest';
import {
  MAX_IMAGE_CHARS,
  MAX_PARTS,
  readResult,
  sizeText,
} from '../../../../src-renderer/features/try-it/result-content.ts';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const part = (content: unknown) => readResult({ content: [content] }).parts[0];

describe('what of a result is shown', () => {
  it('is text as text and structured content as it is', () => {
    const read = readResult({
      content: [{ type: 'text', text: '<b>x</b>' }],
      structuredContent: { a: 1 },
      isError: true,
    });
    expect(read).toEqual({
      isError: true,
      parts: [{ kind: 'text', text: '<b>x</b>' }],
      more: 0,
      structured: { a: 1 },
    });
  });

  it('is an image only when its kind is harmless and its data says the same', () => {
    expect(part({ type: 'image', mimeType: 'image/png', data: PNG })).toEqual({
      kind: 'image',
      url: `data:image/png;base64,${PNG}`,
    });
    expect(part({ type: 'image', mimeType: 'image/svg+xml', data: 'PHN2Zz4=' })).toMatchObject({
      why: 'kind',
    });
    expect(part({ type: 'image', mimeType: 'image/png', data: 'PHN2Zz4=' })).toMatchObject({
      why: 'broken',
    });
    expect(part({ type: 'image', mimeType: 'image/png', data: `${PNG}"onload=` })).toMatchObject({
      why: 'broken',
    });
    expect(part({ type: 'image', mimeType: 'image/png,x', data: PNG })).toMatchObject({
      why: 'kind',
    });
    expect(part({ type: 'image', mimeType: '__proto__', data: PNG })).toMatchObject({
      why: 'kind',
    });
    const large = PNG.padEnd(MAX_IMAGE_CHARS + 4, 'A');
    expect(part({ type: 'image', mimeType: 'image/png', data: large })).toMatchObject({
      why: 'size',
    });
  });

  it('names links, resources and sound without loading them', () => {
    expect(part({ type: 'resource_link', uri: 'javascript:alert(1)', name: 'n' })).toEqual({
      kind: 'link',
      uri: 'javascript:alert(1)',
      name: 'n',
      description: '',
    });
    expect(part({ type: 'resource', resource: { uri: 'file:///x', text: 'body' } })).toMatchObject({
      text: 'body',
    });
    expect(part({ type: 'resource', resource: { uri: 'file:///x', blob: 'AAAA' } })).toMatchObject({
      text: null,
      bytes: 3,
    });
    expect(part({ type: 'audio', mimeType: 'audio/wav', data: 'AAAA' })).toMatchObject({
      kind: 'media',
      bytes: 3,
    });
  });

  it.each([
    null,
    7,
    'x',
    {},
    { type: 'text' },
    { type: 'resource', resource: 1 },
    { type: 'new-kind' },
  ])('is JSON for whatever is not understood: %j', (content) => {
    expect(part(content)).toEqual({ kind: 'other', value: content });
  });

  it('is bounded', () => {
    const many = Array.from({ length: MAX_PARTS + 5 }, () => ({ type: 'text', text: '' }));
    expect(readResult({ content: many })).toMatchObject({ more: 5 });
    expect(readResult({ content: 'no list' }).parts).toEqual([]);
  });
});

describe('sizes', () => {
  it('read short', () => {
    expect([12, 3400, 5_000_000].map(sizeText)).toEqual(['12 B', '3.4 kB', '5.0 MB']);
  });
});
