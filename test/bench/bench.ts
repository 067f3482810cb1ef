// Gatehouse against a direct client, a bare relay and the peers: npm run bench [-- --quick] [section…]
import { calls } from './measures/calls.ts';
import type { Section } from './measures/section.ts';
import { tableOf } from './report.ts';
import { allSubjects } from './subjects/all.ts';

const SECTIONS: readonly Section[] = [calls];

const args = process.argv.slice(2);
const quick = args.includes('--quick');
const only = args
  .find((arg) => arg.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',');
const wanted = args.filter((arg) => !arg.startsWith('--'));
const say = (text: string) => console.log(text);

const subjects = allSubjects().filter(({ id }) => only === undefined || only.includes(id));
for (const section of SECTIONS) {
  if (wanted.length > 0 && !wanted.includes(section.id)) continue;
  say(`\n== ${section.title}`);
  const started = performance.now();
  const figures = await section.run({ subjects, quick, rounds: quick ? 3 : 7, say });
  say(`\n${tableOf(subjects, figures)}\n(${((performance.now() - started) / 1000).toFixed(0)} s)`);
}
process.exit(0);
