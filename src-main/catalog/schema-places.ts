import { isObject } from './discovered-items.ts';

const ONE = [
  'additionalItems',
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const LISTS = ['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems'];
const MAPS = [
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
];

/** Every schema inside a JSON Schema, itself first (not: what is inside `enum`, `default`, `examples`). */
export function schemaPlaces(root: Record<string, unknown>): Record<string, unknown>[] {
  const places = [root];
  const add = (value: unknown) => {
    if (isObject(value)) places.push(value);
  };
  // The array grows while it is walked: breadth first, no call stack.
  for (const schema of places) {
    for (const key of ONE) add(schema[key]);
    for (const key of LISTS) {
      const list = schema[key];
      if (Array.isArray(list)) for (const value of list) add(value);
    }
    for (const key of MAPS) {
      const map = schema[key];
      if (isObject(map)) for (const value of Object.values(map)) add(value);
    }
  }
  return places;
}
