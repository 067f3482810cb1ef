import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Context } from '../../../src-main/cli/command.ts';
import { jsonText, plainJson } from '../../../src-main/cli/json-text.ts';
import { runCommandLine } from '../../../src-main/cli/run.ts';
import { showResult } from '../../../src-main/cli/show-result.ts';
import { fail } from '../../../src-main/kernel/result.ts';

const ACTED_ON = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const HOSTILE = '\u009b31m \u0085 \u007f \u202e \u200b \u2028 \u{e0041} \ufeff \u001b[2J';

describe('JSON on a terminal', () => {
  test('holds nothing that a terminal acts on, in keys neither, and is the same value', () => {
    const value = { [HOSTILE]: [HOSTILE, { nested: HOSTILE }], plain: 'é你😀\n\t' };
    const text = jsonText(value);
    expect(text.replaceAll('\n', '')).not.toMatch(ACTED_ON);
    expect(text).toContain('\\u009b31m');
    expect(text).toContain('é你😀');
    expect(JSON.parse(text)).toEqual(value);
  });

  test('is the same value whatever it holds', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const text = jsonText(value);
        expect(text.replaceAll('\n', '')).not.toMatch(ACTED_ON);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test('lines of JSON stay lines, and nothing is null', () => {
    expect(plainJson('{"a":"\u009b"}\n{"b":1}\n')).toBe('{"a":"\\u009b"}\n{"b":1}\n');
    expect(jsonText(undefined)).toBe('null');
  });

  test('a result without texts is shown as such JSON', () => {
    expect(showResult({ structuredContent: HOSTILE }).replaceAll('\n', '')).not.toMatch(ACTED_ON);
    const block = { type: 'hologram', beam: HOSTILE };
    expect(showResult({ content: [block, HOSTILE] }).replaceAll('\n', '')).not.toMatch(ACTED_ON);
  });

  test('a failure with --json is one line of it', async () => {
    const noted: string[] = [];
    const context: Context = {
      ...{ json: true, version: '0', ask: null, signal: new AbortController().signal },
      door: async () => fail('protocol', `The server said ${HOSTILE}`),
      print: () => undefined,
      write: async () => undefined,
      note: (text) => void noted.push(text),
      readStdin: async () => fail('usage', 'no stdin'),
      serve: async () => fail('usage', 'no serve'),
      connect: async () => fail('usage', 'no connect'),
      environment: () => undefined,
    };
    expect(await runCommandLine(['status', '--json'], () => context)).toBe(5);
    expect(noted).toHaveLength(1);
    expect(noted[0]).not.toMatch(ACTED_ON);
    expect(JSON.parse(noted[0] ?? '')).toMatchObject({ message: `The server said ${HOSTILE}` });
  });
});
