import { calls } from './calls.ts';
import { changes } from './changes.ts';
import { lists } from './lists.ts';
import { orphans } from './orphans.ts';
import type { Section } from './section.ts';
import { servers } from './servers.ts';

/** The parts of the benchmarks, in the order of the report. */
export const SECTIONS: readonly Section[] = [calls, lists, servers, orphans, changes];
