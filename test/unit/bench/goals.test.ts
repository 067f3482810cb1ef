import { describe, expect, test } from 'vitest';
import type { Figure } from '../../bench/figures.ts';
import { goalsOf } from '../../bench/goals.ts';

const subjects = [
  { id: 'direct', title: 'Direct', kind: 'limit' as const },
  { id: 'gatehouse', title: 'Gatehouse', kind: 'gatehouse' as const },
  { id: 'fast', title: 'Fast', kind: 'peer' as const },
  { id: 'slow', title: 'Slow', kind: 'peer' as const },
];
const row = (section: string, column: string, values: Record<string, number[]>): Figure[] =>
  Object.entries(values).map(([subject, rounds]) => ({
    ...{ section, column, subject, rounds, unit: '' },
  }));
const judge = (figures: Figure[], what: string) =>
  goalsOf(subjects, figures).find((goal) => goal.what === what);

describe('the goals of the benchmarks', () => {
  test('lower than every peer is lower than the best of them; limit and floor do not count', () => {
    const figures = row('calls', 'added p50', {
      ...{ direct: [0], gatehouse: [1, 2, 9], fast: [3], slow: [30] },
    });
    expect(judge(figures, 'added latency, p50')).toEqual({
      ...{ what: 'added latency, p50', met: true, says: "2 ms against Fast's 3 ms" },
    });
  });

  test('a missed goal says by how much, and equal is not lower', () => {
    const latency = row('calls', 'added p99', { gatehouse: [9], fast: [3], slow: [4] });
    expect(judge(latency, 'added latency, p99')).toMatchObject({
      ...{ met: false, says: "9 ms against Fast's 3 ms: missed by a factor of 3.00" },
    });
    const equal = row('calls', 'added p99', { gatehouse: [3], fast: [3] });
    expect(judge(equal, 'added latency, p99')?.met).toBe(false);
  });

  test('more calls than every peer are more than those of the best', () => {
    const rate = (own: number) =>
      row('calls', '32 in flight', { gatehouse: [own], fast: [500], slow: [50] });
    expect(judge(rate(501), 'calls per second, 32 in flight')?.met).toBe(true);
    expect(judge(rate(250), 'calls per second, 32 in flight')).toMatchObject({
      ...{ met: false, says: "250 calls/s against Fast's 500 calls/s: missed by a factor of 2.00" },
    });
  });

  test('memory is held against a tenth of the best peer', () => {
    const memory = (own: number) =>
      row('memory', '50 servers, RSS', { gatehouse: [own], fast: [2_000], slow: [4_000] });
    const what = 'memory with 50 idle servers (RSS)';
    expect(judge(memory(200), what)?.met).toBe(true);
    expect(judge(memory(201), what)?.met).toBe(false);
    expect(judge(memory(100), what)?.says).toBe("100 MB against 0.1 of Fast's 2000 MB");
  });

  test('the first list has 300 ms, orphans none, whatever the peers do', () => {
    const list = (own: number) => row('ready', '50, one hung', { gatehouse: [own] });
    const first = 'first complete list of 50 servers, one hung, from ready';
    expect(judge(list(300), first)?.met).toBe(true);
    expect(judge(list(301), first)?.met).toBe(false);
    const orphans = row('orphans', 'after its next start', { gatehouse: [1], fast: [1] });
    expect(judge(orphans, 'orphans after its next start')?.says).toBe('1 against 0: missed by 1');
  });

  test('a missing figure is a missed goal, and a table that was not made judges nothing', () => {
    const without = row('calls', 'added p50', { fast: [3] });
    expect(judge(without, 'added latency, p50')).toMatchObject({
      ...{ met: false, says: 'there is no figure of Gatehouse' },
    });
    const alone = row('calls', 'added p50', { gatehouse: [3] });
    expect(judge(alone, 'added latency, p50')?.met).toBe(false);
    expect(judge(without, 'orphans after its next start')).toBeUndefined();
  });

  test('rounds in which a peer did not take part do not count', () => {
    const figures = row('memory', '50 servers, RSS', {
      ...{ gatehouse: [100, 100], fast: [2_000, Number.NaN, Number.NaN] },
    });
    expect(judge(figures, 'memory with 50 idle servers (RSS)')?.met).toBe(true);
  });
});
