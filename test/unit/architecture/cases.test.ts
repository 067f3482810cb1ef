import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { DUE, NOT_YET } from '../../integration/cases/register.ts';

const tests = fileURLToPath(new URL('../..', import.meta.url));
/** Only tests that drive a built process count: command line, admin socket, gateway, window. */
const OUTERMOST = ['integration/cli', 'integration/cases', 'integration/gateway', 'e2e'];

const text = OUTERMOST.flatMap((folder) =>
  readdirSync(join(tests, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
).join('\n');

/** An id counts where it stands in the title of a test or of a group of tests. */
const hasTest = (id: string): boolean =>
  new RegExp(`(test|describe)(\\.each\\([\\s\\S]*?\\))?\\(\\s*['"\`][^'"\`\\n]*\\b${id}\\b`).test(
    text,
  );

test('every id that is due has a test', () => {
  expect(DUE.filter((id) => !hasTest(id))).toEqual([]);
});

test('an id with a test is not listed as not yet', () => {
  expect(Object.values(NOT_YET).flat().filter(hasTest)).toEqual([]);
});

test('an id without any test is found', () => {
  expect(hasTest('CONF-99')).toBe(false);
});

test('69 ids, each once', () => {
  const all = [...DUE, ...Object.values(NOT_YET).flat()];
  expect(new Set(all).size).toBe(all.length);
  expect(all).toHaveLength(69);
});
