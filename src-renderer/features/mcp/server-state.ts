import type { Failure, Server } from '../../../src-preload/contract/index.ts';

/** How a server stands. Only `failing` is red, only `needs_you` asks for a person. */
export type Tone = 'ok' | 'needs_you' | 'failing' | 'busy' | 'idle' | 'off';
/** The button that mends it. */
export type Fix = 'confirm' | 'review_launch' | 'trust' | 'secrets' | 'tools' | 'runners' | 'probe';

export type StateCode =
  | 'off'
  | 'unconfirmed'
  | 'changed'
  | 'pending'
  | 'secrets'
  | 'failed'
  | 'held'
  | 'probing'
  | 'starting'
  | 'installing'
  | 'running'
  | 'ok'
  | 'stale'
  | 'untested';

export interface ServerState {
  readonly tone: Tone;
  readonly code: StateCode;
  /** Why, as the owner says it; the code has its own sentence otherwise. */
  readonly failure: Failure | null;
  readonly fixes: readonly Fix[];
}

const state = (
  tone: Tone,
  code: StateCode,
  fixes: readonly Fix[] = [],
  failure: Failure | null = null,
): ServerState => ({ tone, code, fixes, failure });

function fixesFor(failure: Failure, server: Server): readonly Fix[] {
  if (failure.code === 'runner_not_allowed') return ['runners', 'probe'];
  if (failure.code === 'secret_missing') return ['secrets', 'probe'];
  if (failure.code === 'auth_required' && server.registration.auth.env_key !== '')
    return ['secrets', 'probe'];
  return ['probe'];
}

const UNEXPLAINED: Failure = { code: 'unavailable', message: '' };

function failureOf({ connection, probe }: Server): Failure | null {
  if (connection.state === 'failed') return connection.failure;
  if (connection.state !== 'stopped') return null;
  if (probe === null || probe.stale || probe.status === 'ok') return null;
  return probe.reason ?? UNEXPLAINED;
}

/** The one thing to say about a server: what stops it first, then what waits, then how it runs. */
export function serverState(server: Server, probing = false): ServerState {
  const { connection, trust } = server;
  if (!server.registration.enabled) return state('off', 'off');
  if (trust === 'unconfirmed') return state('needs_you', 'unconfirmed', ['confirm']);
  if (trust === 'changed') return state('needs_you', 'changed', ['review_launch']);
  if (probing) return state('busy', 'probing');
  if (connection.state === 'installing') return state('busy', 'installing');
  if (connection.state === 'starting') return state('busy', 'starting');
  if (server.missing_secrets.length > 0) return state('needs_you', 'secrets', ['secrets']);
  const failure = failureOf(server);
  if (failure !== null) return state('failing', 'failed', fixesFor(failure, server), failure);
  if (trust === 'pending') return state('needs_you', 'pending', ['trust']);
  if ((server.tools?.held ?? 0) > 0) return state('needs_you', 'held', ['tools']);
  if (connection.state === 'ready') return state('ok', 'running');
  if (server.probe === null) return state('idle', 'untested', ['probe']);
  if (server.probe.stale) return state('idle', 'stale', ['probe']);
  return state('ok', 'ok');
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
