import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  readEnvText,
  removeFromEnvText,
  setInEnvText,
} from '../../../src-main/secrets/env-text.ts';

const values = (text: string) =>
  Object.fromEntries(readEnvText(text).map(({ name, value }) => [name, value]));

const FILE = [
  '# GitHub, expires in May',
  'GITHUB_TOKEN=abc # work',
  '',
  'export QUOTED="a b"',
  'this line is no assignment',
  "MULTI='first",
  "second # not a comment'",
  'EMPTY=',
  'LAST=`it\'s "it"`',
].join('\n');

describe('the text of a .env file', () => {
  it('is read as Node reads it', () => {
    expect(values(FILE)).toEqual({ ...parseEnv(FILE) });
    expect(values(FILE)).toMatchObject({
      GITHUB_TOKEN: 'abc',
      MULTI: 'first\nsecond # not a comment',
    });
  });

  it('keeps every other line when one is set, added or removed', () => {
    expect(setInEnvText(FILE, 'GITHUB_TOKEN', 'new')).toBe(
      FILE.replace('GITHUB_TOKEN=abc # work', 'GITHUB_TOKEN=new'),
    );
    expect(setInEnvText(FILE, 'MULTI', 'one')).toBe(
      FILE.replace("MULTI='first\nsecond # not a comment'", 'MULTI=one'),
    );
    expect(setInEnvText(FILE, 'NEW', 'v')).toBe(`${FILE}\nNEW=v\n`);
    expect(removeFromEnvText(FILE, 'QUOTED')).toBe(FILE.replace('export QUOTED="a b"\n', ''));
    expect(removeFromEnvText(FILE, 'NOT_THERE')).toBe(FILE);
  });

  it('holds no earlier value after a set, also when the name stood there twice', () => {
    const text = 'A=old1\nB=2\nA=old2\n';
    expect(setInEnvText(text, 'A', 'new')).toBe('B=2\nA=new\n');
    expect(removeFromEnvText(text, 'A')).toBe('B=2\n');
  });

  it('gives back exactly the value that was set, to Node as well', () => {
    const part = fc.constantFrom(
      'a',
      'B',
      '"',
      "'",
      '`',
      '\n',
      ' ',
      '#',
      '=',
      '\\',
      '\\n',
      '$',
      'ü',
    );
    const value = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.array(part, { minLength: 1 }).map((p) => p.join('')),
    );
    let held = 0;
    fc.assert(
      fc.property(value, (wanted) => {
        const text = setInEnvText('# top\nOTHER=1\n', 'NAME', wanted);
        if (text === null) return;
        held += 1;
        expect(parseEnv(text)).toEqual({ OTHER: '1', NAME: wanted });
        expect(values(text)).toEqual({ OTHER: '1', NAME: wanted });
        expect(removeFromEnvText(text, 'NAME')).toBe('# top\nOTHER=1\n');
      }),
      { seed: 6, numRuns: 1_000 },
    );
    expect(held).toBeGreaterThan(700);
  });

  it('says when no quoting can hold a value', () => {
    expect(setInEnvText('', 'A', `'"\`\n`)).toBeNull();
  });
});
