import type { Figure } from '../figures.ts';
import type { Subject } from '../subjects/subject.ts';

export interface BenchContext {
  readonly subjects: readonly Subject[];
  readonly quick: boolean;
  readonly rounds: number;
  say(text: string): void;
}

/** A table of the report; `method` is how it was measured, for its reader. */
export interface Table {
  readonly id: string;
  readonly title: string;
  readonly method: string;
}

/** One part of the benchmarks, which can be run by its name. */
export interface Section {
  readonly id: string;
  readonly tables: readonly Table[];
  /** Figures for its tables: each names its table as its section. */
  run(context: BenchContext): Promise<Figure[]>;
}
