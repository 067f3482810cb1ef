import type { RequestOutput } from '../../../src-preload/contract/index.ts';

export type Check = RequestOutput<'doctor/run'>['checks'][number];

const RANK: Readonly<Record<Check['level'], number>> = { error: 0, warning: 1, note: 2, ok: 3 };

/** What needs a person first. */
export const worstFirst = (checks: readonly Check[]): Check[] =>
  checks.toSorted((left, right) => RANK[left.level] - RANK[right.level]);

/** The report as plain text, for a message to someone who helps. */
export function reportText(checks: readonly Check[]): string {
  return checks
    .map(({ level, title, detail, fix }) => {
      const lines = [`[${level}] ${title}: ${detail}`];
      if (fix !== null) lines.push(`  fix: ${fix}`);
      return lines.join('\n');
    })
    .join('\n');
}
