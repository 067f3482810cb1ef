import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, type as systemType, totalmem } from 'node:os';
import type { Figure } from './figures.ts';
import type { Goal } from './goals.ts';
import type { Table } from './measures/section.ts';
import { at } from './places.ts';
import { documentOf } from './report.ts';
import type { Subject } from './subjects/subject.ts';

export interface Run {
  readonly subjects: readonly Subject[];
  readonly tables: readonly Table[];
  readonly figures: readonly Figure[];
  readonly goals: readonly Goal[];
  readonly quick: boolean;
  readonly rounds: number;
  readonly seconds: number;
}

/** What the run was made on. */
export const machine = () => ({
  date: new Date().toISOString().slice(0, 16).replace('T', ' '),
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  cores: cpus().length,
  ram_gb: Math.round(totalmem() / 1024 ** 3),
  system: `${systemType()} ${release()}`,
  node: process.version,
});
export type Machine = ReturnType<typeof machine>;

const DOCUMENT = at('docs', 'BENCHMARKS.md');

/** Writes the figures as JSON, and the tables into docs/BENCHMARKS.md after what people wrote there. */
export function writeReport(run: Run): string[] {
  const on = machine();
  const named = run.subjects.map(({ id, title, version, kind, notes }) => ({
    ...{ id, title, version, kind, notes },
  }));
  mkdirSync(at('docs', 'benchmarks'), { recursive: true });
  const json = at('docs', 'benchmarks', `${on.date.slice(0, 10)}.json`);
  const { quick, rounds, seconds, figures, goals } = run;
  const data = { machine: on, quick, rounds, seconds, subjects: named, goals, figures };
  writeFileSync(json, `${JSON.stringify(data, null, 1)}\n`);
  writeFileSync(DOCUMENT, documentOf(readFileSync(DOCUMENT, 'utf8'), run, on));
  return [json, DOCUMENT];
}
