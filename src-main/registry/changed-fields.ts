import type { Change } from '../kernel/surface.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text = (value: unknown): string | null => JSON.stringify(value) ?? null;

/** Equal as JSON, whatever the order of keys. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  }
  if (isFields(a) && isFields(b)) {
    const keys = Object.keys(a);
    return (
      keys.length === Object.keys(b).length &&
      keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
    );
  }
  return Object.is(a, b);
}

/** What differs, object by object (`env.LOG_LEVEL`); lists are compared whole. Values as JSON text. */
export function changedFields(before: Fields, after: Fields, path = ''): Change[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => {
    const was = Object.hasOwn(before, key) ? before[key] : undefined;
    const is = Object.hasOwn(after, key) ? after[key] : undefined;
    const field = path === '' ? key : `${path}.${key}`;
    if (isFields(was) && isFields(is)) return changedFields(was, is, field);
    return sameJson(was, is) ? [] : [{ field, before: text(was), after: text(is) }];
  });
}
