import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { failure } from '../kernel/failure.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { type FieldPath, fieldProblems } from './field-problems.ts';
import { inWords, NO_PLACE, type Place, placeParams } from './text-place.ts';

export interface YamlFile<S extends z.ZodType> {
  /** For sentences: `policy.yml`. */
  readonly name: string;
  readonly schema: S;
  /** Field names to suggest for a misspelt one. */
  readonly known: readonly string[];
  /** Renames or refuses before the schema looks; a problem is a path and a sentence. */
  readonly prepare?: (value: unknown) => YamlPrepared;
}

export type YamlPrepared =
  | { readonly value: unknown }
  | { readonly problem: { readonly path: FieldPath; readonly message: string } };

/**
 * YAML text through a schema. Fails with unreadable_file (no YAML) or invalid_entry (not what the
 * schema says), naming line and column, also in `params`. One document, no duplicate keys, few aliases.
 */
export function readYaml<S extends z.ZodType>(
  text: string,
  { name, schema, known, prepare }: YamlFile<S>,
): Result<z.output<S>> {
  const lines = new LineCounter();
  const at = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const document = parsed(text, lines);
  if (!document) return fail('unreadable_file', `${name} cannot be read: nested too deep.`);
  const error = document.errors[0] ?? document.warnings[0];
  if (error) {
    const place = at(error.pos[0]);
    return fail(
      failure('unreadable_file', `${name} cannot be read${inWords(place)}: ${firstLine(error)}`, {
        params: placeParams(place),
      }),
    );
  }
  const invalid = (path: FieldPath, message: string) => {
    const place = placeOf(document, path, at);
    return fail(
      failure('invalid_entry', `${name}${inWords(place)}: ${message}`, {
        params: placeParams(place),
      }),
    );
  };
  const value = plainValue(document);
  if (!value) return invalid([], 'Too many aliases.');
  const prepared = prepare ? prepare(value.value) : value;
  if ('problem' in prepared) return invalid(prepared.problem.path, prepared.problem.message);
  const result = schema.safeParse(prepared.value);
  if (result.success) return ok(result.data);
  const problem = fieldProblems(unknownKeysFirst(result.error), prepared.value, known)[0];
  return invalid(problem?.path ?? [], problem?.message ?? 'It is not valid.');
}

/** One problem is told, and a misspelt key explains the missing one. */
const unknownKeysFirst = ({ issues }: z.ZodError): z.ZodError => {
  const isUnknown = (issue: (typeof issues)[number]) => issue.code === 'unrecognized_keys';
  return new z.ZodError([...issues.filter(isUnknown), ...issues.filter((one) => !isUnknown(one))]);
};

/** Null for what is nested so deep that the parser gives up. */
function parsed(text: string, lineCounter: LineCounter): Document.Parsed | null {
  try {
    return parseDocument(text, {
      lineCounter,
      prettyErrors: false,
      strict: true,
      stringKeys: true,
    });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function plainValue(document: Document.Parsed): { readonly value: unknown } | null {
  try {
    const value: unknown = document.toJS({ maxAliasCount: 50 });
    return { value };
  } catch (error) {
    // The alias limit is reported by throwing.
    if (error instanceof ReferenceError || error instanceof RangeError) return null;
    throw error;
  }
}

const firstLine = (error: Error): string => error.message.split('\n')[0] ?? '';

/** The place of the field, or of its nearest parent that exists. */
function placeOf(document: Document.Parsed, path: FieldPath, at: (offset: number) => Place): Place {
  for (let length = path.length; length > 0; length -= 1) {
    const parent = document.getIn(path.slice(0, length - 1), true) ?? document.contents;
    const key = keyOffset(parent, path[length - 1]);
    if (key !== null) return at(key);
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return at(node.range[0]);
  }
  const root = document.contents;
  return root?.range ? at(root.range[0]) : NO_PLACE;
}

function keyOffset(parent: unknown, key: string | number | undefined): number | null {
  if (!isMap(parent)) return null;
  const pair = parent.items.find((item) => isScalar(item.key) && item.key.value === key);
  return pair && isScalar(pair.key) && pair.key.range ? pair.key.range[0] : null;
}
