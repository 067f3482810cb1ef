import { Ajv, type Options, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { schemaPlaces } from './schema-places.ts';

const OPTIONS: Options = {
  // Foreign schemas hold unknown keywords and formats: those say nothing, and break nothing.
  strict: false,
  validateSchema: false,
  addUsedSchema: false,
  // One big definition that is referred to often would be compiled again at every place.
  inlineRefs: false,
  logger: false,
  code: { regExp: Object.assign(lenientRegExp, { code: 'lenientRegExp' }) },
};

const DIALECTS = { 'draft-07': Ajv, '2019-09': Ajv2019, '2020-12': Ajv2020 } as const;
type Dialect = keyof typeof DIALECTS;

export type Compiled =
  | { readonly ok: true; readonly validate: ValidateFunction }
  | { readonly ok: false; readonly problem: string };

/** Compiles so many schemas before it is thrown away: it remembers a little of each. */
const MAX_USES = 200;

export type CompileSchema = (schema: Record<string, unknown>, allErrors?: boolean) => Compiled;

/**
 * Compiles foreign JSON Schemas; the dialect is what `$schema` says (2020-12 when it says nothing or
 * something unknown). Nothing is fetched: a `$ref` that leads out of the schema is a problem. Meant for
 * a worker thread, as both compiling and validating can take for ever. Never throws.
 */
export function createCompileSchema(): CompileSchema {
  const compilers = new Map<string, { readonly ajv: Ajv; uses: number }>();

  function compilerFor(dialect: Dialect, allErrors: boolean): Ajv {
    const key = `${dialect} ${allErrors}`;
    const known = compilers.get(key);
    if (known !== undefined && known.uses < MAX_USES) {
      known.uses += 1;
      return known.ajv;
    }
    const ajv = newAjv(dialect, allErrors);
    compilers.set(key, { ajv, uses: 1 });
    return ajv;
  }

  function compileAs(dialect: Dialect, schema: Record<string, unknown>, all: boolean): Compiled {
    try {
      const { copy, hasOwnNames } = withoutOldWays(schema);
      // Names (`$id`) that one schema gives itself must not be found by another one's `$ref`.
      const ajv = hasOwnNames ? newAjv(dialect, all) : compilerFor(dialect, all);
      const validate = ajv.compile(copy);
      ajv.removeSchema(copy);
      return { ok: true, validate };
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      return { ok: false, problem: text.slice(0, 300).toWellFormed() };
    }
  }

  return (schema, allErrors = false) => {
    const said = dialectOf(schema['$schema']);
    const first = compileAs(said ?? '2020-12', schema, allErrors);
    if (first.ok || said !== null) return first;
    // Many servers write draft-07 without saying so; `items: […]` is an error in the newer dialect.
    const second = compileAs('draft-07', schema, allErrors);
    return second.ok ? second : first;
  };
}

function dialectOf(uri: unknown): Dialect | null {
  if (typeof uri !== 'string') return null;
  if (/draft-0[3-7]/.test(uri)) return 'draft-07';
  return uri.includes('2019-09') ? '2019-09' : uri.includes('2020-12') ? '2020-12' : null;
}

function newAjv(dialect: Dialect, allErrors: boolean): Ajv {
  const ajv = new DIALECTS[dialect]({ ...OPTIONS, allErrors });
  addFormats.default(ajv);
  return ajv;
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
function withoutOldWays(schema: Record<string, unknown>): {
  copy: Record<string, unknown>;
  hasOwnNames: boolean;
} {
  let hasOwnNames = false;
  const copy = structuredClone(schema);
  for (const place of schemaPlaces(copy)) {
    hasOwnNames ||= ['$id', '$anchor', '$dynamicAnchor', '$recursiveAnchor'].some(
      (key) => key in place,
    );
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
  return { copy, hasOwnNames };
}
