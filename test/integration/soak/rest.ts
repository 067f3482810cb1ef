import { eventually } from '../cli/gatehouse-home.ts';
import type { Held, Listening } from './inspector.ts';
import {
  type MarkedProcess,
  markedProcesses,
  type ProcessFacts,
  processFacts,
  zombiesOf,
} from './process-facts.ts';
import type { SoakHome } from './soak-home.ts';

/** The owner with nobody there: no client, no server, nothing under way. */
export interface AtRest extends Held, Listening, ProcessFacts {
  readonly zombies: number;
}

/** Sockets that are kept for a next request are closed within this time. */
const STILL_MS = 5_000;
const LIMIT_MS = 40_000;

/** Waits until every server has stopped for idleness and no handle opens or closes any more. */
export async function ownerAtRest(home: SoakHome): Promise<AtRest> {
  await eventually(async () => {
    const states = [...(await home.states()).values()];
    const isStill = states.every(({ state }) => state === 'stopped' || state === 'failed');
    return isStill && markedProcesses(home.mark).length === 0 ? true : undefined;
  }, LIMIT_MS);
  let handles = -1;
  let since = performance.now();
  await eventually(() => {
    const now = count(processFacts(home.pid).fds);
    if (now !== handles) since = performance.now();
    handles = now;
    return performance.now() - since > STILL_MS ? true : undefined;
  }, LIMIT_MS);
  const held = await home.inspector.held();
  const listening = await home.inspector.listening();
  return { ...held, ...listening, ...processFacts(home.pid), zombies: zombiesOf(home.pid) };
}

export const count = (kinds: Readonly<Record<string, number>>): number =>
  Object.values(kinds).reduce((sum, each) => sum + each, 0);

/** What carries the mark and neither is a current server nor comes from one; after a while for it to end. */
export async function straysOf(home: SoakHome): Promise<readonly MarkedProcess[]> {
  const look = async (): Promise<MarkedProcess[]> => {
    const marked = markedProcesses(home.mark);
    const current = new Set([...(await home.states()).values()].map(({ pid }) => pid));
    const parents = new Map(marked.map(({ pid, parent }) => [pid, parent]));
    const isOurs = (pid: number | undefined): boolean =>
      pid !== undefined && (current.has(pid) || isOurs(parents.get(pid)));
    return marked.filter(({ pid }) => !isOurs(pid));
  };
  let strays: MarkedProcess[] = [];
  await eventually(async () => {
    strays = await look();
    return strays.length === 0 ? true : undefined;
  }, 10_000).catch(() => undefined); // they are the answer
  return strays;
}
