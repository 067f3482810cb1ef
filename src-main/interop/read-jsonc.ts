import {
  createScanner,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { ok, type Result } from '../kernel/result.ts';
import { brokenText, tooDeep } from './broken-text.ts';
import {
  DEPTH_MAX,
  type Position,
  positionsIn,
  type SourceValue,
  sourceTable,
} from './source-value.ts';

// The scanner's token kinds are a const enum, which isolated modules cannot read.
const OPENING: ReadonlySet<number> = new Set([1, 3]);
const CLOSING: ReadonlySet<number> = new Set([2, 4]);
const END = 17;

/**
 * JSON with comments and trailing commas. A fragment (`"files": {…}`) is read as if it stood in
 * braces. Fails with `bad_arguments` and the line and column of the first error.
 */
export function readJsonc(text: string, fragment = false): Result<SourceValue> {
  // The added brace takes no line of its own, so only offsets on the first line move, by one.
  const source = fragment ? `{${text}\n}` : text;
  const shift = fragment ? 1 : 0;
  const place = positionsIn(text);
  const at = (offset: number): Position =>
    place(Math.min(Math.max(offset - shift, 0), Math.max(text.length - 1, 0)));
  const deep = tooDeepAt(source);
  if (deep !== undefined) return tooDeep('JSON', at(deep));
  const errors: ParseError[] = [];
  const root = parseTree(source, errors, { allowTrailingComma: true });
  const first = errors[0];
  if (first) return brokenText('JSON', inWords(printParseErrorCode(first.error)), at(first.offset));
  if (!root) return brokenText('JSON', 'it holds no value', undefined);
  return ok(sourceValueOf(root, at));
}

function tooDeepAt(text: string): number | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (let token: number = scanner.scan(); token !== END; token = scanner.scan()) {
    if (OPENING.has(token)) depth += 1;
    else if (CLOSING.has(token)) depth -= 1;
    if (depth > DEPTH_MAX) return scanner.getTokenOffset();
  }
  return undefined;
}

function sourceValueOf(node: Node, at: (offset: number) => Position): SourceValue {
  if (node.type === 'array') return (node.children ?? []).map((child) => sourceValueOf(child, at));
  if (node.type === 'object') {
    return sourceTable(
      (node.children ?? []).flatMap((property) => {
        const [key, value] = property.children ?? [];
        if (!key || !value) return [];
        return [
          { key: String(key.value), value: sourceValueOf(value, at), position: at(key.offset) },
        ];
      }),
    );
  }
  const literal: unknown = node.value;
  return typeof literal === 'string' || typeof literal === 'number' || typeof literal === 'boolean'
    ? literal
    : null;
}

const inWords = (code: string): string => code.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
