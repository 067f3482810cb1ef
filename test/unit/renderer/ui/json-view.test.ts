import { describe, expect, it } from 'vitest';
import {
  chunksOf,
  type JsonRoot,
  type JsonRow,
  jsonRows,
  startsOpen,
} from '../../../../src-renderer/ui/json-rows.ts';
import {
  findAll,
  MAX_HITS,
  pathsAbove,
  rowOfHit,
  searchJson,
} from '../../../../src-renderer/ui/json-search.ts';
import { seeOnce, segmentsOf, visibleText } from '../../../../src-renderer/ui/visible-text.ts';

const root = (value: unknown): JsonRoot[] => [{ label: null, path: '', value }];
const all = (value: unknown): JsonRow[] => jsonRows(root(value), () => true);
const brief = (row: JsonRow): string => `${row.kind} ${row.path}`;

describe('every part of a value gets a row', () => {
  it('opens objects and lists in their own order', () => {
    expect(all({ b: [1, null], a: {} }).map(brief)).toEqual([
      'open ',
      'open /b',
      'scalar /b/0',
      'scalar /b/1',
      'close /b',
      'scalar /a',
      'close ',
    ]);
  });

  it('keeps names apart that hold slashes and tildes', () => {
    expect(all({ 'a/b': 1, 'a~b': 2 }).map((row) => row.path)).toEqual(['', '/a~1b', '/a~0b', '']);
  });

  it('shows only the head of what is closed, with its size', () => {
    const rows = jsonRows(root({ a: { x: 1, y: 2 } }), (path) => path === '');
    expect(rows[1]).toMatchObject({ kind: 'open', size: 2, expanded: false });
    expect(rows).toHaveLength(3);
  });

  it('gives every row an id of its own', () => {
    const rows = all({ a: ['x\ny', { '#end': 'z' }], 'a#end': 1 });
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
  });

  it('survives nesting a hundred thousand levels deep', () => {
    let value: unknown = 'bottom';
    for (let level = 0; level < 100_000; level += 1) value = [value];
    const roots = root(value);
    expect(jsonRows(roots, () => true)).toHaveLength(200_001);
    expect(searchJson(roots, 'bottom')).toHaveLength(1);
  });
});

describe('long strings', () => {
  it('lose nothing when cut into stretches', () => {
    const text = `${'a'.repeat(4500)}\n\nb\n${'😀'.repeat(1500)}`;
    const chunks = chunksOf(text);
    const back = chunks
      .map((chunk, index) => {
        const cut = text.slice(chunk.start, chunk.end);
        return chunk.line !== null && index > 0 ? `\n${cut}` : cut;
      })
      .join('');
    expect(back).toBe(text);
    expect(chunks.map((chunk) => chunk.line)).toEqual([1, null, null, 2, 3, 4, null]);
    expect(chunks.every((chunk) => text.slice(chunk.start, chunk.end).isWellFormed())).toBe(true);
  });

  it('start closed and open into their lines', () => {
    const value = 'one\ntwo';
    expect(jsonRows(root(value), () => false)).toHaveLength(1);
    expect(all(value).map((row) => row.kind)).toEqual(['long', 'chunk', 'chunk']);
  });
});

describe('what starts open', () => {
  it('is all of a small value and the first level of a large one', () => {
    expect(startsOpen(root({ a: { b: 1 } }))(1)).toBe(true);
    const large = root({ a: Array.from({ length: 500 }, (_, index) => index) });
    expect(startsOpen(large)(0)).toBe(true);
    expect(startsOpen(large)(1)).toBe(false);
  });
});

describe('search', () => {
  it('finds names and values in reading order, ignoring case', () => {
    const hits = searchJson(root({ Path: '/tmp/path', n: [42, true] }), 'path');
    expect(hits.map(({ path, part, start }) => [path, part, start])).toEqual([
      ['/Path', 'label', 0],
      ['/Path', 'value', 5],
    ]);
    expect(searchJson(root({ n: [42, true] }), '42')).toHaveLength(1);
  });

  it('takes the query as plain text', () => {
    expect(findAll('a.b-c[0]/\\', '.b-c[0]/\\')).toHaveLength(1);
    expect(findAll('axb', 'a.b')).toEqual([]);
    expect(searchJson(root({ a: 1 }), '')).toEqual([]);
  });

  it('finds the mark of a hidden character', () => {
    expect(searchJson(root({ a: 'x\u202Ey' }), 'u+202e')).toHaveLength(1);
  });

  it('stops at a bound', () => {
    expect(searchJson(root('a'.repeat(MAX_HITS * 2)), 'a')).toHaveLength(MAX_HITS);
  });

  it('leads to the line of a long string that holds the hit', () => {
    const value = { text: 'one\ntwo\nthree' };
    const [hit] = searchJson(root(value), 'three');
    if (hit === undefined) throw new Error('no hit');
    expect(pathsAbove(hit.path)).toEqual(['']);
    const rows = all(value);
    expect(rows[rowOfHit(rows, hit)]).toMatchObject({ kind: 'chunk', line: 3 });
  });

  it('names everything that must be open', () => {
    expect(pathsAbove('/a/b/0')).toEqual(['', '/a', '/a/b']);
  });
});

describe('segments', () => {
  it('cut at marks and hits and join to the same text', () => {
    const visible = visibleText('ab\u200Bcd');
    const segments = segmentsOf(visible, [{ start: 1, end: 4 }]);
    expect(segments.map(({ text, mark, hit }) => [text, mark, hit])).toEqual([
      ['a', false, false],
      ['b', false, true],
      ['‹U', true, true],
      ['+200B›', true, false],
      ['cd', false, false],
    ]);
  });

  it('keep to the stretch asked for', () => {
    const segments = segmentsOf(visibleText('abcdef'), [], { start: 2, end: 4 });
    expect(segments.map((segment) => segment.text)).toEqual(['cd']);
  });
});

describe('a long text', () => {
  it('is read once however often it is shown', () => {
    const see = seeOnce();
    const text = 'a\u200B'.repeat(1000);
    expect(see(text)).toBe(see(text));
    expect(see(text)).toEqual(visibleText(text));
  });
});
