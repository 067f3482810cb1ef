import { join } from 'node:path';
import type { Registration } from '../registry/registration.ts';

const BASES_MAX = 12;

/**
 * Folders that a server may resolve a relative path against: where it starts, and every path it is
 * told in its arguments and plain variables (a file server takes its roots there).
 */
export function serverBases(registration: Registration, userHome: string): readonly string[] {
  const expand = (text: string): string =>
    text === '~' || /^~[/\\]/.test(text) ? join(userHome, text.slice(1)) : text;
  const cwd = registration.cwd.includes('${') ? '' : expand(registration.cwd);
  const told = [...registration.command_argv.slice(1), ...Object.values(registration.env)]
    .flatMap((text) => [text, text.slice(text.indexOf('=') + 1)])
    .map(expand)
    .filter((text) => /^([/\\]|[A-Za-z]:[/\\])/.test(text));
  const bases = [cwd === '' ? userHome : cwd, ...told, userHome];
  return [...new Set(bases)].slice(0, BASES_MAX);
}
