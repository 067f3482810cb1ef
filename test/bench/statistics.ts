/** The value that `share` (0 to 1) of all values do not exceed, by the nearest rank; NaN of nothing. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** The middle of the values; the mean of the two in the middle when their number is even. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** The median of the rounds with the lowest and the highest of them. */
export const spread = (values: readonly number[]): Spread => ({
  median: median(values),
  low: Math.min(...values),
  high: Math.max(...values),
});

/** The list as it stands in a round: each round begins with the next one. */
export function rotated<T>(list: readonly T[], round: number): T[] {
  const first = list.length === 0 ? 0 : round % list.length;
  return [...list.slice(first), ...list.slice(0, first)];
}
