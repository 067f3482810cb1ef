/** What one check may look at; whoever needs more is checked by the threads. */
const STEPS_MAX = 10_000;

/** Keywords that say nothing about what fits. */
const SILENT = [
  ...['title', 'description', '$comment', 'default', 'examples', 'example'],
  ...['deprecated', 'readOnly', 'writeOnly', '$schema'],
];
const KNOWN = new Set([
  ...SILENT,
  ...['type', 'enum', 'const', 'anyOf', 'allOf', 'properties', 'required'],
  ...['additionalProperties', 'items', 'minItems', 'maxItems', 'minLength', 'maxLength'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
]);

/**
 * Whether arguments certainly fit a schema of plain words. false: they do not, or it cannot be told
 * here (patterns, formats, references, any other word), and a thread must look. Takes bounded time,
 * whatever the schema says, so it may run where a call waits.
 */
export function fitsPlainly(schema: unknown, value: unknown): boolean {
  let left = STEPS_MAX;
  const within = (cost: number): boolean => {
    left -= cost;
    return left >= 0;
  };

  function fits(rule: unknown, item: unknown): boolean {
    if (rule === true) return true;
    if (!within(1) || !isRecord(rule)) return false;
    const words = Object.keys(rule);
    if (!within(words.length) || !words.every((word) => KNOWN.has(word))) return false;
    return (
      fitsType(rule['type'], item) &&
      fitsValues(rule, item) &&
      fitsParts(rule, item) &&
      (typeof item !== 'string' || fitsText(rule, item)) &&
      (typeof item !== 'number' || fitsNumber(rule, item)) &&
      (!Array.isArray(item) || fitsList(rule, item)) &&
      (!isRecord(item) || fitsRecord(rule, item))
    );
  }

  function fitsValues(rule: Words, item: unknown): boolean {
    if ('const' in rule && !(isPrimitive(item) && rule['const'] === item)) return false;
    if (!('enum' in rule)) return true;
    const values = rule['enum'];
    return Array.isArray(values) && within(values.length) && isPrimitive(item)
      ? values.includes(item)
      : false;
  }

  function fitsParts(rule: Words, item: unknown): boolean {
    const { anyOf, allOf } = rule;
    if (anyOf !== undefined && !(Array.isArray(anyOf) && anyOf.some((each) => fits(each, item))))
      return false;
    return allOf === undefined || (Array.isArray(allOf) && allOf.every((each) => fits(each, item)));
  }

  function fitsList(rule: Words, items: readonly unknown[]): boolean {
    const { minItems, maxItems, items: each } = rule;
    if (!isWithin(items.length, minItems, maxItems)) return false;
    return each === undefined || (!Array.isArray(each) && items.every((item) => fits(each, item)));
  }

  function fitsRecord(rule: Words, item: Words): boolean {
    const { properties = {}, required = [], additionalProperties = true } = rule;
    if (!isRecord(properties) || !Array.isArray(required) || !within(required.length)) return false;
    if (!required.every((name) => typeof name === 'string' && Object.hasOwn(item, name)))
      return false;
    return Object.keys(item).every((name) => {
      const known = Object.hasOwn(properties, name);
      return fits(known ? properties[name] : additionalProperties, item[name]);
    });
  }

  return fits(schema, value);
}

type Words = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Words =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isPrimitive = (value: unknown): boolean => typeof value !== 'object' || value === null;

function fitsType(type: unknown, item: unknown): boolean {
  if (type === undefined) return true;
  if (Array.isArray(type)) return type.length <= 7 && type.some((each) => fitsType(each, item));
  switch (type) {
    case 'string':
    case 'boolean':
      return typeof item === type;
    case 'number':
      return Number.isFinite(item);
    case 'integer':
      return Number.isInteger(item);
    case 'null':
      return item === null;
    case 'array':
      return Array.isArray(item);
    case 'object':
      return isRecord(item);
    default:
      return false;
  }
}

/** Lengths are of code points; of a text with as many halves the threads count. */
const fitsText = ({ minLength, maxLength }: Words, text: string): boolean =>
  isWithin(Math.ceil(text.length / 2), minLength, undefined) &&
  isWithin(text.length, undefined, maxLength);

const fitsNumber = (rule: Words, value: number): boolean =>
  isWithin(value, rule['minimum'], rule['maximum']) &&
  isWithin(value, rule['exclusiveMinimum'], rule['exclusiveMaximum']) &&
  value !== rule['exclusiveMinimum'] &&
  value !== rule['exclusiveMaximum'];

/** A bound that is no number is another dialect's, and not for here. */
function isWithin(value: number, min: unknown, max: unknown): boolean {
  if (min !== undefined && !(typeof min === 'number' && value >= min)) return false;
  return max === undefined || (typeof max === 'number' && value <= max);
}
