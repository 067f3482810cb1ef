import { setTimeout as sleep } from 'node:timers/promises';
import { figuresOf } from '../figures.ts';
import { Fleet, usable } from '../fleet.ts';
import { isAlive, send } from '../processes.ts';
import { interleaved } from '../rounds.ts';
import type { Section } from './section.ts';

const RIGHT_AFTER = 'right after';
const NEXT_START = 'after its next start';

/** What stays of a server that ignores both end of input and SIGTERM when its product is killed. */
export const orphans: Section = {
  id: 'orphans',
  tables: [
    {
      ...{ id: 'orphans', title: 'Orphans after kill -9' },
      method:
        'One server that ignores the end of its input and SIGTERM; it is called, then the product gets SIGKILL. Server processes that still run two seconds later, and again when the product has been started anew and has taken a call (four seconds at most).',
    },
  ],
  run: async ({ subjects, quick, say }) => {
    const products = subjects.filter(({ kind }) => kind !== 'limit');
    const plan = { rounds: quick ? 1 : 3, limit_ms: 120_000 };
    const outcomes = await interleaved(products, plan, async (subject) => {
      const fleet = new Fleet();
      try {
        const setup = await fleet.prepare(subject, [{ id: 's0', args: ['--stubborn'] }]);
        // What preparing started and left is not what is asked here.
        fleet.endServers();
        const first = await fleet.start(subject, setup);
        await usable(first);
        const running = fleet.servers();
        if (running.length === 0) throw new Error('no server ran');
        for (const root of first.running.roots) send(root, 'SIGKILL');
        await sleep(2_000);
        const left = running.filter(isAlive).length;
        const second = await fleet.start(subject, setup);
        await usable(second);
        const deadline = performance.now() + 4_000;
        while (running.some(isAlive) && performance.now() < deadline) await sleep(50);
        say(`orphans, ${subject.id}: ${left} right after`);
        return { [RIGHT_AFTER]: left, [NEXT_START]: running.filter(isAlive).length };
      } finally {
        await fleet.close();
      }
    });
    return figuresOf(
      'orphans',
      { [RIGHT_AFTER]: 'processes', [NEXT_START]: 'processes' },
      outcomes,
    );
  },
};
