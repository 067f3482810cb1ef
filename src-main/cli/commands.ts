import type { Command } from './command.ts';
import { agentCommands } from './commands/agent-commands.ts';
import { appCommands } from './commands/app-commands.ts';
import { callCommands } from './commands/call-commands.ts';
import { catalogCommands } from './commands/catalog-commands.ts';
import { clientCommands } from './commands/client-commands.ts';
import { connectCommands } from './commands/connect-commands.ts';
import { governanceCommands } from './commands/governance-commands.ts';
import { journalCommands } from './commands/journal-commands.ts';
import { packageCommands } from './commands/package-commands.ts';
import { serverCommands } from './commands/server-commands.ts';

export const commands: readonly Command[] = [
  ...serverCommands,
  ...packageCommands,
  ...catalogCommands,
  ...callCommands,
  ...governanceCommands,
  ...journalCommands,
  ...agentCommands,
  ...clientCommands,
  ...connectCommands,
  ...appCommands,
];

export const commandList = (some: readonly Command[]): string =>
  some.map(({ name, summary }) => `  ${name.padEnd(20)} ${summary}`).join('\n');

/** The page that `gatehouse help` prints. */
export const helpText = (): string =>
  [
    'gatehouse <command>   (all take --json; exit codes: 0 done, 1 failed, 2 usage, 3 not found, 4 denied, 5 unavailable)',
    '',
    commandList(commands),
    '',
    'More of one: gatehouse <command> --help',
  ].join('\n');
