import { type FieldPath, type FieldProblem, fieldProblems } from './field-problems.ts';
import { nearWord } from './near-word.ts';
import {
  duplicateKeys,
  jsoncValue,
  offsetOf,
  readJsoncObject,
  type TextProblem,
} from './read-jsonc.ts';
import { SETTING_NAMES, Settings } from './settings.ts';
import { placeAt } from './text-place.ts';

export type ParsedSettings =
  | { readonly problem: TextProblem }
  | {
      readonly problem: null;
      readonly settings: Settings;
      /** Fields that are not as written: the default holds for them. */
      readonly invalid: readonly TextProblem[];
    };

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The text of `settings.json`, field by field: a wrong value is named with its place and its default
 * holds, the others hold as written. Unknown keys are kept and ignored, misspelt ones named.
 */
export function parseSettings(text: string): ParsedSettings {
  const read = readJsoncObject(text);
  if (read.problem) return read;
  const invalid: TextProblem[] = [];
  const note = ({ path, message }: FieldProblem): void => {
    invalid.push({ message, ...placeAt(read.text, offsetOf(read.root, path)) });
  };
  let value = jsoncValue(read.root);
  for (const { path } of duplicateKeys(read.root)) {
    note({ path, message: `"${path.join('.')}" stands there more than once; its default holds.` });
    value = without(value, path);
  }
  for (;;) {
    const parsed = Settings.safeParse(value);
    if (parsed.success) return { problem: null, settings: parsed.data, invalid };
    // Every round takes at least one field out, so this ends.
    for (const problem of fieldProblems(parsed.error, value, SETTING_NAMES)) {
      const key = String(problem.path.at(-1));
      const unknown = !SETTING_NAMES.includes(key) && typeof problem.path.at(-1) === 'string';
      if (!unknown || nearWord(key, SETTING_NAMES) !== undefined) note(problem);
      value = without(value, problem.path);
    }
  }
}

/** A copy without the field; of a list, without the list. */
function without(value: unknown, path: FieldPath): unknown {
  const [key, ...rest] = path;
  if (typeof key !== 'string' || !isFields(value)) return {};
  const { [key]: inner, ...others } = value;
  return rest.length === 0 || !isFields(inner)
    ? others
    : { ...others, [key]: without(inner, rest) };
}
