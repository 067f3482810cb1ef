import { REDACTED } from './secret-ranges.ts';
import { isSecretName } from './token-patterns.ts';

const MAX_DEPTH = 150;
const PLACEHOLDER = /^\$\{[^{}]{1,200}\}$/;
const SECRET_FLAG = /^--?[A-Za-z0-9-]{0,60}$/;

/**
 * Deep copy as plain JSON with every text passed through `text`, and everything under a secret-looking
 * name hidden: object keys, `{name, value}` pairs, the item after a `--token` flag. What is no JSON is
 * written as text. Never throws, whatever it is given.
 */
export function redactJson(value: unknown, text: (text: string) => string): unknown {
  const open = new Set<object>();
  const copy = (item: unknown, depth: number): unknown => {
    switch (typeof item) {
      case 'string':
        return text(item);
      case 'number':
        return Number.isFinite(item) ? item : null;
      case 'boolean':
        return item;
      case 'bigint':
        return String(item);
      case 'object':
        return item === null ? null : container(item, depth);
      default:
        return null;
    }
  };
  const container = (item: object, depth: number): unknown => {
    if (open.has(item)) return '[circular]';
    if (depth > MAX_DEPTH) return '[too deep]';
    if (item instanceof Date) return Number.isNaN(item.getTime()) ? null : item.toISOString();
    if (ArrayBuffer.isView(item)) return `[${item.byteLength} bytes]`;
    if (item instanceof Error) return text(`${item.name}: ${item.message}`);
    open.add(item);
    const result = Array.isArray(item) ? list(item, depth) : record(item, depth);
    open.delete(item);
    return result;
  };
  const list = (items: readonly unknown[], depth: number): unknown[] =>
    items.map((item, index) => {
      const flag: unknown = items[index - 1];
      const hide = typeof flag === 'string' && SECRET_FLAG.test(flag) && isSecretName(flag);
      return hide ? hidden(item, depth) : copy(item, depth + 1);
    });
  const record = (item: object, depth: number): Record<string, unknown> => {
    const entries: [string, unknown][] = Object.entries(item);
    const pair = entries.find(([key]) => key === 'name' || key === 'key')?.[1];
    const hidesValue = typeof pair === 'string' && isSecretName(pair);
    return Object.fromEntries(
      entries
        .filter(([, inner]) => inner !== undefined && typeof inner !== 'function')
        .map(([key, inner]) => [
          text(key),
          isSecretName(key) || (hidesValue && key === 'value')
            ? hidden(inner, depth)
            : copy(inner, depth + 1),
        ]),
    );
  };
  /** The name of a known secret and a placeholder say nothing of the value and may stay. */
  const hidden = (inner: unknown, depth: number): unknown => {
    if (inner === null || typeof inner === 'boolean') return inner;
    if (typeof inner !== 'string') return REDACTED;
    if (inner === '' || PLACEHOLDER.test(inner)) return copy(inner, depth);
    const known = text(inner);
    return /^\[secret [A-Za-z0-9_]+\]$/.test(known) ? known : REDACTED;
  };
  return copy(value, 0);
}
