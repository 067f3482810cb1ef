import { installBenchPeers } from './install.mjs';
import { at, node24 } from './places.mjs';
import { run } from './run.mjs';

/** The parts of the comparison (test/bench/measures), which can be run by name. */
const SECTIONS = ['calls', 'lists', 'servers', 'orphans', 'changes'];

export const isSection = (word) => SECTIONS.includes(word);
export const benchFlag = (flag) =>
  flag === '--quick' || flag === '--write' || flag.startsWith('--only=');

/** Gatehouse beside the peers, as two steps; a missed goal fails the second. */
export async function compare(steps, args) {
  await steps.step('peers of the benchmarks', () => installBenchPeers());
  await steps.step('benchmarks', async () => {
    const program = ['--expose-gc', at('test', 'bench', 'bench.ts'), ...args];
    const code = await run(node24, program, { limitS: 3600, env: { NODE_OPTIONS: '' } });
    if (code !== 0) throw new Error(code === 124 ? 'no end within an hour' : `exit code ${code}`);
  });
}
