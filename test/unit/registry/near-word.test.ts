import { expect, test } from 'vitest';
import { editDistance, nearWord } from '../../../src-main/registry/near-word.ts';

test.each([
  ['', '', 0],
  ['abc', 'abc', 0],
  ['abc', '', 3],
  ['abcd', 'abdc', 1],
  ['kitten', 'sitting', 3],
])('%j to %j takes %i steps', (a, b, steps) => {
  expect(editDistance(a, b)).toBe(steps);
  expect(editDistance(b, a)).toBe(steps);
});

test.each([
  ['enable', 'enabled'],
  ['ENABLED', 'enabled'],
  ['commandArgv', 'command_argv'],
  ['comand_argv', 'command_argv'],
  ['evn', 'env'],
  ['timeout', 'timeouts'],
])('%s is near %s', (word, meant) => {
  expect(nearWord(word, ['env', 'enabled', 'command_argv', 'timeouts'])).toBe(meant);
});

test.each(['notes', 'description', 'tags', '', '___', 'x'.repeat(10_000)])(
  '%s is near nothing',
  (word) => {
    expect(nearWord(word, ['env', 'enabled', 'command_argv', 'timeouts'])).toBeUndefined();
  },
);
