export type Unit = 'ms' | 'calls/s' | 'MB' | 'processes' | '';

/** One cell of a table: what a subject showed under a heading, a value for each round. */
export interface Figure {
  readonly section: string;
  readonly column: string;
  readonly unit: Unit;
  readonly subject: string;
  readonly rounds: readonly number[];
  /** In place of a number: why there is none, or what was seen. */
  readonly says?: string;
}

/** What a subject's rounds brought under several headings, as figures. */
export function figuresOf(
  section: string,
  units: Readonly<Record<string, Unit>>,
  { values, problems }: Outcomes<Readonly<Record<string, number>>>,
): Figure[] {
  const columns = Object.entries(units);
  const measured = [...values].flatMap(([subject, rounds]) =>
    columns.map(([column, unit]) => ({
      ...{ section, column, unit, subject },
      rounds: rounds.map((one) => one[column] ?? Number.NaN),
    })),
  );
  const failed = [...problems].map(([subject, says]) => ({
    ...{ section, column: columns[0]?.[0] ?? '', unit: '' as const, subject, rounds: [] },
    says: `failed: ${says}`,
  }));
  return [...measured.filter(({ subject }) => !problems.has(subject)), ...failed];
}

/** By subject: a value for each round it went through, or what went wrong. */
export interface Outcomes<T> {
  readonly values: Map<string, T[]>;
  readonly problems: Map<string, string>;
}
