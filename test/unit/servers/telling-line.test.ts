import { expect, test } from 'vitest';
import { tellingLine } from '../../../src-main/servers/telling-line.ts';

test.each([
  [
    'an error that Node ends with',
    [
      '[eval]:1',
      'throw new Error("no key")',
      '^',
      'Error: no key',
      '    at [eval]:1:7',
      'Node.js v24.21.0',
    ],
    'Error: no key',
  ],
  [
    'one with properties',
    [
      ...['Error: Cannot find module "/x.js"', '    at Module._load (node:internal/1:2) {'],
      ...["  code: 'MODULE_NOT_FOUND',", '  requireStack: []', '}', 'Node.js v24.21.0'],
    ],
    'Error: Cannot find module "/x.js"',
  ],
  [
    'a traceback of Python, which ends with what it is',
    ['Traceback (most recent call last):', '  File "a.py", line 1, in <module>', 'KeyError: "FOO"'],
    'KeyError: "FOO"',
  ],
  ['plain words', ['starting', 'FATAL: no api key set'], 'FATAL: no api key set'],
  ['a stack alone', ['    at foo (bar.js:1)'], '    at foo (bar.js:1)'],
  ['nothing', [], ''],
])('the line that says why, of %s', (_what, lines, told) => {
  expect(tellingLine(lines)).toBe(told);
});
