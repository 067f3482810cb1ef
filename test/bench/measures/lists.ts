import { type Figure, figuresOf } from '../figures.ts';
import { Fleet } from '../fleet.ts';
import { interleaved } from '../rounds.ts';
import { percentile } from '../statistics.ts';
import { completeList, expectedTools, ours } from './complete-list.ts';
import type { BenchContext, Section } from './section.ts';

const SIZES = [10, 100, 1_000];

/** `tools/list` on a warm product, for one server with few and with many tools. */
export const lists: Section = {
  id: 'lists',
  tables: [
    {
      ...{ id: 'lists', title: 'tools/list of one server' },
      method:
        'One server with so many tools of some 600 bytes; a fresh connection in each round, one list to warm up, then the median of the next. All pages are fetched.',
    },
  ],
  run: async (context) => {
    const figures: Figure[] = [];
    for (const size of context.quick ? SIZES.slice(1, 2) : SIZES)
      figures.push(...(await listsOf(size, context)));
    return figures;
  },
};

async function listsOf(size: number, { subjects, quick, rounds, say }: BenchContext) {
  const fleet = new Fleet();
  try {
    const servers = [{ id: 's0', args: [`--tools=${size - 2}`] }];
    const { started, problems } = await fleet.startAll(subjects, servers);
    const column = `${size} tools`;
    const outcomes = await interleaved(started, { rounds, limit_ms: 60_000 }, async (one) => {
      const { doors } = await completeList(one.running, expectedTools(servers), 30_000);
      try {
        const taken: number[] = [];
        for (let n = 0; n < (quick ? 5 : 15); n += 1) {
          const began = performance.now();
          const listed = await Promise.all(doors.map((door) => door.tools()));
          taken.push(performance.now() - began);
          const found = listed.reduce((sum, tools) => sum + ours(tools), 0);
          if (found !== size) throw new Error(`${found} of ${size} tools were listed`);
        }
        return { [column]: percentile(taken, 0.5) };
      } finally {
        await Promise.all(doors.map((door) => door.close()));
      }
    });
    say(`tools/list, ${column}: done`);
    const all = { ...outcomes, problems: new Map([...problems, ...outcomes.problems]) };
    return figuresOf('lists', { [column]: 'ms' }, all);
  } finally {
    await fleet.close();
  }
}
