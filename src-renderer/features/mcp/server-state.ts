import {
  type Server,
  type Standing,
  standingOf,
  type Tone,
} from '../../../src-preload/contract/index.ts';

export type ServerState =
  | Standing
  | {
      readonly tone: 'busy';
      readonly code: 'probing';
      readonly since: null;
      readonly trouble: null;
      readonly ways: readonly [];
    };

/** How a server stands, also while this window tests it. */
export function serverState(server: Server, probing = false): ServerState {
  const standing = standingOf(server);
  const mayRun = !['off', 'unconfirmed', 'changed'].includes(standing.code);
  // What a start says of itself is news; that it is tested is known.
  if (!probing || !mayRun || standing.tone === 'busy') return standing;
  return { tone: 'busy', code: 'probing', since: null, trouble: null, ways: [] };
}

/** Which tones a filter chip lets through; `idle` and `busy` belong to nobody's worries. */
export const FILTERS = ['all', 'ok', 'needs_you', 'failing', 'off'] as const;
export type Filter = (typeof FILTERS)[number];

export interface Counts extends Readonly<Record<Tone, number>> {
  readonly total: number;
}

/** How many servers stand how. */
export function countServers(tones: readonly Tone[]): Counts {
  const counts = { ok: 0, needs_you: 0, failing: 0, busy: 0, idle: 0, off: 0, total: tones.length };
  for (const tone of tones) counts[tone] += 1;
  return counts;
}

const SAID = ['ok', 'needs_you', 'failing', 'busy', 'idle', 'off'] as const;

/** The parts of "12 servers · 10 ok · 1 needs you", in order, without the zeros. */
export function countParts(
  counts: Counts,
): { readonly part: Tone | 'total'; readonly count: number }[] {
  return [
    { part: 'total' as const, count: counts.total },
    ...SAID.filter((tone) => counts[tone] > 0).map((part) => ({ part, count: counts[part] })),
  ];
}

const PLACE: Readonly<Record<Tone, number>> = {
  failing: 0,
  needs_you: 1,
  ok: 2,
  busy: 2,
  idle: 2,
  off: 3,
};

/** What fails, then what waits for a person, then the rest, then what is off; else as in the file. */
export function troublesFirst<T extends { readonly tone: Tone }>(items: readonly T[]): T[] {
  return items.toSorted((left, right) => PLACE[left.tone] - PLACE[right.tone]);
}

/** Whether a server's own words hold every word of the search text. */
export function matchesSearch({ id, registration }: Server, search: string): boolean {
  const text = [
    id,
    registration.name,
    registration.transport,
    registration.url,
    ...registration.command_argv,
  ]
    .join('\n')
    .toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
