import { expect, test } from 'vitest';
import type { Context } from '../../../src-main/cli/command.ts';
import { runCommandLine } from '../../../src-main/cli/run.ts';
import { type FailureCode, failure } from '../../../src-main/kernel/failure.ts';
import { fail } from '../../../src-main/kernel/result.ts';

/** `doctor` on a home that cannot be opened. */
async function doctor(code: FailureCode, fix: string | undefined, json: boolean) {
  const printed: string[] = [];
  const noted: string[] = [];
  const why = failure(code, 'What\u001b[2J happened.', fix === undefined ? {} : { fix });
  const context: Context = {
    ...{ json, version: '0', ask: null, signal: new AbortController().signal },
    door: async () => fail(why),
    print: (text) => void printed.push(text),
    write: async () => undefined,
    note: (text) => void noted.push(text),
    readStdin: async () => fail('usage', 'no stdin'),
    serve: async () => fail('usage', 'no serve'),
    connect: async () => fail('usage', 'no connect'),
    environment: () => undefined,
  };
  const line = json ? ['doctor', '--json'] : ['doctor'];
  const exit = await runCommandLine(line, () => context);
  return { exit, printed: printed.join('\n'), noted: noted.join('\n') };
}

test.each<FailureCode>(['disk_full', 'file_error', 'journal_unavailable', 'unreadable_file'])(
  'a home that cannot be opened (%s) is a report with an error',
  async (code) => {
    const { exit, printed, noted } = await doctor(code, 'Free some space.', true);
    expect([exit, noted]).toEqual([1, '']);
    expect(JSON.parse(printed)).toMatchObject({
      checks: [
        { id: 'home', level: 'error', fix: 'Free some space.' },
        { id: 'unchecked', level: 'note' },
      ],
    });
  },
);

test('it is told in words, with something to do, and without control characters', async () => {
  const { exit, printed } = await doctor('file_error', undefined, false);
  expect(exit).toBe(1);
  expect(printed).toContain('It cannot be opened. What\\u{1b}[2J happened.');
  expect(printed).toContain('writable');
});

test('an owner that does not answer is no matter of the home', async () => {
  const { exit, printed, noted } = await doctor('owner_unreachable', undefined, false);
  expect([exit, printed]).toEqual([5, '']);
  expect(noted).toContain('owner_unreachable');
});
