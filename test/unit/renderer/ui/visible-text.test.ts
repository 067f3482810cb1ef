import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasHidden, markOf, visibleText } from '../../../../src-renderer/ui/visible-text.ts';

const shown = (text: string): string => visibleText(text).text;

describe('characters that a reader cannot see become marks', () => {
  it.each([
    ['zero-width space', 'a\u200Bb', 'a‹U+200B›b'],
    ['right-to-left override', 'txt.\u202Eexe', 'txt.‹U+202E›exe'],
    ['bidi isolate', '\u2066x\u2069', '‹U+2066›x‹U+2069›'],
    ['byte order mark', '\uFEFFx', '‹U+FEFF›x'],
    ['soft hyphen', 'pass\u00ADword', 'pass‹U+00AD›word'],
    ['tag characters', 'hi\u{E0041}', 'hi‹U+E0041›'],
    ['supplementary variation selector', 'a\u{E0100}', 'a‹U+E0100›'],
    ['variation selector on a letter', 'a\uFE0F', 'a‹U+FE0F›'],
    ['escape', '\u001B[2J', '‹U+001B›[2J'],
    ['null', 'a\0b', 'a‹U+0000›b'],
    ['carriage return', 'a\r\nb', 'a‹U+000D›\nb'],
    ['C1 control', 'a\u0085b', 'a‹U+0085›b'],
    ['Hangul filler', 'a\u3164b', 'a‹U+3164›b'],
    ['combining grapheme joiner', 'a\u034Fb', 'a‹U+034F›b'],
    ['no-break space', 'rm\u00A0-rf', 'rm‹U+00A0›-rf'],
    ['braille blank', 'a\u2800b', 'a‹U+2800›b'],
    ['line separator', 'a\u2028b', 'a‹U+2028›b'],
    ['private use', '\uE000', '‹U+E000›'],
    ['lone surrogate', 'a\uD800b', 'a‹U+D800›b'],
    ['zero-width joiner between letters', 'a\u200Db', 'a‹U+200D›b'],
  ])('%s', (_name, text, expected) => {
    expect(shown(text)).toBe(expected);
    expect(visibleText(text).marks).toBeGreaterThan(0);
    expect(hasHidden(text)).toBe(true);
  });
});

describe('what a reader can see stays as it is', () => {
  it.each(['', 'plain', 'línea', '中文　全角', 'line\n\ttab', '👍🏽', '👨‍👩‍👧', '❤️', '1️⃣', 'שלום'])(
    '%j',
    (text) => {
      expect(shown(text)).toBe(text);
      expect(hasHidden(text)).toBe(false);
    },
  );

  it('marks all but the first selector behind an emoji', () => {
    expect(shown('❤️\uFE0F')).toBe('❤️‹U+FE0F›');
  });
});

describe('nothing is lost', () => {
  it('gives the same text back when marks are read as what they stand for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { parts } = visibleText(text);
        const back = parts
          .map((part) =>
            part.mark
              ? String.fromCodePoint(Number.parseInt(part.text.slice(3, -1), 16))
              : part.text,
          )
          .join('');
        expect(back).toBe(text);
      }),
    );
  });

  it('marks a code point with at least four digits', () => {
    expect(markOf('\u0001')).toBe('‹U+0001›');
    expect(markOf('\u{E0001}')).toBe('‹U+E0001›');
  });

  it('reads a long hostile text in time that grows with its length', () => {
    const start = performance.now();
    expect(visibleText('a\u200B'.repeat(200_000)).marks).toBe(200_000);
    // Quadratic work would take minutes; a busy machine needs room.
    expect(performance.now() - start).toBeLessThan(5000);
  });
});
