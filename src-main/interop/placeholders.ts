import type { ImportSuggestion } from './paste-types.ts';

/** What a dialect expands besides `${…}`. */
export interface PlaceholderStyle {
  /** `$NAME` inside a longer text. */
  readonly bareDollar: boolean;
  /** `{env:NAME}` and `{file:path}` inside a longer text. */
  readonly braceEnv: boolean;
}

export interface Rewritten {
  /** In Gatehouse's own syntax: `${NAME}`, `${NAME:-default}`, `$${` for a literal `${`. */
  readonly text: string;
  /** Values that the source's client would ask for or read itself. */
  readonly asks: readonly { readonly name: string; readonly reason: string }[];
  readonly notes: readonly ImportSuggestion[];
}

/** A placeholder in a rewritten text; `$${` is not one. Groups: NAME, default. */
export const PLACEHOLDER = /(?<!\$)\$\{([A-Za-z_]\w*)(?::-([^{}]*))?\}/g;

const EDITOR_VARIABLES = new Set([
  ...['workspaceFolder', 'workspaceFolderBasename', 'workspaceRoot', 'file', 'fileDirname'],
  ...['cwd', 'extensionPath', '__dirname', 'CLAUDE_PLUGIN_ROOT', 'projectRoot'],
]);

/** Rewrites the placeholders of every client to one syntax, in one pass over the text. */
export function rewritePlaceholders(source: string, style: PlaceholderStyle): Rewritten {
  const asks: { name: string; reason: string }[] = [];
  const notes: ImportSuggestion[] = [];
  let text = '';
  let at = 0;
  while (at < source.length) {
    const rest = source.slice(at, at + 4096);
    if (rest.startsWith('$${')) {
      text += '$${';
      at += 3;
      continue;
    }
    if (rest.startsWith('${')) {
      const end = closingBrace(source, at + 2);
      if (end === -1) {
        text += '$${';
        at += 2;
      } else {
        text += inner(source.slice(at + 2, end), asks, notes);
        at = end + 1;
      }
      continue;
    }
    const other = otherSyntax(source, rest, at, style);
    if (other) {
      text += other.text;
      if (other.ask) asks.push(other.ask);
      at += other.length;
      continue;
    }
    text += source[at];
    at += 1;
  }
  return { text, asks, notes };
}

/** What stands inside `${…}`. */
function inner(expression: string, asks: Asks, notes: ImportSuggestion[]): string {
  const input = /^(?:input|promptString|user_config)[:.](.+)$/s.exec(expression);
  if (input) {
    const name = secretNameFrom(input[1] ?? '');
    asks.push({ name, reason: `The source asks a person for "${(input[1] ?? '').slice(0, 80)}".` });
    return `\${${name}}`;
  }
  if (expression === '/' || expression === 'pathSeparator') return '/';
  if (expression === 'userHome') return `\${HOME}`;
  const plain = /^(?:env[:.])?([A-Za-z_]\w*)(?::?-(.*))?$/s.exec(expression);
  const name = plain?.[1];
  if (!plain || name === undefined) return foreign(expression, notes);
  if (EDITOR_VARIABLES.has(name)) noteUnset(name, notes);
  const fallback = plain[2];
  if (fallback === undefined) return `\${${name}}`;
  if (!/[{}]/.test(fallback)) return `\${${name}:-${fallback}}`;
  const text = `The default of \${${name}} holds braces or a placeholder and was left out.`;
  notes.push({ code: 'nested_placeholder', text });
  return `\${${name}}`;
}

function foreign(expression: string, notes: ImportSuggestion[]): string {
  const name = expression
    .replace(/\W+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 64);
  if (!/^[A-Za-z_]/.test(name)) return `$\${${expression}}`;
  noteUnset(name, notes);
  return `\${${name}}`;
}

function noteUnset(name: string, notes: ImportSuggestion[]): void {
  const text = `\${${name}} is a value that only the source's client knows: write the real one.`;
  notes.push({ code: 'editor_variable', text });
}

type Asks = { name: string; reason: string }[];
type Other = { text: string; length: number; ask?: { name: string; reason: string } };

/** `$NAME`, `%NAME%`, `{env:NAME}`, `{file:path}`; where the style has them, or as a whole value. */
function otherSyntax(
  source: string,
  rest: string,
  at: number,
  style: PlaceholderStyle,
): Other | undefined {
  const isWhole = (match: string): boolean => at === 0 && match.length === source.length;
  if (rest.startsWith('$') && source[at - 1] !== '$') {
    const match = /^\$([A-Za-z_]\w*)/.exec(rest);
    const allowed = match && (style.bareDollar || (isWhole(match[0]) && /^\$[A-Z_]/.test(rest)));
    return allowed ? { text: `\${${match[1]}}`, length: match[0].length } : undefined;
  }
  if (rest.startsWith('%')) {
    // Only where a path or a whole value has it: elsewhere a percent sign encodes a character.
    const match = /^%([A-Za-z_]\w*)%(?=$|[\\/;,])/.exec(rest);
    const starts = at === 0 || /[=;,\\]/.test(source[at - 1] ?? '');
    if (!match || !starts || source.includes('://')) return undefined;
    return { text: `\${${match[1]}}`, length: match[0].length };
  }
  if (rest.startsWith('{')) {
    const match = /^\{(env|file):([^{}]{1,1000})\}/.exec(rest);
    const [all, kind, what] = match ?? [];
    if (!all || !what || !(style.braceEnv || isWhole(all))) return undefined;
    const name = kind === 'env' && /^[A-Za-z_]\w*$/.test(what) ? what : secretNameFrom(what);
    const text = `\${${name}}`;
    if (kind === 'env') return { text, length: all.length };
    const reason = `The source reads it from the file "${what.slice(0, 80)}".`;
    return { text, length: all.length, ask: { name, reason } };
  }
  return undefined;
}

function closingBrace(source: string, from: number): number {
  let depth = 1;
  const end = Math.min(source.length, from + 600);
  for (let at = from; at < end; at += 1) {
    if (source[at] === '{') depth += 1;
    else if (source[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

/** UPPER_SNAKE from free text, always a valid variable name. */
export function secretNameFrom(text: string): string {
  const name = text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 100);
  if (name === '') return 'SECRET';
  return /^\d/.test(name) ? `S_${name}` : name;
}
