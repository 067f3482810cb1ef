import { setTimeout as sleep } from 'node:timers/promises';
import type { Door, ListedTool } from '../client.ts';
import { reasonOf } from '../rounds.ts';
import type { Running, ServerSpec } from '../subjects/subject.ts';

const OURS = /(?:^|[^a-z0-9])(echo|text|look_up_\d+)$/;

/** Tools of servers under test; a product may list some of its own beside them. */
export const ours = (tools: readonly ListedTool[]): number =>
  tools.filter(({ name }) => OURS.test(name)).length;

/** How many tools the servers that answer have together. */
export const expectedTools = (servers: readonly ServerSpec[]): number =>
  servers
    .filter(({ args }) => !args.includes('--hang'))
    .reduce((sum, { args }) => sum + 2 + toolsIn(args), 0);

const toolsIn = (args: readonly string[]): number =>
  Number(args.find((arg) => arg.startsWith('--tools='))?.slice('--tools='.length) ?? 0);

export interface CompleteList {
  /** `performance.now()` when the last missing tool was listed. */
  readonly at: number;
  /** The connections that answered, still open. */
  readonly doors: readonly Door[];
}

/**
 * Connects everywhere at once, as often as it takes, and lists until all `expected` tools are there.
 * A connection that never opens keeps none of the others waiting.
 */
export async function completeList(
  { openers }: Running,
  expected: number,
  limit_ms: number,
): Promise<CompleteList> {
  const deadline = performance.now() + limit_ms;
  const counts = new Map<number, number>();
  const doors: Door[] = [];
  let last = 'nothing was listed';
  let at = openers.length === 0 ? performance.now() : undefined;
  const total = () => [...counts.values()].reduce((sum, count) => sum + count, 0);
  const over = () => at !== undefined || performance.now() > deadline;
  async function listAt(open: () => Promise<Door>, n: number): Promise<void> {
    let door: Door | undefined;
    while (!over()) {
      try {
        if (door === undefined) {
          door = await open();
          doors.push(door);
        }
        counts.set(n, ours(await door.tools()));
        if (total() >= expected) at ??= performance.now();
        else if (openers.length > 1 && counts.get(n) !== 0) return; // its one server has said it all
      } catch (error) {
        last = reasonOf(error);
      }
      if (!over()) await sleep(20);
    }
  }
  const everywhere = openers.map(listAt);
  while (!over()) await Promise.race([sleep(100), Promise.all(everywhere)]);
  if (at !== undefined) return { at, doors };
  await Promise.all(doors.map((door) => door.close()));
  throw new Error(`${total()} of ${expected} tools after ${limit_ms / 1000} s (${last})`);
}
