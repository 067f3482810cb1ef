import type { Failure } from './views/common.ts';
import type { Server } from './views/server.ts';
import type { WayOut } from './views/way-out.ts';
import { waysOut } from './ways-out.ts';

/** How a server stands. Only `failing` is red, only `needs_you` asks for a person. */
export type Tone = 'ok' | 'needs_you' | 'failing' | 'busy' | 'idle' | 'off';

/** What a person may have to mend. */
export type TroubleCode =
  | 'unconfirmed'
  | 'changed'
  | 'pending'
  | 'secrets'
  | 'failed'
  | 'crash_loop'
  | 'breaker_open'
  | 'held';
export type QuietCode =
  | 'off'
  | 'starting'
  | 'installing'
  | 'running'
  | 'resting'
  | 'ok'
  | 'stale'
  | 'untested';

/** Something that a person may have to mend. */
export interface Trouble {
  readonly tone: 'needs_you' | 'failing';
  readonly code: TroubleCode;
  readonly failure: Failure;
  /** Instant; null where it has no beginning that anybody noted. */
  readonly since: string | null;
  /** When it is tried again by itself; null when a person or the next use has to. */
  readonly retry_at: string | null;
  readonly ways: readonly WayOut[];
}

interface Stand {
  readonly tone: Tone;
  readonly since: string | null;
  readonly ways: readonly WayOut[];
}
export type Standing =
  | (Stand & { readonly code: QuietCode; readonly trouble: null })
  | (Stand & { readonly code: TroubleCode; readonly trouble: Trouble });

const QUIET = { since: null, trouble: null, ways: [] } as const;

/** The one thing to say about a server, for every surface: what stops it first, then what waits, then how it runs. */
export function standingOf(server: Server): Standing {
  const { registration, trust, connection, probe } = server;
  if (!registration.enabled) return { ...QUIET, tone: 'off', code: 'off' };
  const [trouble] = troublesOf(server);
  const isStarting = connection.state === 'starting' || connection.state === 'installing';
  if (isStarting && trust !== 'unconfirmed' && trust !== 'changed')
    return { ...QUIET, tone: 'busy', code: connection.state, since: connection.since };
  if (trouble !== undefined) {
    const { tone, code, since, ways } = trouble;
    return { tone, code, since, trouble, ways };
  }
  if (connection.state === 'ready')
    return { ...QUIET, tone: 'ok', code: 'running', since: connection.since };
  const test: readonly WayOut[] = [{ way: 'try_again' }];
  if (probe === null) return { ...QUIET, tone: 'idle', code: 'untested', ways: test };
  if (probe.stale) return { ...QUIET, tone: 'idle', code: 'stale', ways: test };
  const rests = connection.state === 'stopped' && connection.because === 'idle';
  return { ...QUIET, tone: 'ok', code: rests ? 'resting' : 'ok' };
}

/** All that is wrong with a server, what stops it first. A server that is off has no troubles. */
export function troublesOf(server: Server): Trouble[] {
  const { registration, trust, tools, missing_secrets: missing } = server;
  if (!registration.enabled) return [];
  const trouble = (
    tone: Trouble['tone'],
    code: TroubleCode,
    failure: Failure,
    when: { readonly since: string | null; readonly retry_at: string | null } = UNDATED,
  ): Trouble => ({
    ...{ tone, code, failure, ...when },
    ways: withPackage(waysOut(failure, registration), failure, server),
  });

  // Nothing of it runs, so nothing else can be said of it.
  if (trust === 'unconfirmed') return [trouble('needs_you', 'unconfirmed', UNCONFIRMED)];
  if (trust === 'changed') return [trouble('needs_you', 'changed', CHANGED)];
  const failed = failureOf(server);
  const held = tools?.held ?? 0;
  return [
    ...(missing.length > 0 ? [trouble('needs_you', 'secrets', missingSecrets(missing))] : []),
    ...(failed === null || (missing.length > 0 && failed.failure.code === 'secret_missing')
      ? []
      : [trouble('failing', codeOf(failed.failure), failed.failure, failed)]),
    ...(trust === 'pending' ? [trouble('needs_you', 'pending', PENDING)] : []),
    ...(held > 0 ? [trouble('needs_you', 'held', heldTools(held))] : []),
  ];
}

const MAY_WANT_SCRIPTS = ['exited', 'start_timeout', 'protocol', 'crash_loop', 'breaker_open'];

/** Where install scripts were held back, the server may have wanted them. */
function withPackage(ways: WayOut[], { code }: Failure, { package: facts }: Server): WayOut[] {
  const held = facts !== null && facts.scripts.length > 0 && !facts.scripts_allowed;
  if (!held || !MAY_WANT_SCRIPTS.includes(code)) return ways;
  return [...ways.slice(0, 1), { way: 'see_package' }, ...ways.slice(1)];
}

/** What failed before the state that it is in now, where it is well again or was stopped since. */
export function pastFailureOf({ connection }: Server): { at: string; failure: Failure } | null {
  const isWell = connection.state === 'ready' || connection.state === 'stopped';
  return (isWell ? connection.last_failure : undefined) ?? null;
}

const UNDATED = { since: null, retry_at: null };

function failureOf({ connection, probe }: Server) {
  if (connection.state === 'failed') {
    const { failure, since, retry_at = null } = connection;
    return { failure, since, retry_at };
  }
  if (connection.state !== 'stopped') return null;
  if (probe === null || probe.stale || probe.status === 'ok') return null;
  return { failure: probe.reason ?? UNEXPLAINED, since: probe.at, retry_at: null };
}

const codeOf = ({ code }: Failure): TroubleCode =>
  code === 'crash_loop' || code === 'breaker_open' ? code : 'failed';

const UNCONFIRMED: Failure = {
  code: 'unconfirmed',
  message: 'Nothing runs until its launch is confirmed.',
};
const CHANGED: Failure = {
  code: 'unconfirmed',
  message: 'The launch is not the one that was confirmed. Nothing runs.',
  params: { reason: 'changed' },
};
const PENDING: Failure = {
  code: 'trust_pending',
  message: 'It was edited from outside. The accepted version holds.',
};
const UNEXPLAINED: Failure = { code: 'unavailable', message: 'The last test failed.' };

const missingSecrets = (names: readonly string[]): Failure => ({
  code: 'secret_missing',
  message:
    names.length === 1
      ? `No value is stored for ${names[0]}.`
      : `No values are stored for ${names.join(', ')}.`,
  params: { names: names.join(', ') },
});

const heldTools = (count: number): Failure => ({
  code: 'tool_changed',
  message:
    count === 1
      ? '1 tool is new or changed and held back.'
      : `${count} tools are new or changed and held back.`,
  params: { count },
});
