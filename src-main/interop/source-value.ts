/**
 * One shape for what JSON, TOML and YAML hold. Tables are Maps, so that a key such as `__proto__`
 * is a key like any other.
 */
export type SourceValue = string | number | boolean | null | readonly SourceValue[] | SourceTable;

export interface SourceTable {
  readonly fields: ReadonlyMap<string, SourceValue>;
  readonly positions: ReadonlyMap<string, Position>;
  /** Keys that were written more than once; the last one counts. */
  readonly repeated: ReadonlySet<string>;
}

/** 1-based. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Nesting that no configuration needs, and that recursive readers fear. */
export const DEPTH_MAX = 64;

export const isList = (value: SourceValue | undefined): value is readonly SourceValue[] =>
  Array.isArray(value);

export const isTable = (value: SourceValue | undefined): value is SourceTable =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface TableEntry {
  readonly key: string;
  readonly value: SourceValue;
  readonly position?: Position | undefined;
}

export function sourceTable(entries: readonly TableEntry[]): SourceTable {
  const fields = new Map<string, SourceValue>();
  const positions = new Map<string, Position>();
  const repeated = new Set<string>();
  for (const { key, value, position } of entries) {
    if (fields.has(key)) repeated.add(key);
    fields.set(key, value);
    if (position) positions.set(key, position);
  }
  return { fields, positions, repeated };
}

/** Turns offsets of one text into positions, in the time of a binary search each. */
export function positionsIn(text: string): (offset: number) => Position {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}
