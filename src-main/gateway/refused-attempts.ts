import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../kernel/clock.ts';

export type Attempt = 'unsigned' | 'unknown_sign_in' | 'foreign_host_or_origin';

export interface RefusedAttempts {
  note(attempt: Attempt): void;
  /** Records what has not been recorded yet. */
  close(): void;
}

const EVERY_MS = 60_000;

/** Whoever knocks without a token is journaled as a count, at most once a minute: a flood fills nothing. */
export function countRefusedAttempts(parts: {
  readonly journal: Pick<Journal, 'append'>;
  readonly clock: Clock;
  readonly door: 'gateway' | 'connect';
}): RefusedAttempts {
  const { journal, clock, door } = parts;
  let counts: Partial<Record<Attempt, number>> = {};
  let since = 0;
  let written = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    if (Object.keys(counts).length === 0) return;
    written = clock.now();
    journal.append({
      kind: 'sign_in',
      decision: 'refused',
      detail: {
        door,
        attempts: counts,
        since: new Date(since).toISOString(),
        until: new Date(written).toISOString(),
      },
    });
    counts = {};
  }

  return {
    note: (attempt) => {
      if (Object.keys(counts).length === 0) since = clock.now();
      counts = { ...counts, [attempt]: (counts[attempt] ?? 0) + 1 };
      const wait = written + EVERY_MS - clock.now();
      if (wait <= 0) write();
      else timer ??= setTimeout(write, wait).unref();
    },
    close: write,
  };
}
