import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { type LookFacts, nextLook } from './next-look.ts';

const AT_ONCE = 4;
/** One place is always left for remote servers: a start may install for minutes. */
const STDIO_AT_ONCE = 3;
/** A start has other things to do first: the first lists are answered from what is known. */
const START_MS = 1_000;
/** Whoever changed a server often looks at it right away; and changes come in groups. */
const SETTLE_MS = 2_000;
const NEXT_MS = 100;
const TIMER_MAX_MS = 60 * 60_000;

interface Turn {
  readonly facts: LookFacts;
  readonly signal: AbortSignal;
  readonly end: () => void;
}

export interface Looks {
  /** Looks at every server that nothing is known of; settles when that is done. */
  startRound(signal: AbortSignal): Promise<void>;
  /** The start round, a moment from now, and every later look when it is due; until the signal. */
  keepLooking(signal: AbortSignal): void;
  /** Something may have become due, or is no longer. */
  soon(): void;
  /** Ends everything; looks under way are aborted and waited for. */
  close(): Promise<void>;
}

/** Looks at servers in the background, each when it is due, four at a time. */
export function createLooks(parts: {
  /** The enabled, confirmed servers. */
  readonly facts: () => readonly LookFacts[];
  /** 0: no looks after the start round. */
  readonly every_ms: () => number;
  readonly look: (id: string, signal: AbortSignal) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}): Looks {
  const { clock, log } = parts;
  const waiting = new Map<string, Turn>();
  const active = new Map<string, { readonly facts: LookFacts; readonly done: Promise<void> }>();
  const closing = new AbortController();
  let keeping: { readonly signal: AbortSignal; readonly since: number } | null = null;
  let timer: NodeJS.Timeout | undefined;
  let timerAt = Number.POSITIVE_INFINITY;

  function enqueue(facts: LookFacts, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.set(facts.id, {
      facts,
      signal: AbortSignal.any([signal, closing.signal]),
      end: resolve,
    });
    return promise;
  }

  function drain(): void {
    let stdio = [...active.values()].filter(({ facts }) => !facts.isRemote).length;
    for (const [id, turn] of waiting) {
      if (active.size >= AT_ONCE) return;
      if (!turn.facts.isRemote && stdio >= STDIO_AT_ONCE) continue;
      waiting.delete(id);
      if (turn.signal.aborted) {
        turn.end();
        continue;
      }
      stdio += turn.facts.isRemote ? 0 : 1;
      active.set(id, { facts: turn.facts, done: run(turn) });
    }
  }

  async function run({ facts, signal, end }: Turn): Promise<void> {
    try {
      await parts.look(facts.id, signal);
    } catch (error) {
      log.error('a look in the background broke down', { id: facts.id, error: String(error) });
    }
    active.delete(facts.id);
    end();
    drain();
    arm(clock.now() + NEXT_MS);
  }

  /** Looks at what is due, and comes back when the next one is. */
  function tick(isStart: boolean): void {
    if (keeping === null || keeping.signal.aborted || closing.signal.aborted) return;
    const every_ms = parts.every_ms();
    if (every_ms === 0 && !isStart) return;
    const now = clock.now();
    let next = now + TIMER_MAX_MS;
    for (const facts of parts.facts()) {
      if (waiting.has(facts.id) || active.has(facts.id)) continue;
      const due = nextLook(facts, { since: keeping.since, every_ms });
      if (due === null) continue;
      if (due <= now) void enqueue(facts, keeping.signal);
      else next = Math.min(next, due);
    }
    drain();
    arm(next);
  }

  /** Never later than what was planned before. */
  function arm(at: number, isStart = false): void {
    if (keeping === null || keeping.signal.aborted || closing.signal.aborted || at >= timerAt)
      return;
    clearTimeout(timer);
    timerAt = at;
    timer = setTimeout(
      () => {
        timerAt = Number.POSITIVE_INFINITY;
        tick(isStart);
      },
      Math.max(0, at - clock.now()),
    ).unref();
  }

  function stop(): void {
    clearTimeout(timer);
    timerAt = Number.POSITIVE_INFINITY;
    for (const { end } of waiting.values()) end();
    waiting.clear();
  }

  return {
    async startRound(signal) {
      const since = clock.now();
      const due = parts
        .facts()
        .filter((facts) => nextLook(facts, { since, every_ms: 0 }) !== null)
        .filter(({ id }) => !waiting.has(id) && !active.has(id))
        .map((facts) => enqueue(facts, signal));
      drain();
      await Promise.all(due);
    },
    keepLooking(signal) {
      keeping = { signal, since: clock.now() };
      signal.addEventListener('abort', stop, { once: true });
      arm(clock.now() + START_MS, true);
    },
    soon: () => arm(clock.now() + SETTLE_MS),
    async close() {
      closing.abort();
      stop();
      await Promise.all([...active.values()].map(({ done }) => done));
    },
  };
}
