import type { Control, Field, Form, Option, Slot, Variant } from './fields.ts';

type Schema = Readonly<Record<string, unknown>>;

export const MAX_FIELDS = 200;
export const MAX_DEPTH = 6;
const MAX_PARTS = 600;
const MAX_OPTIONS = 500;
const MAX_VARIANTS = 8;
const MAX_TEXT = 4000;

interface Walk {
  readonly root: Schema;
  readonly depth: number;
  /** References that are being followed: meeting one again means recursion. */
  readonly refs: readonly string[];
  /** Shared by the whole walk. */
  readonly parts: { left: number };
}

const isRecord = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, MAX_TEXT) : '';
const countOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
const json = (why: Extract<Control, { kind: 'json' }>['why']): Control => ({ kind: 'json', why });
const jsonText = (value: unknown): string => JSON.stringify(value) ?? 'null';

/**
 * The form for a tool's `inputSchema` (JSON Schema, draft 7 to 2020-12). The schema is hostile: walks
 * are bounded in depth, parts and references, and whatever is odd becomes a JSON field of its own.
 */
export function readSchema(inputSchema: unknown): Form {
  const root = isRecord(inputSchema) ? inputSchema : {};
  const walk: Walk = { root, depth: 0, refs: [], parts: { left: MAX_PARTS } };
  const top = follow(root, walk);
  const { properties, required } =
    top === null ? { properties: [], required: [] } : objectParts(top.schema);
  const fields = fieldsOf(properties.slice(0, MAX_FIELDS), required, top?.walk ?? walk);
  return { fields, more: Math.max(0, properties.length - MAX_FIELDS) };
}

function objectParts(schema: Schema) {
  const properties = isRecord(schema['properties']) ? Object.entries(schema['properties']) : [];
  const required = listOf(schema['required']).filter((name) => typeof name === 'string');
  // What must be given comes first; the bound must not hide it.
  properties.sort(
    ([left], [right]) => Number(required.includes(right)) - Number(required.includes(left)),
  );
  return { properties, required };
}

function fieldsOf(
  properties: readonly (readonly [string, unknown])[],
  required: readonly string[],
  walk: Walk,
): Field[] {
  return properties.map(([name, schema]) => ({
    name,
    required: required.includes(name),
    ...slotOf(schema, { ...walk, depth: walk.depth + 1 }),
  }));
}

const empty: Slot = { title: '', description: '', nullable: false, control: json('unknown') };

function slotOf(given: unknown, walk: Walk): Slot {
  if (!isRecord(given)) return empty;
  const about = (schema: Schema): Omit<Slot, 'control' | 'nullable'> => ({
    title: textOf(schema['title']),
    description: textOf(schema['description']),
    ...(Object.hasOwn(schema, 'default') ? { preset: { value: schema['default'] } } : {}),
  });
  walk.parts.left -= 1;
  if (walk.parts.left < 0) return { ...about(given), nullable: false, control: json('many') };
  if (walk.depth > MAX_DEPTH) return { ...about(given), nullable: false, control: json('deep') };
  const followed = follow(given, walk);
  if (followed === null)
    return {
      ...about(given),
      nullable: false,
      control: json(hasRef(given) ? 'recursive' : 'unknown'),
    };
  const { nullable, control } = controlOf(followed.schema, followed.walk);
  return { ...about(followed.schema), nullable, control };
}

const hasRef = (schema: Schema): boolean => typeof schema['$ref'] === 'string';

/** Follows `$ref` within the schema and joins a simple `allOf`; null for recursion and what is not there. */
function follow(given: Schema, start: Walk): { schema: Schema; walk: Walk } | null {
  let schema = given;
  let walk = start;
  for (let ref = schema['$ref']; typeof ref === 'string'; ref = schema['$ref']) {
    if (walk.refs.includes(ref) || ref === '#') return null;
    const target = resolveRef(walk.root, ref);
    if (target === null) return null;
    const { $ref: _, ...beside } = schema;
    schema = { ...target, ...beside };
    walk = { ...walk, refs: [...walk.refs, ref] };
  }
  const parts = listOf(schema['allOf']);
  if (parts.length === 0) return { schema, walk };
  const { allOf: _, ...beside } = schema;
  let joined: Schema = beside;
  for (const part of parts) {
    if (!isRecord(part)) return null;
    const target = hasRef(part) ? resolveRef(walk.root, String(part['$ref'])) : part;
    if (target === null || hasRef(target) || target['allOf'] !== undefined) return null;
    joined = join(joined, target);
  }
  return { schema: joined, walk };
}

function join(left: Schema, right: Schema): Schema {
  const properties = [left['properties'], right['properties']].filter(isRecord);
  const required = [...listOf(left['required']), ...listOf(right['required'])];
  return {
    ...right,
    ...left,
    ...(properties.length > 0
      ? { properties: Object.fromEntries(properties.flatMap((each) => Object.entries(each))) }
      : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

function resolveRef(root: Schema, ref: string): Schema | null {
  if (!ref.startsWith('#/')) return null;
  let at: unknown = root;
  for (const step of ref.slice(2).split('/')) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (!isRecord(at) || !Object.hasOwn(at, key)) return null;
    at = at[key];
  }
  return isRecord(at) ? at : null;
}

interface Shape {
  readonly nullable: boolean;
  readonly control: Control;
}

function controlOf(schema: Schema, walk: Walk): Shape {
  if (Object.hasOwn(schema, 'const'))
    return { nullable: false, control: { kind: 'fixed', json: jsonText(schema['const']) } };
  const choices = listOf(schema['enum']);
  if (choices.length > 0) return choiceOf(choices, listOf(schema['enumNames']));
  const either = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])];
  if (either.length > 0) return variantsOf(either, schema, walk);
  const types = listOf(schema['type']);
  if (types.length === 0)
    return { nullable: false, control: typedControl(schema, schema['type'], walk) };
  const real = types.filter((type) => type !== 'null');
  const nullable = real.length < types.length || schema['nullable'] === true;
  const [only] = real;
  if (real.length === 1) return { nullable, control: typedControl(schema, only, walk) };
  const { default: _, title: __, description: ___, ...bare } = schema;
  return {
    ...variantsOf(
      real.map((type) => ({ ...bare, type })),
      {},
      walk,
    ),
    nullable,
  };
}

function choiceOf(values: readonly unknown[], names: readonly unknown[]): Shape {
  const options = values.flatMap((value, index): Option[] => {
    if (value === null) return [];
    const name = names[index];
    const label = typeof value === 'string' ? value : jsonText(value);
    return [{ label: typeof name === 'string' ? name : label, json: jsonText(value) }];
  });
  const nullable = values.includes(null);
  if (options.length === 0) return { nullable: false, control: { kind: 'fixed', json: 'null' } };
  if (options.length > MAX_OPTIONS) return { nullable, control: json('many') };
  return { nullable, control: { kind: 'choice', options } };
}

function variantsOf(either: readonly unknown[], around: Schema, walk: Walk): Shape {
  const isNull = (part: unknown) =>
    isRecord(part) &&
    (part['type'] === 'null' || (Object.hasOwn(part, 'const') && part['const'] === null));
  const real = either.filter((part) => !isNull(part));
  const nullable = real.length < either.length;
  if (real.length > MAX_VARIANTS * 4) return { nullable, control: json('many') };
  const deeper = { ...walk, depth: walk.depth + 1 };
  const { anyOf: _, oneOf: __, default: ___, title: ____, description: _____, ...beside } = around;
  const whole = real.map((part) => (isRecord(part) && !hasRef(part) ? join(beside, part) : part));
  const slots = whole.map((part) => slotOf(part, deeper));
  const [first] = slots;
  if (first === undefined) return { nullable: false, control: { kind: 'fixed', json: 'null' } };
  if (slots.length === 1) return { nullable: nullable || first.nullable, control: first.control };
  const options = slots.flatMap(({ control, title }): Option[] => {
    if (control.kind === 'fixed')
      return [{ label: title || plainLabel(control.json), json: control.json }];
    return control.kind === 'choice' ? [...control.options] : [];
  });
  if (slots.every(({ control }) => control.kind === 'fixed' || control.kind === 'choice'))
    return { nullable, control: { kind: 'choice', options } };
  if (slots.length > MAX_VARIANTS) return { nullable, control: json('many') };
  const variants = slots.map((slot): Variant => ({ label: slot.title, slot }));
  return { nullable, control: { kind: 'variants', variants } };
}

const plainLabel = (text: string): string =>
  text.startsWith('"') ? text.slice(1, -1).replaceAll('\\"', '"') : text;

function typedControl(schema: Schema, type: unknown, walk: Walk): Control {
  switch (type) {
    case 'string':
      return {
        kind: 'text',
        min: countOf(schema['minLength']),
        max: countOf(schema['maxLength']),
        hint: textOf(schema['format']) || textOf(schema['pattern']),
      };
    case 'number':
    case 'integer':
      return {
        kind: 'number',
        integer: type === 'integer',
        min: countOf(schema['minimum']),
        max: countOf(schema['maximum']),
      };
    case 'boolean':
      return { kind: 'boolean' };
    case 'null':
      return { kind: 'fixed', json: 'null' };
    case 'array': {
      if (!isRecord(schema['items']) || schema['prefixItems'] !== undefined) return json('unknown');
      const item = slotOf(schema['items'], { ...walk, depth: walk.depth + 1 });
      if (item.control.kind === 'json') return item.control;
      const [min, max] = [countOf(schema['minItems']), countOf(schema['maxItems'])];
      return { kind: 'list', item, min, max };
    }
    case 'object':
    case undefined: {
      const { properties, required } = objectParts(schema);
      if (properties.length === 0) return json('unknown');
      if (properties.length > MAX_FIELDS) return json('many');
      return { kind: 'object', fields: fieldsOf(properties, required, walk) };
    }
    default:
      return json('unknown');
  }
}
