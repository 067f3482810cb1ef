import type { Outcomes } from './figures.ts';
import { rotated } from './statistics.ts';

export interface RoundsPlan {
  readonly rounds: number;
  /** For one subject in one round. */
  readonly limit_ms: number;
}

/**
 * Takes the subjects in turn, round after round, each round beginning with another one. A subject that
 * fails is left out from then on, with its reason, and ends nothing else.
 */
export async function interleaved<S extends { readonly id: string }, T>(
  subjects: readonly S[],
  { rounds, limit_ms }: RoundsPlan,
  act: (subject: S, round: number) => Promise<T>,
): Promise<Outcomes<T>> {
  const values = new Map<string, T[]>();
  const problems = new Map<string, string>();
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of rotated(subjects, round)) {
      if (problems.has(subject.id)) continue;
      try {
        const value = await within(limit_ms, act(subject, round));
        values.set(subject.id, [...(values.get(subject.id) ?? []), value]);
      } catch (error) {
        problems.set(subject.id, reasonOf(error));
      }
    }
  }
  return { values, problems };
}

/** The promise's value, or an error once the time is over. */
export async function within<T>(limit_ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no end within ${limit_ms / 1000} s`)), limit_ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
