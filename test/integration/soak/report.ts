import type { Held } from './inspector.ts';
import type { ProcessFacts } from './process-facts.ts';
import type { AtRest } from './rest.ts';
import { count } from './rest.ts';
import { slope } from './slope.ts';

/** The owner between two batches, with its servers running. */
export interface Sample extends Held, ProcessFacts {
  readonly calls: number;
  /** Servers that run. */
  readonly ready: number;
}

export interface SoakReport {
  readonly seed: number;
  readonly calls: number;
  readonly seconds: number;
  readonly told: Readonly<Record<string, number>>;
  readonly outcomes: ReadonlyMap<string, number>;
  readonly entries: number;
  readonly launches: number;
  readonly samples: readonly Sample[];
  readonly before: AtRest;
  readonly after: AtRest;
  /** Milliseconds, sorted, of calls that were told that their server is down. */
  readonly unavailable: readonly number[];
  readonly slowest: readonly string[];
  readonly sentences: readonly (readonly [string, number])[];
}

/** Bytes per 1,000 calls. */
export const heapSlope = (samples: readonly Sample[]): number =>
  slope(samples.map(({ calls, heap }) => ({ x: calls / 1000, y: heap })));
export const rssSlope = (samples: readonly Sample[]): number =>
  slope(samples.map(({ calls, rss }) => ({ x: calls / 1000, y: rss })));

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

const mib = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);

/** What a person wants to see of a soak. */
export function reportText(report: SoakReport): string {
  const { samples, before, after, unavailable } = report;
  const listed = (counts: Iterable<readonly [string, number]>) =>
    [...counts].map(([name, number]) => `${name} ${number}`).join(', ');
  const rest = (name: string, of: (rest: AtRest) => number | string) =>
    `  ${name.padEnd(34)} ${of(before)} -> ${of(after)}`;
  const row = ({ calls, heap, rss, fds, threads, ready }: Sample) =>
    [calls, mib(heap), mib(rss), count(fds), threads, ready]
      .map((value) => String(value).padStart(9))
      .join('');
  return [
    `Soak with seed ${report.seed}: ${report.calls} calls in ${report.seconds.toFixed(0)} s, ${Math.round(report.calls / report.seconds)} a second`,
    `  clients were told                  ${listed(Object.entries(report.told))}`,
    `  outcomes in the journal            ${listed(report.outcomes)}`,
    `  journal entries, server launches   ${report.entries}, ${report.launches}`,
    `  told that a server is down         p50 ${percentile(unavailable, 0.5).toFixed(0)} ms, p99 ${percentile(unavailable, 0.99).toFixed(0)} ms, most ${(unavailable.at(-1) ?? 0).toFixed(0)} ms`,
    `  processor time of the owner        ${(((after.cpu_s - before.cpu_s) / report.calls) * 1000).toFixed(2)} ms a call`,
    'At rest, no client and no server there: after the warm-up -> at the end',
    rest('handles', ({ fds }) => count(fds)),
    rest('threads', ({ threads }) => threads),
    rest('active resources', ({ resources }) => count(resources)),
    rest('emitters, event targets', ({ emitters, targets }) => `${emitters}, ${targets}`),
    rest('listeners', ({ listeners }) => listeners),
    rest('heap after collection, MiB', ({ heap }) => mib(heap)),
    rest('resident memory, MiB', ({ rss }) => mib(rss)),
    `Slopes over ${samples.length} samples between batches, per 1,000 calls: heap ${heapSlope(samples).toFixed(0)} bytes, resident ${(rssSlope(samples) / 1024).toFixed(1)} KiB`,
    'What was said most often where it was no answer, and what was said last that a server is down',
    ...report.sentences.slice(0, 10).map(([text, times]) => `  ${times} x ${text}`),
    ...report.slowest.map((text) => `  ${text}`),
    ['    calls     heap      rss  handles  threads  servers', ...samples.map(row)].join('\n'),
  ].join('\n');
}
