import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { PlannedCall } from './plan.ts';
import type { Seen, Told } from './seen.ts';

const Row = z.object({
  call_id: z.string(),
  n: z.number().nullable(),
  requested: z.number(),
  completed: z.number(),
  outcome: z.string().nullable(),
  duration_ms: z.number().nullable(),
});
/** One line per call id of the journal. */
const CALLS = `
  SELECT call_id,
    max(CASE WHEN kind = 'call_requested' THEN json_extract(detail, '$.arguments.n') END) AS n,
    sum(kind = 'call_requested') AS requested,
    sum(kind = 'call_completed') AS completed,
    max(CASE WHEN kind = 'call_completed' THEN outcome END) AS outcome,
    max(CASE WHEN kind = 'call_completed' THEN duration_ms END) AS duration_ms
  FROM entries WHERE call_id IS NOT NULL GROUP BY call_id`;

const TOTALS = `SELECT count(*) AS entries, sum(kind = 'launch') AS launches FROM entries`;
const Totals = z.object({ entries: z.number(), launches: z.number() });

/** What the journal has to say when a client was told this; a client that left may be told anything. */
const OUTCOMES: Readonly<Record<Told, readonly (string | null)[]>> = {
  answered: ['answered'],
  unavailable: ['not_sent'],
  unknown: ['unknown'],
  refused: ['not_sent'],
  no_session: ['not_sent'],
  given_up: ['answered', 'not_sent', 'unknown'],
  odd: [],
};
/** How often the server may have run it then. */
const RUNS: Readonly<Record<string, readonly number[]>> = {
  answered: [1],
  not_sent: [0],
  unknown: [0, 1],
};

/** What every client was told of its calls, to be held against the journal and what servers noted. */
export class Ledger {
  readonly #calls = new Map<number, { planned: PlannedCall; seen: Seen }>();

  note(planned: PlannedCall, seen: Seen): void {
    if (this.#calls.has(planned.n)) throw new Error(`Call ${planned.n} was made twice.`);
    this.#calls.set(planned.n, { planned, seen });
  }

  get size(): number {
    return this.#calls.size;
  }

  counts(): Partial<Record<Told, number>> {
    const counts: Partial<Record<Told, number>> = {};
    for (const { seen } of this.#calls.values()) counts[seen.told] = (counts[seen.told] ?? 0) + 1;
    return counts;
  }

  /** What was said where it was no answer, without the names and numbers in it, and how often. */
  sentences(): [string, number][] {
    const counts = new Map<string, number>();
    for (const { seen } of this.#calls.values()) {
      if (seen.text === '') continue;
      const text = seen.text.replace(/\b[smh]\d\b/g, '…').replace(/\d+(\.\d+)?/g, '#');
      counts.set(text.slice(0, 120), (counts.get(text.slice(0, 120)) ?? 0) + 1);
    }
    return [...counts].sort(([, a], [, b]) => b - a);
  }

  /** The calls that waited longest to be told this. */
  slowest(told: Told): string[] {
    return [...this.#calls.values()]
      .filter(({ seen }) => seen.told === told)
      .sort((a, b) => b.seen.ms - a.seen.ms)
      .slice(0, 3)
      .map(({ planned, seen }) => `${Math.round(seen.ms)} ms, call ${planned.n}: ${seen.text}`);
  }

  /** Milliseconds, sorted, of the calls that were told this. */
  durations(told: Told): number[] {
    return [...this.#calls.values()]
      .filter(({ seen }) => seen.told === told)
      .map(({ seen }) => seen.ms)
      .sort((a, b) => a - b);
  }

  /** What does not fit together, as sentences; the journal is read with its owner gone. */
  problems(journal: string, runs: string) {
    const problems: string[] = [];
    const outcomes = new Map<string, number>();
    const ran = runsIn(runs);
    const recorded = new Set<number>();
    const rows = new DatabaseSync(journal, { readOnly: true });
    for (const found of rows.prepare(CALLS).iterate()) {
      const row = Row.parse(found);
      const about = `call ${row.n} (${row.call_id})`;
      outcomes.set(String(row.outcome), (outcomes.get(String(row.outcome)) ?? 0) + 1);
      if (row.requested !== 1 || row.completed !== 1)
        problems.push(`${about}: ${row.requested} requested, ${row.completed} completed`);
      const mine = row.n === null ? undefined : this.#calls.get(row.n);
      if (row.n === null || mine === undefined) {
        problems.push(`${about}: nobody made it`);
        continue;
      }
      if (recorded.has(row.n)) problems.push(`${about}: in the journal twice`);
      recorded.add(row.n);
      const { planned, seen } = mine;
      const said = `${planned.way} on ${planned.server}, ${planned.client}: ${seen.told} ${seen.text}`;
      if (!OUTCOMES[seen.told].includes(row.outcome))
        problems.push(`${about} is ${row.outcome} in the journal; ${said}`);
      const times = ran.get(row.n) ?? 0;
      if (!(RUNS[String(row.outcome)] ?? []).includes(times))
        problems.push(`${about} is ${row.outcome} and ran ${times} times; ${said}`);
    }
    const { entries, launches } = Totals.parse(rows.prepare(TOTALS).get());
    rows.close();
    for (const [n, { planned, seen }] of this.#calls) {
      if (seen.told === 'odd')
        problems.push(`call ${n}, ${planned.way} on ${planned.server}: ${seen.text}`);
      if (recorded.has(n) || seen.told === 'given_up') continue;
      problems.push(`call ${n}: ${seen.told}, and not in the journal`);
    }
    return { problems, outcomes, entries, launches };
  }
}

/** How often each call was run, by the servers' own notes. */
function runsIn(folder: string): Map<number, number> {
  const ran = new Map<number, number>();
  for (const name of readdirSync(folder))
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n'))
      if (line !== '') ran.set(Number(line), (ran.get(Number(line)) ?? 0) + 1);
  return ran;
}
