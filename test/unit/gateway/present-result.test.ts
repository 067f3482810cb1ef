import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findTools, readResult } from '../../../src-main/gateway/own-tools-call.ts';
import {
  BINARIES_MAX_CHARS,
  BINARY_MAX_CHARS,
  isLarge,
  PREVIEW_CHARS,
  type Presentation,
  presentResult,
  textPart,
} from '../../../src-main/gateway/present-result.ts';
import { storedContents } from '../../../src-main/gateway/present-result-contents.ts';
import { resultText } from '../../../src-main/gateway/present-result-text.ts';
import { fail, ok } from '../../../src-main/kernel/result.ts';

const text = (words: string) => ({ type: 'text', text: words });
const image = (data: string, mimeType = 'image/png') => ({ type: 'image', data, mimeType });
const present = (result: Record<string, unknown>, how: Partial<Presentation> = {}) =>
  presentResult(result, {
    ...{ call_id: 'c-1', inline_chars: 50_000, has_output_schema: false, stored: result },
    ...how,
  });
const contentOf = (result: Record<string, unknown>) => Array.from(result['content'] as unknown[]);

describe('a result within the limits', () => {
  test.each<[string, Record<string, unknown>]>([
    ['text of just the limit', { content: [text('x'.repeat(50_000))] }],
    ['a picture of 2 MB', { content: [image('A'.repeat(2_800_000))] }],
    ['ten pictures of 1 MB', { content: Array(10).fill(image('A'.repeat(1024 * 1024))) }],
    ['a wrong mimeType', { content: [image('AAAA', 'text/html')] }],
    ['base64 that is none', { content: [image('data:image/png;base64,*!*')] }],
    ['unknown blocks and fields', { content: [{ type: 'hologram', beam: [1] }], x: { y: 1 } }],
    ['an error', { content: [text('bad')], isError: true, structuredContent: { code: 1 } }],
    ['no content at all', { structuredContent: [1] }],
  ])('is the very same object: %s', (_what, result) => expect(present(result)).toBe(result));
});

describe('a text over the inline limit', () => {
  const long = `${'a'.repeat(PREVIEW_CHARS - 1)}😀${'b'.repeat(60_000)}`;
  const picture = image('AAAA');

  test('is cut to its beginning, with a link; all else stays in order', () => {
    const result = {
      ...{ content: [picture, text(long), { type: 'resource_link', uri: 'x:y' }, text('end')] },
      ...{ structuredContent: { a: 1 }, _meta: { m: 1 }, isError: true },
    };
    const shown = present(result);
    expect(shown).not.toHaveProperty('structuredContent');
    expect(shown).toMatchObject({ _meta: { m: 1 }, isError: true });
    expect(contentOf(shown)).toEqual([
      picture,
      text('a'.repeat(PREVIEW_CHARS - 1)),
      text(expect.stringMatching(/63005 characters.*result_read, id "c-1", start_char 2999/)),
      {
        ...{ type: 'resource_link', uri: 'gatehouse://results/c-1', name: 'whole result' },
        mimeType: 'text/plain',
      },
      { type: 'resource_link', uri: 'x:y' },
    ]);
  });

  test('keeps structured content that the tool promises', () => {
    const result = { content: [text(long)], structuredContent: { a: [1, { b: null }] } };
    const shown = present(result, { has_output_schema: true });
    expect(shown['structuredContent']).toBe(result.structuredContent);
  });

  test('that was not kept says so and has no link', () => {
    const shown = contentOf(present({ content: [text(long)] }, { stored: null }));
    expect(shown).toHaveLength(2);
    expect(shown[1]).toEqual(text(expect.stringContaining('could not be kept')));
  });

  test('base64 inside a text block is text, and so is an embedded text file', () => {
    expect(isLarge({ content: [text('QUJD'.repeat(20_000))] }, 50_000)).toBe(true);
    const file = { type: 'resource', resource: { uri: 'f:x', text: long } };
    expect(contentOf(present({ content: [file] }))).toHaveLength(3);
  });

  test('is read on where it was cut, to the very end, by whole characters', async () => {
    const result = { content: [text(long), text('é'.repeat(50))] };
    const whole = resultText(result);
    const inline_chars = 10_000;
    let start = 0;
    let read = '';
    for (let page = 0; page < 20 && read.length < whole.length; page += 1) {
      const args = { id: 'gatehouse://results/c-1', start_char: start };
      const answer = await readResult(args, inline_chars, async () => ok(result));
      if (!answer.ok) throw new Error(answer.failure.message);
      const [part, about] = contentOf(answer.value) as { text: string }[];
      expect(part?.text.isWellFormed()).toBe(true);
      read += part?.text;
      start = Number(/start_char (\d+)/.exec(about?.text ?? '')?.[1] ?? 0);
    }
    expect(read).toBe(whole);
  });

  test("somebody else's result is as none", async () => {
    const answer = await readResult({ id: 'x' }, 10, async () => fail('not_found', 'None.'));
    expect(answer).toMatchObject({ ok: false, failure: { code: 'bad_arguments' } });
    expect(await readResult({ id: '../x' }, 10, async () => ok({}))).toMatchObject({ ok: false });
  });
});

describe('a picture over the cap', () => {
  test('is a link with its type and size; smaller ones beside it stay', () => {
    const large = image('A'.repeat(BINARY_MAX_CHARS + 4));
    const small = image('AAAA');
    expect(contentOf(present({ content: [small, large, small] }))).toEqual([
      small,
      text(expect.stringMatching(/image\/png, 3932163 bytes.*gatehouse:\/\/results\/c-1\/1/)),
      {
        ...{
          type: 'resource_link',
          uri: 'gatehouse://results/c-1/1',
          name: 'block 1 of the result',
        },
        ...{ size: 3_932_163, mimeType: 'image/png' },
      },
      small,
    ]);
  });

  test('counts together: what comes after the first 10 MB is linked', () => {
    const one = image('A'.repeat(BINARIES_MAX_CHARS / 4));
    const shown = contentOf(present({ content: [one, one, one, one, one] }));
    expect(shown.slice(0, 4)).toEqual([one, one, one, one]);
    expect(shown[5]).toMatchObject({ uri: 'gatehouse://results/c-1/4' });
  });

  test('can be read under its link, and the text under that of the result', () => {
    const blob = { type: 'resource', resource: { uri: 'f:x', mimeType: 'a/b', blob: 'QUJD' } };
    const result = { content: [text('one'), blob, text('two')] };
    expect(storedContents('u', result, 1)).toEqual([{ uri: 'u', mimeType: 'a/b', blob: 'QUJD' }]);
    expect(storedContents('u', result, 2)).toMatchObject([{ text: 'two' }]);
    expect(storedContents('u', result, null)).toMatchObject([{ text: 'one\ntwo' }]);
    expect(storedContents('u', result, 3)).toBeNull();
  });
});

const block = fc.oneof(
  fc.record({ type: fc.constant('text'), text: fc.string({ maxLength: 400, unit: 'binary' }) }),
  fc.record({ type: fc.constantFrom('image', 'audio'), data: fc.base64String() }),
  fc.record({ type: fc.constant('resource'), resource: fc.record({ text: fc.string() }) }),
  fc.jsonValue(),
);
const anyResult = fc.record(
  { content: fc.array(block, { maxLength: 8 }), structuredContent: fc.jsonValue() },
  { requiredKeys: ['content'] },
);

test('presenting never makes a result larger, and leaves what fits as it is', () => {
  fc.assert(
    fc.property(anyResult, fc.integer({ min: 1, max: 500 }), fc.boolean(), (made, limit, kept) => {
      const result: Record<string, unknown> = { ...made };
      const shown = present(result, { inline_chars: limit, stored: kept ? result : null });
      const size = JSON.stringify(result).length;
      if (resultText(result).length <= limit) expect(shown).toBe(result);
      else expect(JSON.stringify(shown).length).toBeLessThanOrEqual(size);
    }),
    { numRuns: 500, seed: 7 },
  );
});

test('parts of a text, one after the other, are the text and split no character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 9 }), (whole, count) => {
      let read = '';
      while (read.length < whole.length) {
        const { part, start, end } = textPart(whole, read.length, count);
        expect(start).toBe(read.length);
        expect(end).toBe(start + part.length);
        expect(part.isWellFormed()).toBe(true);
        expect(part.length).toBeGreaterThan(0);
        read += part;
      }
      expect(read).toBe(whole);
    }),
    { numRuns: 500, seed: 7 },
  );
});

test('a search answers with names, best first, and says what it left out', () => {
  const names = ['files__read_file', 'files__write_file', 'mail__send'];
  const tools = names.map((name) => ({
    ...{
      name,
      description: `Does ${name.split('__')[1]}`,
      inputSchema: { properties: { to: {} } },
    },
  }));
  const search = (args: unknown) => findTools(args, tools, 50_000);
  const found = (args: unknown) => {
    const answer = search(args);
    if (!answer.ok) throw new Error(answer.failure.message);
    const { tools: shown, total } = answer.value['structuredContent'] as {
      tools: { name: string }[];
      total: number;
    };
    return { names: shown.map(({ name }) => name), total };
  };
  expect(found({ query: 'write FILE' })).toEqual({
    ...{ names: ['files__write_file', 'files__read_file'], total: 2 },
  });
  expect(found({ query: 'file', limit: 1 })).toEqual({ names: ['files__read_file'], total: 2 });
  expect(found({ query: 'to' }).total).toBe(3);
  expect(found({ query: '§§' })).toEqual({ names: [], total: 0 });
  expect(search({ query: '' })).toMatchObject({ failure: { code: 'bad_arguments' } });
  expect(search({ query: 'x', more: 1 })).toMatchObject({ failure: { code: 'bad_arguments' } });
});
