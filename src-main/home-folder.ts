import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** `$GATEHOUSE_HOME`, or `~/.gatehouse`; always absolute. */
export function homeFolder(environment: Readonly<Record<string, string | undefined>>): string {
  const named = environment['GATEHOUSE_HOME'];
  return named === undefined || named === '' ? join(homedir(), '.gatehouse') : resolve(named);
}
