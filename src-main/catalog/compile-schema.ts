import { Ajv, type Options, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { assertNever } from '../kernel/result.ts';
import { schemaPlaces } from './schema-places.ts';

const OPTIONS: Options = {
  // Foreign schemas hold unknown keywords and formats: those say nothing, and break nothing.
  strict: false,
  validateSchema: false,
  addUsedSchema: false,
  logger: false,
  code: { regExp: Object.assign(lenientRegExp, { code: 'lenientRegExp' }) },
};

type Dialect = 'draft-07' | '2019-09' | '2020-12';

export type Compiled =
  | { readonly ok: true; readonly validate: ValidateFunction }
  | { readonly ok: false; readonly problem: string };

/**
 * Compiles a foreign JSON Schema; the dialect is what `$schema` says (2020-12 when it says nothing or
 * something unknown). Nothing is fetched: a `$ref` that leads out of the schema is a problem. Meant for
 * a worker thread, as both compiling and validating can take for ever. Never throws.
 */
export function compileSchema(schema: Record<string, unknown>, allErrors = false): Compiled {
  const said = dialectOf(schema['$schema']);
  const first = compileAs(said ?? '2020-12', schema, allErrors);
  if (first.ok || said !== null) return first;
  // Many servers write draft-07 without saying so; `items: […]` is an error in the newer dialect.
  const second = compileAs('draft-07', schema, allErrors);
  return second.ok ? second : first;
}

function dialectOf(uri: unknown): Dialect | null {
  if (typeof uri !== 'string') return null;
  if (/draft-0[3-7]/.test(uri)) return 'draft-07';
  return uri.includes('2019-09') ? '2019-09' : uri.includes('2020-12') ? '2020-12' : null;
}

function compileAs(
  dialect: Dialect,
  schema: Record<string, unknown>,
  allErrors: boolean,
): Compiled {
  try {
    const ajv = newAjv(dialect, { ...OPTIONS, allErrors });
    addFormats.default(ajv);
    return { ok: true, validate: ajv.compile(withoutOldWays(schema)) };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { ok: false, problem: text.slice(0, 300).toWellFormed() };
  }
}

function newAjv(dialect: Dialect, options: Options): Ajv {
  switch (dialect) {
    case 'draft-07':
      return new Ajv(options);
    case '2019-09':
      return new Ajv2019(options);
    case '2020-12':
      return new Ajv2020(options);
    default:
      return assertNever(dialect);
  }
}

/** Patterns written for engines without the Unicode flag, such as `[\w-.]`, still mean something. */
function lenientRegExp(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return new RegExp(pattern);
  }
}

/** A copy in which what only older dialects and OpenAPI know is said in today's words, or not at all. */
function withoutOldWays(schema: Record<string, unknown>): Record<string, unknown> {
  const copy = structuredClone(schema);
  for (const place of schemaPlaces(copy)) {
    for (const [flag, bound] of [
      ['exclusiveMinimum', 'minimum'],
      ['exclusiveMaximum', 'maximum'],
    ] as const) {
      if (typeof place[flag] !== 'boolean') continue;
      const value = place[bound];
      if (place[flag] && typeof value === 'number') place[flag] = value;
      else delete place[flag];
    }
    // `id` is draft-04's `$id`; a schema that makes its answers promises (`$async`) is ajv's own idea.
    if (typeof place['id'] === 'string') delete place['id'];
    delete place['$async'];
    if (typeof place['nullable'] !== 'boolean') delete place['nullable'];
    else if (place['type'] === undefined || place['nullable'] === false) delete place['nullable'];
  }
  return copy;
}
