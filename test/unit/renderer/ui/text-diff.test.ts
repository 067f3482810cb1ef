import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readableJson, readablePair } from '../../../../src-renderer/ui/readable-json.ts';
import { type DiffLine, diffLines, folded } from '../../../../src-renderer/ui/text-diff.ts';

const signs = (lines: readonly DiffLine[]) =>
  lines.map(({ kind, text }) => `${{ same: ' ', removed: '-', added: '+' }[kind]}${text}`);

describe('a difference of two texts', () => {
  it('keeps equal lines and puts what left before what came', () => {
    expect(signs(diffLines('one\ntwo\nthree', 'one\n2\nthree\nfour'))).toEqual([
      ' one',
      '-two',
      '+2',
      ' three',
      '+four',
    ]);
  });

  it('marks the words in which a line differs', () => {
    const [removed, added] = diffLines('Create a new file.', 'Create a new file and send it.');
    expect(removed?.pieces?.every(({ changed }) => !changed)).toBe(true);
    expect(added?.pieces?.filter(({ changed }) => changed)).toEqual([
      { text: ' and send it', changed: true },
    ]);
  });

  it('marks no words where two lines have little in common', () => {
    const lines = diffLines('Read a paper', 'Everything else entirely');
    expect(lines.map(({ pieces }) => pieces)).toEqual([undefined, undefined]);
  });

  it('loses nothing of either side', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c d', 'c e', ''), { minLength: 1 });
    fc.assert(
      fc.property(text, text, (left, right) => {
        const lines = diffLines(left.join('\n'), right.join('\n'));
        const side = (other: DiffLine['kind']) =>
          lines.filter(({ kind }) => kind !== other).map(({ text: line }) => line);
        expect(side('added')).toEqual(left);
        expect(side('removed')).toEqual(right);
        for (const { text: line, pieces } of lines)
          if (pieces !== undefined) expect(pieces.map((piece) => piece.text).join('')).toBe(line);
      }),
    );
  });

  it('takes no long time for long texts that share nothing', () => {
    const many = (word: string) =>
      Array.from({ length: 5000 }, (_, at) => `${word}${at}`).join('\n');
    expect(diffLines(many('a'), many('b'))).toHaveLength(10_000);
  });

  it('folds long stretches without a change', () => {
    const before = Array.from({ length: 40 }, (_, at) => `line ${at}`);
    const after = before.with(20, 'other');
    const parts = folded(diffLines(before.join('\n'), after.join('\n')));
    expect(parts.map((part) => (typeof part === 'number' ? part : part.length))).toEqual([
      17, 8, 16,
    ]);
  });
});

describe('JSON text for reading', () => {
  it('shows a string as its text and indents the rest', () => {
    expect(readableJson('"two\\nlines"')).toBe('two\nlines');
    expect(readableJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  });

  it('goes as far as cut text goes', () => {
    expect(readableJson('"a long descr…')).toBe('a long descr…');
    expect(readableJson('"ends in an escape \\u20…')).toBe('ends in an escape …');
    expect(readableJson('{"type":"object","properties":{"path":{"ty…')).toBe(
      '{\n  "type": "object",\n  "properties": {\n    "path": {\n      "ty…',
    );
  });

  it('keeps the quotes where only one side is a string', () => {
    expect(readablePair('"5"', '5')).toEqual({ before: '"5"', after: '5' });
    expect(readablePair('"a"', '"b"')).toEqual({ before: 'a', after: 'b' });
    expect(readablePair(null, '"b"')).toEqual({ before: null, after: 'b' });
  });
});
