// Gatehouse against a direct client, a bare relay and its peers, in one run.
// npm run bench [-- --quick] [--write] [--only=subject,…] [section…]
import { writeReport } from './document.ts';
import type { Figure } from './figures.ts';
import { killFleets } from './fleet.ts';
import { goalsOf } from './goals.ts';
import { SECTIONS } from './measures/all.ts';
import { tableOf } from './report.ts';
import { reasonOf, within } from './rounds.ts';
import { allSubjects } from './subjects/all.ts';

const SECTION_LIMIT_MS = 25 * 60_000;

const args = process.argv.slice(2);
const only = args
  .find((arg) => arg.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',');
const wanted = args.filter((arg) => !arg.startsWith('--'));
const unknown = wanted.filter((word) => !SECTIONS.some(({ id }) => id === word));
const quick = args.includes('--quick');
const say = (text: string) => console.log(text);

async function main(): Promise<number> {
  if (process.platform !== 'linux') throw new Error('The benchmarks read /proc: Linux only.');
  if (unknown.length > 0) throw new Error(`no part is called ${unknown.join(' ')}`);
  const subjects = allSubjects().filter(({ id }) => only?.includes(id) ?? true);
  const rounds = quick ? 3 : 7;
  const chosen = SECTIONS.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
  const figures: Figure[] = [];
  const failures: string[] = [];
  const started = performance.now();
  for (const section of chosen) {
    say(`\n-- ${section.id}`);
    const met = subjects.filter(({ kind }) => kind !== 'variant' || section.id === 'servers');
    const context = { subjects: met, quick, rounds, say };
    try {
      figures.push(...(await within(SECTION_LIMIT_MS, section.run(context))));
    } catch (error) {
      failures.push(`${section.id}: ${reasonOf(error)}`);
    }
  }
  const tables = chosen.flatMap((section) => section.tables);
  for (const { id, title } of tables) {
    const own = figures.filter(({ section }) => section === id);
    say(`\n${title}\n\n${tableOf(subjects, own)}`);
  }
  const goals = goalsOf(subjects, figures);
  const seconds = (performance.now() - started) / 1000;
  if (args.includes('--write'))
    for (const file of writeReport({ subjects, tables, figures, goals, quick, rounds, seconds }))
      say(`written: ${file}`);
  say(`\n${seconds.toFixed(0)} s`);
  for (const { what, met, says } of goals) say(`${met ? 'met   ' : 'MISSED'}  ${what}: ${says}`);
  for (const failure of failures) say(`FAILED  ${failure}`);
  return failures.length > 0 || goals.some(({ met }) => !met) ? 1 : 0;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    killFleets();
    process.exit(130);
  });
main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(reasonOf(error));
    process.exit(1);
  },
);
