import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SECTIONS } from '../../bench/measures/all.ts';

test('npm run bench knows every part by its name', () => {
  const source = readFileSync(new URL('../../../.dev/lib/bench.mjs', import.meta.url), 'utf8');
  const named = /const SECTIONS = \[([^\]]*)\]/.exec(source)?.[1] ?? '';
  const names = [...named.matchAll(/'([a-z]+)'/g)].map(([, name]) => name);
  expect(names).toEqual(SECTIONS.map(({ id }) => id));
});

test('no two tables of the report share a name', () => {
  const tables = SECTIONS.flatMap((section) => section.tables.map(({ id }) => id));
  expect(new Set(tables).size).toBe(tables.length);
});
