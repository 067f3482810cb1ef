import { ok, type Result } from '../kernel/result.ts';
import { type AddCommand, readAddCommand } from './client-add-command.ts';
import { splitWords } from './command-words.ts';
import { COMMON_DIALECT, type Dialect } from './dialect.ts';
import type { RejectedEntry } from './paste-types.ts';
import { type FoundDraft, type Reading, readDocument } from './read-document.ts';
import { readJsonc } from './read-jsonc.ts';
import { EMPTY_DRAFT, transportOfUrl } from './server-draft.ts';
import { nameFromArgv, nameFromUrl } from './server-name.ts';
import { sourceTable } from './source-value.ts';
import { type FileExists, isRunner } from './suggest-command.ts';
import { unknownText } from './unknown-text.ts';

const COMMAND_LINE: Dialect = {
  ...COMMON_DIALECT,
  format: 'command-line',
  placeholders: { bareDollar: true, braceEnv: false },
};
const URL_DIALECT: Dialect = { ...COMMON_DIALECT, format: 'url' };
const LINES_MAX = 500;

/** An address alone. */
export function readUrl(text: string): Reading {
  const url = text.trim();
  const draft = { ...EMPTY_DRAFT, name: nameFromUrl(url), transport: transportOfUrl(url), url };
  return { format: 'url', drafts: [{ draft, dialect: URL_DIALECT }], rejected: [], repeated: [] };
}

/** One command a line; lines that end in a backslash (or ^ or `) go on. Nothing is run. */
export function readCommandLines(text: string, fileExists?: FileExists): Result<Reading> {
  const drafts: FoundDraft[] = [];
  const rejected: RejectedEntry[] = [];
  const env = new Map<string, string>();
  let known = false;
  const lines = commandsIn(text);
  if (lines.length > LINES_MAX) return unknownText('The text is no configuration and no command');
  for (const { command, line } of lines) {
    const split = splitWords(command);
    const words = split.ok ? keepPathWhole(command, split.words, fileExists) : [];
    if (words[0] === 'export' && words.slice(1).every(isAssignment)) {
      known = true;
      for (const word of words.slice(1)) assign(word, env);
      continue;
    }
    if (!looksLikeCommand(command, words, fileExists)) continue;
    known = true;
    const reject = (reason: string): void => {
      rejected.push({ source_name: programIn(command), reason, line, column: 1 });
    };
    if (!split.ok) {
      reject(split.reason);
      continue;
    }
    const add = readAddCommand(words);
    if (!add) {
      drafts.push(plainCommand(words, env, line));
      continue;
    }
    const read = fromAddCommand(add, line);
    if (typeof read === 'string') reject(read);
    else {
      drafts.push(...read.drafts);
      rejected.push(...read.rejected);
    }
  }
  if (!known || drafts.length + rejected.length === 0) {
    return unknownText('The text is no MCP configuration, command line or address');
  }
  return ok({ format: 'command-line', drafts, rejected, repeated: [] });
}

function fromAddCommand(
  add: AddCommand,
  line: number,
): string | Pick<Reading, 'drafts' | 'rejected'> {
  if (add.kind === 'unclear') return add.reason;
  if (add.kind === 'draft') {
    const drafts = [{ draft: add.draft, dialect: COMMAND_LINE, position: { line, column: 1 } }];
    return { drafts, rejected: [] };
  }
  const json = readJsonc(add.text);
  if (!json.ok) return 'the JSON in the command cannot be read';
  const named = add.name === '' ? json.value : sourceTable([{ key: add.name, value: json.value }]);
  const read = readDocument(named, 'json');
  return read.ok ? read.value : read.failure.message;
}

function plainCommand(
  words: readonly string[],
  exported: ReadonlyMap<string, string>,
  line: number,
): FoundDraft {
  const env = new Map(exported);
  let at = words[0] === 'env' ? 1 : 0;
  for (; isAssignment(words[at] ?? ''); at += 1) assign(words[at] ?? '', env);
  const argv = words.slice(at);
  const draft = { ...EMPTY_DRAFT, name: nameFromArgv(argv), argv, env };
  return { draft, dialect: COMMAND_LINE, position: { line, column: 1 } };
}

/** For naming a refused line: variables in front may hold secrets, so they are not shown. */
const programIn = (command: string): string => {
  const words = command.split(/\s+/).filter((word) => !isAssignment(word));
  return /^[\w@./\\:~-]{1,100}$/.test(words[0] ?? '') ? (words[0] ?? '') : 'command line';
};

const isAssignment = (word: string): boolean => /^[A-Za-z_]\w*=/.test(word);

function assign(word: string, env: Map<string, string>): void {
  const at = word.indexOf('=');
  env.set(word.slice(0, at), word.slice(at + 1));
}

function commandsIn(text: string): { command: string; line: number }[] {
  const found: { command: string; line: number }[] = [];
  let held = '';
  let start = 0;
  for (const [index, raw] of text.split('\n').entries()) {
    if (held === '') start = index + 1;
    const goesOn = /^(.*?)(?:(?<!\\)\\|\s[\^`])\s*$/.exec(raw);
    held += held === '' ? (goesOn?.[1] ?? raw) : ` ${goesOn?.[1] ?? raw}`;
    if (goesOn) continue;
    const command = held.trim().replace(/^(?:[$>%❯]|PS [^>]*>|[A-Z]:\\[^>]*>)\s+/, '');
    if (command !== '' && !command.startsWith('#')) found.push({ command, line: start });
    held = '';
  }
  const rest = held.trim();
  if (rest !== '') found.push({ command: rest, line: start });
  return found;
}

/** Prose is not to be taken for a command: its first word has to look like a program. */
function looksLikeCommand(
  command: string,
  words: readonly string[],
  fileExists: FileExists | undefined,
): boolean {
  const [first = '', second = ''] = words.length > 0 ? words : command.split(/\s+/);
  if (isAssignment(first)) return words.length !== 1;
  if (isRunner(first) || first === 'env') return second !== '';
  if (/^(?:~[\\/]|\.{1,2}[\\/]|\/\w|[A-Za-z]:[\\/]|\\\\)/.test(first)) return true;
  if (readAddCommand(words)) return true;
  if (!/^[A-Za-z][\w.-]*$/.test(first)) return false;
  return /mcp/i.test(first) || /^--?\w/.test(second) || fileExists?.(first) === true;
}

/** A path with blanks stays whole where the file is there, or where only its form tells its end. */
function keepPathWhole(
  command: string,
  words: readonly string[],
  fileExists: FileExists | undefined,
): readonly string[] {
  if (!/^(?:~|\.{0,2}[\\/]|[A-Za-z]:[\\/])/.test(command)) return words;
  const ends = [...command.matchAll(/\s|$/g)].map((match) => match.index).slice(0, 20);
  const end = fileExists ? ends.filter((at) => fileExists(command.slice(0, at))).at(-1) : undefined;
  const bundle = /^\S*[^'"]*?\.app\/Contents\/MacOS\/[^\s'"]+/.exec(command)?.[0].length;
  const length = end ?? (fileExists?.(words[0] ?? '') ? undefined : bundle);
  if (length === undefined) return words;
  const rest = splitWords(command.slice(length));
  return rest.ok ? [command.slice(0, length), ...rest.words] : words;
}
