import type { Door } from '../client.ts';
import { percentile } from '../statistics.ts';

/** How long each of `times` calls took that were made one after another, in ms. */
export async function callTimes(door: Door, times: number): Promise<number[]> {
  const taken: number[] = [];
  for (let n = 0; n < times; n += 1) {
    const started = performance.now();
    await echo(door, n);
    taken.push(performance.now() - started);
  }
  return taken;
}

/** Calls answered in a second when `inFlight` of them always wait, measured for `for_ms`. */
export async function callRate(door: Door, inFlight: number, for_ms: number): Promise<number> {
  const started = performance.now();
  let answered = 0;
  const keepCalling = async () => {
    while (performance.now() - started < for_ms) {
      await echo(door, answered);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, keepCalling));
  return (answered * 1000) / (performance.now() - started);
}

/** Median time of a call whose answer is a text of 256 KB, in ms; it must arrive whole. */
export async function largeResultTime(door: Door, times: number): Promise<number> {
  const length = 256 * 1024;
  const taken: number[] = [];
  for (let n = 0; n < times; n += 1) {
    const started = performance.now();
    const text = await door.call('text', { length });
    taken.push(performance.now() - started);
    if (text.length !== length) throw new Error(`${text.length} of ${length} characters arrived`);
  }
  return percentile(taken, 0.5);
}

async function echo(door: Door, n: number): Promise<void> {
  const message = `call ${n}`;
  const answer = await door.call('echo', { message });
  if (answer !== message)
    throw new Error(`the answer to "${message}" was "${answer.slice(0, 200)}"`);
}
