import { parseEnv } from 'node:util';

/** One `NAME=value` of a `.env` text; `start` and `end` bound its lines, the line break included. */
export interface EnvEntry {
  readonly name: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const ASSIGNMENT = /[ \t]*(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_.-]*)[ \t]*=[ \t]*/y;

/** The assignments of a `.env` text, read as Node's own `parseEnv` reads them, with their places. */
export function readEnvText(text: string): EnvEntry[] {
  const entries: EnvEntry[] = [];
  let at = 0;
  while (at < text.length) {
    const end = lineEnd(text, at);
    ASSIGNMENT.lastIndex = at;
    const match = ASSIGNMENT.exec(text);
    if (match?.[1] === undefined || ASSIGNMENT.lastIndex > end) {
      at = end;
      continue;
    }
    const last = quotedEnd(text, ASSIGNMENT.lastIndex) ?? end;
    const value = parseEnv(text.slice(at, last))[match[1]];
    if (value !== undefined) entries.push({ name: match[1], value, start: at, end: last });
    at = last;
  }
  return entries;
}

/** A quoted value may span lines; then the entry ends with the line of the closing quote. */
function quotedEnd(text: string, valueStart: number): number | null {
  const quote = text[valueStart];
  if (quote !== '"' && quote !== "'" && quote !== '`') return null;
  const closing = text.indexOf(quote, valueStart + 1);
  return closing === -1 ? null : lineEnd(text, closing);
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end + 1;
}

/**
 * The text with this name set once, every other line as it was. null when no quoting of the format
 * can hold the value (it has all three kinds of quotes and a line break, for example).
 */
export function setInEnvText(text: string, name: string, value: string): string | null {
  const line = quotedLine(name, value);
  if (line === null) return null;
  const entries = readEnvText(text).filter((entry) => entry.name === name);
  const last = entries.at(-1);
  if (last === undefined) return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}`;
  const changed = text.slice(0, last.start) + line + text.slice(last.end);
  return cut(changed, entries.slice(0, -1));
}

export const removeFromEnvText = (text: string, name: string): string =>
  cut(
    text,
    readEnvText(text).filter((entry) => entry.name === name),
  );

const cut = (text: string, entries: readonly EnvEntry[]): string =>
  entries.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);

function quotedLine(name: string, value: string): string | null {
  const candidates = [
    ...(/^[A-Za-z0-9_./:+=@,-]+$/.test(value) ? [value] : []),
    `'${value}'`,
    `"${value}"`,
    `"${value.replaceAll('\n', '\\n')}"`,
    `\`${value}\``,
    value,
  ].map((written) => `${name}=${written}\n`);
  const reads = (line: string) => {
    const [entry, ...more] = readEnvText(line);
    return (
      more.length === 0 &&
      entry?.value === value &&
      entry.end === line.length &&
      parseEnv(line)[name] === value
    );
  };
  return candidates.find(reads) ?? null;
}
