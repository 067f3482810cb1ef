import { splitWords } from './command-words.ts';
import type { ImportSuggestion } from './paste-types.ts';

export type FileExists = (path: string) => boolean;

const RUNNERS =
  /^(?:npx|npm|node|uvx?|pipx|python3?|docker|podman|deno|bunx?|pnpm|yarn|cmd|sh|bash)(?:\.(?:exe|cmd))?$/i;

/**
 * Other argvs that the source may have meant. `argv` is already free of secrets; `written` is its
 * first part as the source had it, to be looked for on disk. Nothing here changes the argv.
 */
export function commandSuggestions(
  argv: readonly string[],
  written: string,
  fileExists: FileExists | undefined,
): ImportSuggestion[] {
  const [command, ...args] = argv;
  if (command === undefined) return [];
  if (/\s/.test(command) && maySplit(written, fileExists)) {
    const split = splitWords(command);
    const words = split.ok ? split.words : [];
    if (words.length === 0 || words[0] === '') return [];
    const text =
      'The command holds spaces and no such program was found: it looks like a whole command line, to be split into program and arguments.';
    return [{ code: 'split_command', text, argv: [...words, ...args] }];
  }
  if (/^cmd(?:\.exe)?$/i.test(command) && /^\/c$/i.test(args[0] ?? '') && args.length > 1) {
    const text = 'The Windows shell in front is not needed: Gatehouse starts the program itself.';
    return [{ code: 'windows_shell', text, argv: args.slice(1) }];
  }
  return [];
}

/** A path may hold spaces, so it is only split where its first word is a program for certain. */
function maySplit(command: string, fileExists: FileExists | undefined): boolean {
  if (fileExists?.(command)) return false;
  if (!/^\s*(?:~|\.{0,2}[\\/]|[A-Za-z]:[\\/])/.test(command)) return true;
  const split = splitWords(command);
  const first = split.ok ? (split.words[0] ?? '') : '';
  return RUNNERS.test(first.split(/[\\/]/).at(-1) ?? '') || fileExists?.(first) === true;
}

export const isRunner = (word: string): boolean => RUNNERS.test(word.split(/[\\/]/).at(-1) ?? '');
