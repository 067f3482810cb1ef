import type { z } from 'zod';
import { nearWord } from './near-word.ts';

export type FieldPath = readonly (string | number)[];

/** What is wrong with one field of a file, in a sentence that names field, value and what is allowed. */
export interface FieldProblem {
  readonly path: FieldPath;
  readonly message: string;
}

const SHOWN_VALUE = 60;

/**
 * The issues of a Zod error in words for a person.
 * @param input the value that was parsed, for showing what is there
 * @param known field names to suggest for a misspelt one
 */
export function fieldProblems(
  error: z.ZodError,
  input: unknown,
  known: readonly string[] = [],
): FieldProblem[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => unknownKey([...path, key], known));
    }
    if (issue.code === 'invalid_key') {
      const wanted = issue.issues[0]?.message ?? 'another one';
      return [{ path, message: `"${pathText(path)}" is no name for this; it must be ${wanted}.` }];
    }
    const value = valueAt(input, path);
    const allowed = allowedBy(issue);
    const message =
      value === undefined && path.length > 0
        ? `"${pathText(path)}" is missing; it must be ${allowed}.`
        : `"${pathText(path)}" is ${shown(value)}; it must be ${allowed}.`;
    return [{ path, message }];
  });
}

export const pathText = (path: FieldPath): string =>
  path
    .map((part, index) =>
      typeof part === 'number'
        ? `[${part}]`
        : index > 0
          ? `.${part.slice(0, 100)}`
          : part.slice(0, 100),
    )
    .join('');

/** A value as bounded JSON text. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > SHOWN_VALUE ? `${text.slice(0, SHOWN_VALUE)}…` : text;
}

function unknownKey(path: FieldPath, known: readonly string[]): FieldProblem {
  const near = nearWord(String(path.at(-1)), known);
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`;
  return { path, message: `"${pathText(path)}" is not a field of this file.${hint}` };
}

function valueAt(input: unknown, path: FieldPath): unknown {
  let value = input;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.getOwnPropertyDescriptor(value, part)?.value;
  }
  return value;
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false, without quotes',
  number: 'a number, without quotes',
  int: 'a whole number, without quotes',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function allowedBy(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return TYPE_WORDS[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return issue.values.length === 1
        ? shown(issue.values[0])
        : `one of ${issue.values.map((value) => shown(value)).join(', ')}`;
    case 'too_small':
      return `at least ${issue.minimum}${unitOf(issue.origin)}`;
    case 'too_big':
      return `at most ${issue.maximum}${unitOf(issue.origin)}`;
    case 'invalid_format':
      return `text of the form ${issue.pattern ?? issue.format}`;
    case 'custom':
      return issue.message;
    default:
      return `valid (${issue.message})`;
  }
}

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters long';
  if (origin === 'array' || origin === 'record' || origin === 'object') return ' entries long';
  return '';
}
