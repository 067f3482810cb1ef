import type { Figure } from '../figures.ts';
import type { Subject } from '../subjects/subject.ts';

export interface BenchContext {
  readonly subjects: readonly Subject[];
  readonly quick: boolean;
  readonly rounds: number;
  say(text: string): void;
}

/** One part of the benchmarks, which can be run by its name. */
export interface Section {
  readonly id: string;
  readonly title: string;
  /** How it is measured, for the reader of the table. */
  readonly method: string;
  run(context: BenchContext): Promise<Figure[]>;
}
