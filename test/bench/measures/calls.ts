import { figuresOf, type Outcomes } from '../figures.ts';
import { Fleet } from '../fleet.ts';
import { interleaved, reasonOf } from '../rounds.ts';
import { percentile } from '../statistics.ts';
import { callRate, callTimes, largeResultTime } from './call-times.ts';
import type { BenchContext, Section } from './section.ts';

type Row = Readonly<Record<string, number>>;

const UNITS = {
  'added p50': 'ms',
  'added p99': 'ms',
  p50: 'ms',
  p99: 'ms',
  '1 in flight': 'calls/s',
  '8 in flight': 'calls/s',
  '32 in flight': 'calls/s',
  '256 KB result': 'ms',
} as const;

const SIZES = {
  full: { warmUp: 200, calls: 700, rate_ms: 700, large: 25 },
  quick: { warmUp: 100, calls: 300, rate_ms: 500, large: 8 },
};

/** All products run with one server; each round a fresh connection warms up and is then measured. */
export const calls: Section = {
  id: 'calls',
  tables: [
    {
      ...{ id: 'calls', title: 'Calls' },
      method:
        'One server, a tool that answers at once with what it was given. A fresh connection in each round, warm-up calls first. Added: over the mean of the two direct clients in the same round. In flight: so many calls always wait on one connection. 256 KB: a text of 262,144 characters, which must arrive whole; median.',
    },
  ],
  run: async ({ subjects, quick, rounds, say }: BenchContext) => {
    const size = quick ? SIZES.quick : SIZES.full;
    const fleet = new Fleet();
    try {
      const servers = [{ id: 's0', args: ['--tools=8'] }];
      const { started, problems } = await fleet.startAll(subjects, servers);
      const large = new Map<string, string>();
      const outcomes = await interleaved(
        started,
        { rounds, limit_ms: 120_000 },
        async ({ id, running }, round): Promise<Row> => {
          const door = await running.open('s0');
          try {
            await callTimes(door, size.warmUp);
            globalThis.gc?.();
            const times = await callTimes(door, size.calls);
            const row = {
              ...{ p50: percentile(times, 0.5), p99: percentile(times, 0.99) },
              '1 in flight': await callRate(door, 1, size.rate_ms),
              '8 in flight': await callRate(door, 8, size.rate_ms),
              '32 in flight': await callRate(door, 32, size.rate_ms),
              '256 KB result': await largeResultTime(door, size.large).catch((error) => {
                large.set(id, reasonOf(error));
                return Number.NaN;
              }),
            };
            say(
              `round ${round + 1} ${id}: p50 ${row.p50.toFixed(2)} ms, p99 ${row.p99.toFixed(2)} ms, ${row['32 in flight'].toFixed(0)} calls/s`,
            );
            return row;
          } finally {
            await door.close();
          }
        },
      );
      const all = new Map([...problems, ...outcomes.problems]);
      const limits = subjects.filter(({ kind }) => kind === 'limit').map(({ id }) => id);
      return figuresOf('calls', UNITS, withAdded({ ...outcomes, problems: all }, limits)).map(
        (one) => {
          const why = one.column === '256 KB result' ? large.get(one.subject) : undefined;
          return why === undefined ? one : { ...one, says: `not whole: ${why}` };
        },
      );
    } finally {
      await fleet.close();
    }
  },
};

/** Adds to each row what it has over the mean of the limits' rows of the same round. */
export function withAdded(outcomes: Outcomes<Row>, limits: readonly string[]): Outcomes<Row> {
  const base = (round: number, column: string) => {
    const values = limits.flatMap((id) => outcomes.values.get(id)?.[round]?.[column] ?? []);
    return values.length === 0
      ? Number.NaN
      : values.reduce((sum, one) => sum + one, 0) / values.length;
  };
  const added = [...outcomes.values].map(([id, rows]): [string, Row[]] => [
    id,
    rows.map((row, round) => ({
      ...row,
      'added p50': (row['p50'] ?? Number.NaN) - base(round, 'p50'),
      'added p99': (row['p99'] ?? Number.NaN) - base(round, 'p99'),
    })),
  ]);
  return { values: new Map(added), problems: outcomes.problems };
}
