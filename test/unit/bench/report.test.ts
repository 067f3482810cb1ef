import { describe, expect, test } from 'vitest';
import { type Figure, figuresOf } from '../../bench/figures.ts';
import { withAdded } from '../../bench/measures/calls.ts';
import { cell, documentOf, MARK, tableOf } from '../../bench/report.ts';
import { direct } from '../../bench/subjects/direct.ts';

const figure = (more: Partial<Figure>): Figure => ({
  ...{ section: 's', column: 'p50', unit: 'ms', subject: 'a', rounds: [3, 1, 2] },
  ...more,
});

describe('the report of the benchmarks', () => {
  test('a cell shows the median and, of several rounds, the lowest and the highest', () => {
    expect(cell(figure({}))).toBe('2.00 (1.00–3.00)');
    expect(cell(figure({ unit: 'MB', rounds: [81.6] }))).toBe('82');
    expect(cell(figure({ rounds: [123.4, Number.NaN] }))).toBe('123');
  });

  test('a cell without a number says why, on one line and without breaking the table', () => {
    expect(cell(figure({ rounds: [], says: 'failed: a|b\nc' }))).toBe('failed: a\\|b c');
    expect(cell(undefined)).toBe('–');
  });

  test('a table has a row for each subject that has figures, losses included', () => {
    const subjects = ['a', 'b', 'absent'].map((id) => ({ id, title: `Title ${id}` }));
    const lost = figure({ subject: 'b', unit: '', rounds: [], says: 'failed: no' });
    const lines = tableOf(subjects, [figure({}), lost]).split('\n');
    expect(lines).toEqual([
      '|         | p50, ms          |',
      '| ------- | ---------------- |',
      '| Title a | 2.00 (1.00–3.00) |',
      '| Title b | failed: no       |',
    ]);
  });

  test('a subject that failed halfway has its reason in place of half a result', () => {
    const outcomes = {
      values: new Map([
        ['a', [{ p50: 1 }, { p50: 2 }]],
        ['b', [{ p50: 9 }]],
      ]),
      problems: new Map([['b', 'broke']]),
    };
    expect(figuresOf('s', { p50: 'ms' }, outcomes)).toEqual([
      figure({ rounds: [1, 2] }),
      figure({ subject: 'b', unit: '', rounds: [], says: 'failed: broke' }),
    ]);
  });

  test('what people wrote in the document stays; what a run wrote is made anew, misses included', () => {
    const goals = [
      { what: 'speed', met: true, says: '1 against 2' },
      { what: 'size', met: false, says: '9 against 3: missed by a factor of 3.00' },
    ];
    const tables = [{ id: 's', title: 'Some', method: 'So it was measured.' }];
    const subject = { ...direct('a', 'Title a'), notes: 'as it is' };
    const run = { subjects: [subject], tables, figures: [figure({})], goals };
    const about = { quick: true, rounds: 3, seconds: 240 };
    const on = { date: '2026-12-01 06:10', cpu: 'Chip', cores: 2, ram_gb: 23, system: 'Linux 6' };
    const written = documentOf(
      `By hand.\n\n${MARK}\n\nold figures\n`,
      { ...run, ...about },
      { ...on, node: 'v24' },
    );
    expect(written.startsWith(`By hand.\n\n${MARK}\n\n## The run`)).toBe(true);
    expect(written).not.toContain('old figures');
    for (const words of [
      'quick run',
      'Chip, 2 cores',
      '- Met: speed',
      '- **Missed**: size: 9 against 3',
      'So it was measured.',
      '2.00 (1.00–3.00)',
      'as it is',
    ])
      expect(written).toContain(words);
    expect(() => documentOf('no mark', { ...run, ...about }, { ...on, node: 'v24' })).toThrow(
      'lost its line',
    );
  });

  test('added time is over the mean of the direct clients in the same round', () => {
    const row = (p50: number, p99: number) => ({ p50, p99 });
    const values = new Map([
      ['one', [row(1, 2), row(5, 6)]],
      ['two', [row(3, 4), row(5, 6)]],
      ['product', [row(10, 20), row(10, 20)]],
    ]);
    const added = withAdded({ values, problems: new Map() }, ['one', 'two']).values.get('product');
    expect(added?.map((one) => one['added p50'])).toEqual([8, 5]);
    expect(added?.map((one) => one['added p99'])).toEqual([17, 14]);
  });
});
