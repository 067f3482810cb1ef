import type { Machine, Run } from './document.ts';
import type { Figure, Unit } from './figures.ts';
import { spread } from './statistics.ts';

interface Row {
  readonly id: string;
  readonly title: string;
}

/** A section's figures as a Markdown table: a row for each subject, a column for each heading. */
export function tableOf(subjects: readonly Row[], figures: readonly Figure[]): string {
  const columns = [...new Set(figures.map(({ column }) => column))];
  const unitOf = (column: string) =>
    figures.find((one) => one.column === column && one.unit !== '')?.unit ?? '';
  const heads = columns.map((column) => [column, unitOf(column)].filter(Boolean).join(', '));
  const rows = subjects
    .filter(({ id }) => figures.some(({ subject }) => subject === id))
    .map(({ id, title }) => [
      title,
      ...columns.map((column) =>
        cell(figures.find((one) => one.subject === id && one.column === column)),
      ),
    ]);
  return aligned([['', ...heads], ...rows]);
}

/** `median (lowest–highest)`, or what there is to say in place of a number. */
export function cell(figure: Figure | undefined): string {
  if (figure === undefined) return '–';
  const values = figure.rounds.filter((value) => !Number.isNaN(value));
  if (values.length === 0) return oneLine(figure.says ?? 'n/a');
  const { median, low, high } = spread(values);
  const number = (value: number) => formatted(value, figure.unit);
  const range = values.length > 1 ? ` (${number(low)}–${number(high)})` : '';
  return [`${number(median)}${range}`, oneLine(figure.says ?? '')].filter(Boolean).join(' ');
}

function formatted(value: number, unit: Unit): string {
  if (unit === 'ms') return value.toFixed(Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0);
  return value.toFixed(0);
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, 300);

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  const [head, ...body] = rows;
  return [line(head ?? []), rule, ...body.map(line)].join('\n');
}

export const MARK = '<!-- Below: written by `npm run bench -- --write`. -->';

/** The document with everything after its mark made anew from a run; what stands before it stays. */
export function documentOf(document: string, run: Run, on: Machine): string {
  const end = document.indexOf(MARK);
  if (end === -1) throw new Error(`docs/BENCHMARKS.md has lost its line ${MARK}`);
  const goals = run.goals.map(
    ({ what, met, says }) => `- ${met ? 'Met' : '**Missed**'}: ${what}: ${says}.`,
  );
  const tables = run.tables.map(({ id, title, method }) => {
    const own = run.figures.filter(({ section }) => section === id);
    return `## ${title}\n\n${method}\n\n${tableOf(run.subjects, own)}`;
  });
  const who = run.subjects.map(({ title, version, notes }) => [title, version, notes]);
  const parts = [
    `## The run\n\n${[
      `${on.date} UTC${run.quick ? ', quick run' : ''}, ${Math.round(run.seconds / 60)} minutes`,
      `${on.cpu}, ${on.cores} cores, ${on.ram_gb} GB; ${on.system}; Node ${on.node}`,
      `median (lowest–highest) of ${run.rounds} interleaved rounds; of fewer where a cell shows no range or the method says so`,
    ]
      .map((line) => `- ${line}.`)
      .join('\n')}`,
    `## Goals\n\n${goals.join('\n')}`,
    ...tables,
    `## Who took part\n\n${aligned([['', 'version', 'how'], ...who])}`,
  ];
  return `${document.slice(0, end)}${MARK}\n\n${parts.join('\n\n')}\n`;
}
