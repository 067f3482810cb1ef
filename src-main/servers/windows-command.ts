import { win32 } from 'node:path';
import { fail, ok, type Result } from '../kernel/result.ts';

/** A command line for `cmd.exe`, passed on verbatim. */
export interface ShimCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly verbatim: true;
}

/** What cmd.exe takes in one line, in UTF-16 units; it cuts off or refuses what is longer. */
const LINE_MAX = 8_191;

/** Whether Windows runs this file through its command interpreter. It leaves out blanks and dots at the end. */
export const isBatchFile = (file: string): boolean => /\.(cmd|bat)[\s.]*$/i.test(file);

/** cmd.exe by its whole path: a bare name would also be looked for in the current folder. Names in upper case. */
export function commandInterpreter(base: Readonly<Record<string, string>>): string {
  const named = base['COMSPEC'] ?? '';
  return win32.isAbsolute(named)
    ? named
    : win32.join(base['SYSTEMROOT'] ?? 'C:\\Windows', 'System32', 'cmd.exe');
}

/**
 * How to run a `.cmd` or `.bat` file so that every argument arrives as data: each word is quoted, `"`
 * doubled, `%` kept from naming a variable, and the whole wrapped in one more pair of quotes, which
 * `/s` strips. Delayed expansion (`!`) is off. Arguments with a line break are refused: no quoting
 * carries them through a batch file.
 */
export function shimCommand(
  comspec: string,
  file: string,
  args: readonly string[],
): Result<ShimCommand> {
  if (/["\r\n\0]/.test(file)) {
    return fail(
      'spawn_failed',
      `The path “${file}” cannot be run: it holds a quote or a line break.`,
    );
  }
  const bad = args.find((word) => /[\r\n\0]/.test(word));
  if (bad !== undefined) {
    return fail(
      'spawn_failed',
      'An argument holds a line break, which a Windows batch file cannot receive.',
      {
        fix: 'Start the program itself (for example node with the script) instead of its .cmd file.',
      },
    );
  }
  const line = `"${[file, ...args].map(quoted).join(' ')}"`;
  const words = ['/e:ON', '/v:OFF', '/d', '/s', '/c', line];
  if (`"${comspec}" ${words.join(' ')}`.length > LINE_MAX) {
    return fail('spawn_failed', 'The arguments are longer than a Windows batch file can receive.', {
      fix: 'Start the program itself (for example node with the script) instead of its .cmd file.',
    });
  }
  return ok({ file: comspec, args: words, verbatim: true });
}

function quoted(word: string): string {
  const inner = word
    .replace(/(\\*)"/g, '$1$1""')
    .replace(/(\\+)$/, '$1$1')
    // `%cd:~,%` is always empty, and keeps the `%` before it from opening a variable's name.
    .replaceAll('%', '%%cd:~,%');
  return `"${inner}"`;
}
