import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseStrictJson } from '../../../src-main/kernel/strict-json.ts';

const refusal = (text: string, limits = {}): string => {
  const result = parseStrictJson(text, limits);
  if (result.ok) throw new Error(`Accepted: ${JSON.stringify(result.value)}`);
  expect(result.failure.code).toBe('bad_arguments');
  return result.failure.message;
};

describe('strict JSON', () => {
  it('reads every JSON text as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json({ noUnicodeString: false }), fc.constantFrom(0, 2), (json, indent) => {
        const value: unknown = JSON.parse(json);
        const text = JSON.stringify(value, null, indent);
        const result = parseStrictJson(text);
        if (result.ok) expect(result.value).toEqual(value);
        else expect(result.failure.message).toMatch(/surrogate|2\^53|__proto__/);
      }),
      { seed: 2, numRuns: 500 },
    );
  });

  it('accepts nothing that JSON.parse refuses', () => {
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', '0', 'e', '\\', '\u0000'))
      .map(([json, at, put]) => json.slice(0, at % (json.length + 1)) + put + json.slice(at % 7));
    fc.assert(
      fc.property(broken, (text) => {
        if (parseStrictJson(text).ok) expect(() => JSON.parse(text)).not.toThrow();
      }),
      { seed: 3, numRuns: 2_000 },
    );
  });

  it('refuses a duplicate key and says where it is', () => {
    expect(refusal('{\n  "a": {"b": 1, "b": 2}\n}')).toBe(
      'The key "b" appears twice (line 2, column 17, at a.b).',
    );
  });

  it('sees a duplicate key behind an escape', () => {
    expect(refusal('{"a":1,"\\u0061":2}')).toMatch(/appears twice/);
  });

  it('refuses integers that a double cannot hold, and says where', () => {
    expect(refusal('{"ids":[1,9007199254740993]}')).toMatch(
      /2\^53.*line 1, column 11, at ids\[1\]/,
    );
    for (const text of ['9007199254740992', '-9007199254740993', '9007199254740993.0', '1e999']) {
      refusal(text);
    }
    expect(parseStrictJson('9007199254740991')).toEqual({ ok: true, value: 9007199254740991 });
    expect(parseStrictJson('1e21')).toEqual({ ok: true, value: 1e21 });
  });

  it('refuses half of a surrogate pair, which two values could share on the way', () => {
    expect(refusal('{"a":"\\ud800"}')).toMatch(/surrogate/);
    expect(parseStrictJson('"\\ud83d\\ude00"')).toEqual({ ok: true, value: '😀' });
  });

  it('refuses __proto__ at any depth', () => {
    expect(refusal('{"a":[{"__proto__":{"isAdmin":true}}]}')).toMatch(/__proto__/);
    expect(parseStrictJson('{"constructor":1}')).toEqual({ ok: true, value: { constructor: 1 } });
  });

  it('refuses comments, trailing commas, single quotes, bare words and text after the end', () => {
    for (const text of [
      '// x\n1',
      '/* x */1',
      '[1,]',
      '{"a":1,}',
      "'a'",
      '{a:1}',
      'NaN',
      '1 1',
      '',
    ]) {
      refusal(text);
    }
  });

  it('refuses too deep and too long texts without running out of stack', () => {
    expect(refusal('['.repeat(1_000_000))).toMatch(/deeper than 100/);
    expect(parseStrictJson(`${'['.repeat(100)}${']'.repeat(100)}`).ok).toBe(true);
    expect(refusal('[1,2,3]', { max_chars: 6 })).toMatch(/longer than 6/);
  });

  it('reads a string of several megabytes', () => {
    const text = JSON.stringify({ a: 'x"\\'.repeat(1_000_000) });
    expect(parseStrictJson(text).ok).toBe(true);
  });
});
