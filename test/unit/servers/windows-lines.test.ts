import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shimCommand } from '../../../src-main/servers/windows-command.ts';
import { batchCommandOf, commandOf, wordsOf } from '../../fixtures/windows/command-line.mjs';

const variables = {
  PATH: 'C:\\evil" & calc & "',
  cd: 'C:\\work "&" dir',
  QUOTE: '"',
  A: '" & calc & "',
  x: '^&|',
};
/** As npm writes them. */
const SHIMS = [
  '"%~dp0\\node.exe" "%~dp0\\node_modules\\npm\\bin\\npx-cli.js" %*',
  '"node" "cli.js" %*',
  'node cli.js %*',
];

/** What the program behind a batch file is started with. */
function receivedBy(script: string, line: string): { file: string; words: string[] } {
  const { file, rest } = commandOf(line, variables);
  const run = batchCommandOf(script, { rest, folder: 'C:\\x' }, variables);
  return { file, words: wordsOf(run.rest).slice(1) };
}

const lineFor = (file: string, words: readonly string[]): string => {
  const shim = shimCommand('C:\\Windows\\System32\\cmd.exe', file, words);
  if (!shim.ok) throw new Error(shim.failure.message);
  return shim.value.args.at(-1) ?? '';
};

const piece = fc.oneof(
  fc.constantFrom(...['"', '"', '%', '%', '^', '&', '|', '<', '>', '(', ')', '!', '\\', '\\', ' ']),
  fc.constantFrom(
    ...[',', ';', '=', '\t', '*', '?', '/', "'", '`', '$', '@', '~', ':', 'é', '漢', '😀'],
  ),
  fc.constantFrom(
    ...['PATH', '%PATH%', '%A%', '%QUOTE%', '%cd:~,%', '%cd:~,', 'cd', '%*', '%1', '%~dp0'],
  ),
  fc.constantFrom(
    ...['" & calc & "', '\\" & calc', '^" & calc', '\\\\"', '%x:~0,1%', '&&', '\u00A0', '\u000C'],
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }),
);
const word = fc
  .array(piece, { maxLength: 12 })
  .map((pieces) => pieces.join('').replace(/[\r\n\0]/g, ''));
const path = fc
  .array(
    fc.constantFrom(
      ...['a', ' ', '&', '^', '%PATH%', '%', '!', '(x86)', "'", ',', ';', '=', 'é', '@'],
    ),
    { maxLength: 8 },
  )
  .map((pieces) => `C:\\Program Files\\${pieces.join('')}\\npx.cmd`);

test('whatever the arguments and the path are, each arrives as it was and no second command runs', () => {
  fc.assert(
    fc.property(
      path,
      fc.array(word, { maxLength: 6 }),
      fc.constantFrom(...SHIMS),
      (file, words, script) => {
        const received = receivedBy(script, lineFor(file, words));
        expect(received.file).toBe(file);
        expect(received.words).toEqual(words);
      },
    ),
    { numRuns: 20_000 },
  );
});

test('the model finds what unquoted and badly quoted lines do', () => {
  const acts = (text: string) => () => commandOf(`"${text}"`, variables);
  expect(acts('"C:\\x.cmd" a & calc')).toThrow('& acts');
  expect(acts('"C:\\x.cmd" "a" "%A%"')).toThrow('& acts');
  expect(acts('"C:\\x.cmd" "a\\" & calc"')).toThrow('& acts');
  expect(acts('"C:\\x.cmd" a > b')).toThrow('> acts');
  expect(acts('C:\\Program Files\\x.cmd')()).toMatchObject({ file: 'C:\\Program' });
  expect(commandOf('""C:\\x.cmd" ^& %NOPE%"', variables)).toEqual({
    file: 'C:\\x.cmd',
    rest: '& %NOPE%',
  });
  expect(wordsOf('a "b c" "d\\\\" "e""f" \\\\g "" h\\"i')).toEqual([
    ...['a', 'b c', 'd\\', 'e"f', '\\\\g', '', 'h"i'],
  ]);
});
