import { parse, TomlError } from 'smol-toml';
import { ok, type Result } from '../kernel/result.ts';
import { brokenText, tooDeep } from './broken-text.ts';
import { DEPTH_MAX, type Position, type SourceValue, sourceTable } from './source-value.ts';

/** TOML; table headers keep their position. Fails with `bad_arguments`, line and column. */
export function readToml(text: string): Result<SourceValue> {
  let root: unknown;
  try {
    root = parse(text, { maxDepth: DEPTH_MAX });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const problem = (error.message.split('\n')[0] ?? '').replace(/^Invalid TOML document: /, '');
    return brokenText('TOML', problem, { line: error.line, column: error.column });
  }
  const headers = headerPositions(text);
  const value = sourceValueOf(root, [], headers);
  return value === undefined ? tooDeep('TOML') : ok(value);
}

function sourceValueOf(
  value: unknown,
  path: readonly string[],
  headers: ReadonlyMap<string, Position>,
): SourceValue | undefined {
  if (path.length > DEPTH_MAX) return undefined;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value;
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => sourceValueOf(item, [...path, '[]'], headers));
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  if (value instanceof Date) return String(value);
  if (typeof value !== 'object' || value === null) return null;
  const entries = [];
  for (const [key, child] of Object.entries(value)) {
    const childPath = [...path, key];
    const read = sourceValueOf(child, childPath, headers);
    if (read === undefined) return undefined;
    entries.push({ key, value: read, position: headers.get(childPath.join('\0')) });
  }
  return sourceTable(entries);
}

/** Where each `[a.b]` header stands: the parser itself gives no positions. */
function headerPositions(text: string): ReadonlyMap<string, Position> {
  const found = new Map<string, Position>();
  for (const [index, line] of text.split('\n').entries()) {
    const header = /^(\s*)\[([^[\]]+)\]\s*(?:#.*)?$/.exec(line);
    if (!header) continue;
    const keys = header[2]?.match(/"[^"]*"|'[^']*'|[^.\s"']+/g) ?? [];
    const path = keys.map((key) => key.replace(/^(["'])(.*)\1$/, '$2')).join('\0');
    if (!found.has(path))
      found.set(path, { line: index + 1, column: (header[1] ?? '').length + 1 });
  }
  return found;
}
