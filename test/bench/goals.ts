import type { Figure } from './figures.ts';
import { median } from './statistics.ts';
import type { Subject } from './subjects/subject.ts';

export interface Goal {
  readonly what: string;
  readonly met: boolean;
  /** Both figures, and by how much a missed goal is missed. */
  readonly says: string;
}

interface Wish {
  readonly what: string;
  readonly section: string;
  readonly column: string;
  readonly unit: string;
  /** Than what Gatehouse's figure has to be lower or higher: a fixed value, or a share of the best peer's. */
  readonly than: { readonly value: number } | { readonly ofBestPeer: number };
  readonly wants: 'lower' | 'higher';
  /** Equal is enough. */
  readonly atMost?: boolean;
}

const lower = { wants: 'lower', than: { ofBestPeer: 1 }, unit: 'ms' } as const;
const WISHES: readonly Wish[] = [
  { ...lower, what: 'added latency, p50', section: 'calls', column: 'added p50' },
  { ...lower, what: 'added latency, p99', section: 'calls', column: 'added p99' },
  {
    ...{ what: 'calls per second, 32 in flight', section: 'calls', column: '32 in flight' },
    ...{ unit: 'calls/s', wants: 'higher', than: { ofBestPeer: 1 } },
  },
  {
    ...{ what: 'first complete list of 50 servers, one hung, from ready', section: 'ready' },
    ...{ column: '50, one hung', unit: 'ms', wants: 'lower', than: { value: 300 }, atMost: true },
  },
  {
    ...{ what: 'memory with 50 idle servers (RSS)', section: 'memory' },
    ...{ column: '50 servers, RSS', unit: 'MB', wants: 'lower', atMost: true },
    than: { ofBestPeer: 0.1 },
  },
  {
    ...{ what: 'orphans after its next start', section: 'orphans', column: 'after its next start' },
    ...{ unit: '', wants: 'lower', than: { value: 0 }, atMost: true },
  },
];

/** What was wished of Gatehouse, judged by the medians of one run; a table that was not made judges nothing. */
export function goalsOf(
  subjects: readonly Pick<Subject, 'id' | 'title' | 'kind'>[],
  figures: readonly Figure[],
): Goal[] {
  const made = new Set(figures.map(({ section }) => section));
  return WISHES.filter(({ section }) => made.has(section)).map((wish) => {
    const figureOf = (id: string) => medianOf(figures, id, wish);
    const own = subjects
      .filter(({ kind }) => kind === 'gatehouse')
      .map(({ id }) => figureOf(id))[0];
    const peers = subjects
      .filter(({ kind }) => kind === 'peer')
      .flatMap(({ id, title }) => {
        const value = figureOf(id);
        return value === undefined ? [] : [{ title, value }];
      })
      .toSorted((one, other) =>
        wish.wants === 'lower' ? one.value - other.value : other.value - one.value,
      );
    return judged(wish, own, peers[0]);
  });
}

function judged(
  { what, unit, than, wants, atMost }: Wish,
  own: number | undefined,
  best: { title: string; value: number } | undefined,
): Goal {
  if (own === undefined) return { what, met: false, says: 'there is no figure of Gatehouse' };
  const show = (value: number) => `${Number(value.toPrecision(3))} ${unit}`.trim();
  if ('ofBestPeer' in than && best === undefined)
    return { what, met: false, says: `${show(own)}; no peer has a figure to compare` };
  const bound = 'value' in than ? than.value : (best?.value ?? 0) * than.ofBestPeer;
  const better = wants === 'lower' ? own < bound : own > bound;
  const met = better || (atMost === true && own === bound);
  const share = 'ofBestPeer' in than && than.ofBestPeer !== 1 ? `${than.ofBestPeer} of ` : '';
  const whose =
    'value' in than ? show(bound) : `${share}${best?.title}'s ${show(best?.value ?? 0)}`;
  const ratio = bound > 0 && own > 0 ? Math.max(own / bound, bound / own) : undefined;
  const missed = ratio === undefined ? show(own - bound) : `a factor of ${ratio.toFixed(2)}`;
  return { what, met, says: `${show(own)} against ${whose}${met ? '' : `: missed by ${missed}`}` };
}

function medianOf(figures: readonly Figure[], subject: string, { section, column }: Wish) {
  const rounds = figures
    .filter((one) => one.section === section && one.column === column && one.subject === subject)
    .flatMap(({ rounds }) => rounds)
    .filter((value) => !Number.isNaN(value));
  return rounds.length === 0 ? undefined : median(rounds);
}
