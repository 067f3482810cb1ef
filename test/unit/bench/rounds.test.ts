import { describe, expect, test } from 'vitest';
import { interleaved, within } from '../../bench/rounds.ts';

const subjects = ['a', 'b', 'c'].map((id) => ({ id }));

describe('rounds of the benchmarks', () => {
  test('subjects take turns, and the order moves on by one each round', async () => {
    const seen: string[] = [];
    const { values } = await interleaved(
      subjects,
      { rounds: 3, limit_ms: 1000 },
      async ({ id }, round) => {
        seen.push(`${id}${round}`);
        return round;
      },
    );
    expect(seen).toEqual(['a0', 'b0', 'c0', 'b1', 'c1', 'a1', 'c2', 'a2', 'b2']);
    expect(values.get('a')).toEqual([0, 1, 2]);
  });

  test('one that fails is left out from then on, with its reason; the others go on', async () => {
    const { values, problems } = await interleaved(
      subjects,
      { rounds: 3, limit_ms: 1000 },
      async ({ id }, round) => {
        if (id === 'b' && round === 1) throw new Error('it broke');
        return round;
      },
    );
    expect([...problems]).toEqual([['b', 'it broke']]);
    expect(values.get('b')).toEqual([0]);
    expect(values.get('c')).toEqual([0, 1, 2]);
  });

  test('one that never ends is given up', async () => {
    const { problems } = await interleaved(
      subjects.slice(0, 1),
      { rounds: 2, limit_ms: 10 },
      () => new Promise(() => undefined),
    );
    expect(problems.get('a')).toBe('no end within 0.01 s');
    await expect(within(1000, Promise.resolve(3))).resolves.toBe(3);
  });
});
