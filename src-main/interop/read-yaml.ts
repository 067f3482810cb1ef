import { isAlias, isMap, isNode, isScalar, isSeq, parseDocument } from 'yaml';
import { ok, type Result } from '../kernel/result.ts';
import { brokenText, tooDeep } from './broken-text.ts';
import { DEPTH_MAX, positionsIn, type SourceValue, sourceTable } from './source-value.ts';

/** An alias bomb grows by repeating aliases; a real configuration has a handful. */
const ALIASES_MAX = 100;
const VALUES_MAX = 50_000;
/** The parser takes seconds for a MiB of small values; no client's file comes near this. */
const YAML_MAX = 256 * 1024;

/** YAML 1.2, one document. Fails with `bad_arguments`, with line and column where known. */
export function readYaml(text: string): Result<SourceValue> {
  const at = positionsIn(text);
  if (text.length > YAML_MAX) return brokenText('YAML', 'it is larger than 256 KiB', undefined);
  if (nestsTooDeep(text)) return tooDeep('YAML');
  const document = parseDocument(text, {
    uniqueKeys: false,
    schema: 'core',
    prettyErrors: false,
    logLevel: 'silent',
  });
  const first = document.errors[0];
  if (first) return brokenText('YAML', problemOf(first.message), at(first.pos[0]));

  let aliases = 0;
  let values = 0;
  let problem: string | undefined;
  const read = (node: unknown, depth: number): SourceValue => {
    values += 1;
    if (depth > DEPTH_MAX) problem ??= `it is nested more than ${DEPTH_MAX} levels deep`;
    if (values > VALUES_MAX) problem ??= `it expands to more than ${VALUES_MAX} values`;
    if (problem) return null;
    if (isAlias(node)) {
      aliases += 1;
      if (aliases > ALIASES_MAX) {
        problem = `it uses more than ${ALIASES_MAX} aliases`;
        return null;
      }
      return read(node.resolve(document), depth + 1);
    }
    if (isSeq(node)) return node.items.map((item) => read(item, depth + 1));
    if (isMap(node)) {
      return sourceTable(
        node.items.map(({ key, value }) => ({
          key: isScalar(key) ? String(key.value) : String(key),
          value: read(value, depth + 1),
          position: isNode(key) && key.range ? at(key.range[0]) : undefined,
        })),
      );
    }
    if (!isScalar(node)) return null;
    const scalar: unknown = node.value;
    if (typeof scalar === 'string' || typeof scalar === 'number' || typeof scalar === 'boolean') {
      return scalar;
    }
    return null;
  };
  const value = read(document.contents, 0);
  return problem ? brokenText('YAML', problem, undefined) : ok(value);
}

/** What follows the colon quotes the text, which may hold secrets. */
const problemOf = (message: string): string => (message.split(': ')[0] ?? '').replace(/\.$/, '');

/**
 * A bound on nesting that needs no parser, since the parser itself recurses: flow brackets that are
 * open at once, indentation steps, and collections that open on one line (`- - - x`, `? ? x`).
 */
function nestsTooDeep(text: string): boolean {
  let flow = 0;
  const indents: number[] = [];
  for (const line of text.split('\n')) {
    const inner = line.match(/(?:^|\s)[-?:](?=\s)/g)?.length ?? 0;
    const indent = line.length - line.trimStart().length;
    if (line.trim() !== '') {
      while ((indents.at(-1) ?? -1) >= indent) indents.pop();
      indents.push(indent);
    }
    for (const character of line) {
      if (character === '[' || character === '{') flow += 1;
      else if (character === ']' || character === '}') flow = Math.max(0, flow - 1);
      if (flow > DEPTH_MAX) return true;
    }
    if (indents.length + inner > DEPTH_MAX) return true;
  }
  return false;
}
