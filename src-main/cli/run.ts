import type { Failure } from '../kernel/failure.ts';
import type { Context } from './command.ts';
import { commandList, commands, helpText } from './commands.ts';
import { exitCodeOf } from './exit-code.ts';
import { jsonText } from './json-text.ts';
import { parseCommandLine } from './parse-command-line.ts';
import { plainLines } from './table.ts';

/**
 * Runs one line and gives its exit code. Output goes through `context.print`, everything else to
 * stderr: a failure as a sentence with its code, or as JSON with --json.
 */
export async function runCommandLine(
  line: readonly string[],
  makeContext: (json: boolean) => Context,
): Promise<number> {
  const json = line
    .slice(0, line.includes('--') ? line.indexOf('--') : undefined)
    .includes('--json');
  const context = makeContext(json);
  if (line.length === 0 || line[0] === 'help' || line[0] === '--help' || line[0] === '-h') {
    context.print(helpText());
    return 0;
  }
  if (line[0] === '--version' || line[0] === '-V') {
    context.print(context.version);
    return 0;
  }
  const group = commands.filter((command) => command.name.startsWith(`${line[0]} `));
  if (group.length > 0 && (line[1] === '--help' || line[1] === '-h' || line[1] === 'help')) {
    context.print(commandList(group));
    return 0;
  }
  const parsed = parseCommandLine(line, commands);
  if (!parsed.ok) return report(context, parsed.failure);
  const { command, typed, help } = parsed.value;
  if (help) {
    const details = command.details ?? [];
    context.print(
      [`gatehouse ${command.name} ${command.usage}`, '', `${command.summary}.`, ...details].join(
        '\n',
      ),
    );
    return 0;
  }
  const outcome = await command.run(typed, context);
  return typeof outcome === 'number' ? outcome : report(context, outcome);
}

function report(context: Context, failure: Failure): number {
  if (context.json) context.note(jsonText(failure, 0));
  else {
    context.note(`gatehouse: ${plainLines(failure.message)} (${failure.code})`);
    if (failure.fix !== undefined) context.note(plainLines(failure.fix).replaceAll(/^/gm, '  '));
  }
  return exitCodeOf(failure.code);
}
