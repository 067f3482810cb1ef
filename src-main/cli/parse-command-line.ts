import { parseArgs } from 'node:util';
import { fail, ok, type Result } from '../kernel/result.ts';
import { nearWord } from '../registry/near-word.ts';
import type { Command, Typed } from './command.ts';

export interface ParsedLine {
  readonly command: Command;
  readonly typed: Typed;
  readonly json: boolean;
  readonly help: boolean;
}

/**
 * Finds the command with the most words that the line begins with and sorts what follows it. Everything
 * behind the first `--` is left as it is. An unknown command, option or a wrong count is `usage`.
 */
export function parseCommandLine(
  line: readonly string[],
  commands: readonly Command[],
): Result<ParsedLine> {
  const cut = line.indexOf('--');
  const words = cut === -1 ? line : line.slice(0, cut);
  const rest = cut === -1 ? null : line.slice(cut + 1);
  const command = findCommand(words, commands);
  if (command === undefined) return unknownCommand(words, commands);
  const given = words.slice(command.name.split(' ').length);
  const usage = `gatehouse ${command.name} ${command.usage}`.trimEnd();
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({
      args: [...given],
      options: {
        ...command.options,
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    const message = error instanceof Error ? error.message.split('. ')[0] : 'the line is not valid';
    return fail('usage', `${message}.`, { fix: `Usage: ${usage}` });
  }
  const { values, positionals } = parsed;
  const typed: Typed = {
    positionals,
    rest,
    one: (option) => {
      const value = values[option];
      return typeof value === 'string' ? value : undefined;
    },
    many: (option) => {
      const value = values[option];
      return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
    },
    flag: (option) => values[option] === true,
  };
  const help = typed.flag('help');
  const [least, most] = command.positionals;
  if (!help && (positionals.length < least || positionals.length > most))
    return fail(
      'usage',
      positionals.length < least
        ? `${command.name} needs more than that.`
        : `${command.name} does not take "${positionals[most]}".`,
      { fix: `Usage: ${usage}` },
    );
  if (!help && rest !== null && command.takesRest !== true)
    return fail('usage', `${command.name} takes nothing behind --.`, { fix: `Usage: ${usage}` });
  return ok({ command, typed, json: typed.flag('json'), help });
}

function findCommand(words: readonly string[], commands: readonly Command[]): Command | undefined {
  const fits = (command: Command) =>
    command.name.split(' ').every((word, index) => words[index] === word);
  return commands
    .filter(fits)
    .sort((a, b) => b.name.split(' ').length - a.name.split(' ').length)[0];
}

function unknownCommand(words: readonly string[], commands: readonly Command[]): Result<never> {
  const group = commands.filter((command) => command.name.startsWith(`${words[0]} `));
  if (group.length === 0) {
    const first = [...new Set(commands.map((command) => command.name.split(' ')[0] ?? ''))];
    const near = nearWord(words[0] ?? '', first);
    return fail('usage', `There is no command "${words[0] ?? ''}".`, {
      fix: `${near === undefined ? '' : `Did you mean "${near}"? `}See all commands: gatehouse help`,
    });
  }
  const verbs = group.map((command) => command.name.split(' ')[1]).join(', ');
  return fail(
    'usage',
    words[1] === undefined
      ? `"${words[0]}" needs a word behind it: ${verbs}.`
      : `There is no command "${words[0]} ${words[1]}".`,
    { fix: `After "${words[0]}": ${verbs}` },
  );
}
