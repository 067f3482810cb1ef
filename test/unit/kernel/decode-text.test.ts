import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../src-main/kernel/decode-text.ts';

describe('text of a file', () => {
  it('is read as UTF-8, and its byte order mark is set aside', () => {
    expect(decodeText(Buffer.from('{"名": "值"}'))).toEqual({ text: '{"名": "值"}', bom: false });
    expect(decodeText(Buffer.from('\ufeff{}'))).toEqual({ text: '{}', bom: true });
    expect(decodeText(Buffer.from(''))).toEqual({ text: '', bom: false });
  });

  it.each([
    ['UTF-16 (LE)', Buffer.from('\ufeff{"a": 1}', 'utf16le')],
    ['UTF-16 (LE)', Buffer.from('{"a": 1}', 'utf16le')],
    ['UTF-16 (BE)', Buffer.from('{"a": 1}', 'utf16le').swap16()],
  ])('in %s is named', (name, bytes) => {
    expect(decodeText(bytes)).toMatchObject({ problem: `it is ${name}` });
  });

  it('in Latin-1 is named with line and column of the first wrong byte', () => {
    const bytes = Buffer.concat([Buffer.from('a\nzoé '), Buffer.from('café', 'latin1')]);
    expect(decodeText(bytes)).toMatchObject({
      problem: expect.stringMatching(/Latin-1.*line 2, column 8/),
      line: 2,
      column: 8,
    });
  });

  it('cut within a character is not UTF-8', () => {
    expect(decodeText(Buffer.from('ab€').subarray(0, 4))).toMatchObject({ line: 1, column: 3 });
  });
});
