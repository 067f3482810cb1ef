import type { Finding } from './danger.ts';
import { normaliseForReading } from './normalise.ts';
import { readName } from './read-name.ts';
import { VERBS } from './words/english.ts';
import { EUROPEAN_VERBS } from './words/european.ts';
import {
  ACTION_PARAMETERS,
  ATTRIBUTES,
  AUDIENCE_PARAMETERS,
  CODE_PARAMETERS,
  FILTER_PARAMETERS,
  HTTP_WRITES,
  WEAK_PARAMETERS,
} from './words/grammar.ts';
import { splitNormalised } from './words.ts';

export const MAX_DEPTH = 8;
export const MAX_NODES = 2_000;
const MAX_TEXT = 128;

export interface SchemaFinding extends Finding {
  readonly from: 'parameter' | 'enum';
  /** The parameter that has the word, or that the value is for; normalised and cut. */
  readonly parameter: string;
}

export interface SchemaReading {
  readonly findings: readonly SchemaFinding[];
  /** True where the schema was larger or deeper than what is read of it. */
  readonly cut: boolean;
}

interface Node {
  readonly value: object;
  readonly parameter: string;
  readonly depth: number;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const NAMED = new Set(['properties', 'patternProperties']);
const LISTED = new Set(['enum', 'const', 'default']);
/** Prose and examples: their words are not what the tool takes. */
const SKIPPED = new Set([
  'description',
  'title',
  'examples',
  'required',
  '$comment',
  'pattern',
  'format',
]);

/**
 * Dangers in parameter names, enum values and constants of a JSON Schema, nested ones included.
 * Reads at most `MAX_DEPTH` levels of parameters and `MAX_NODES` nodes, breadth first, and never
 * follows `$ref`. `quiet` says that the tool's name asks for something or drafts it (`search_code`), so
 * that a parameter named `script` or a plain list of values is no proof.
 */
export function readSchema(schema: unknown, quiet: boolean): SchemaReading {
  const findings: SchemaFinding[] = [];
  if (!isObject(schema)) return { findings, cut: false };
  const queue: Node[] = [{ value: schema, parameter: '', depth: 0 }];
  let cut = false;
  let nodes = 0;
  const enter = (value: unknown, parameter: string, depth: number) => {
    if (!isObject(value)) return;
    if (depth > MAX_DEPTH || queue.length >= MAX_NODES) cut = true;
    else queue.push({ value, parameter, depth });
  };
  const spend = (): boolean => {
    nodes += 1;
    if (nodes > MAX_NODES) cut = true;
    return nodes <= MAX_NODES;
  };
  for (let at = 0; at < queue.length; at += 1) {
    const node = queue[at];
    if (node === undefined) break;
    for (const [key, value] of Object.entries(node.value)) {
      if (!spend()) return { findings, cut };
      if (SKIPPED.has(key) && !Array.isArray(node.value) && typeof value === 'string') continue;
      if (NAMED.has(key) && isObject(value) && !Array.isArray(value)) {
        for (const [name, child] of Object.entries(value)) {
          if (!spend()) return { findings, cut };
          const parameter = reading(name);
          findings.push(...readParameter(parameter, quiet));
          enter(child, parameter, node.depth + 1);
        }
      } else if (LISTED.has(key)) {
        for (const option of Array.isArray(value) ? value : [value]) {
          if (!spend()) return { findings, cut };
          if (typeof option === 'string' && key !== 'default')
            findings.push(...readOption(option, node.parameter, quiet));
        }
      } else enter(value, node.parameter, node.depth + (Array.isArray(node.value) ? 0 : 1));
    }
  }
  return { findings, cut };
}

/** Compatibility forms can grow eighteenfold, so the limit holds after folding too. */
const reading = (text: string): string =>
  normaliseForReading(text.slice(0, MAX_TEXT)).slice(0, MAX_TEXT);

function readParameter(parameter: string, quiet: boolean): SchemaFinding[] {
  const words = splitNormalised(parameter, (word) => VERBS.has(word));
  const joined = words.join('');
  const found = (danger: Finding['danger'], word: string): SchemaFinding[] => [
    { danger, word, from: 'parameter', parameter },
  ];
  if (!quiet && CODE_PARAMETERS.has(joined)) return found('execute', joined);
  if (!quiet && AUDIENCE_PARAMETERS.has(joined)) return found('send', joined);
  const [first = ''] = words;
  const danger = VERBS.get(first) ?? EUROPEAN_VERBS.get(first);
  const attribute = words.length > 1 && ATTRIBUTES.has(words.at(-1) ?? '');
  if (danger === undefined || attribute || WEAK_PARAMETERS.has(first)) return [];
  return found(danger, first);
}

function readOption(option: string, parameter: string, quiet: boolean): SchemaFinding[] {
  const text = reading(option);
  const role = splitNormalised(parameter).join('');
  const place = { from: 'enum', parameter } as const;
  if (ACTION_PARAMETERS.has(role)) {
    if (HTTP_WRITES.has(text.toLowerCase()) && role.endsWith('method'))
      return [{ danger: 'send', word: text, ...place }];
    return readName(text).map((finding) => ({ ...finding, ...place }));
  }
  if (quiet || FILTER_PARAMETERS.has(role)) return [];
  return readName(text)
    .filter(({ word }) => VERBS.has(word) || EUROPEAN_VERBS.has(word))
    .map((finding) => ({ ...finding, ...place }));
}
