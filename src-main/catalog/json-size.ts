export interface JsonLimits {
  readonly depth: number;
  /** Objects, arrays and plain values. */
  readonly nodes: number;
  /** UTF-8, about as the value would be written. */
  readonly bytes: number;
}

export interface JsonSize {
  readonly bytes: number;
  /** The first limit crossed, where the walk ended; null when all hold. */
  readonly over: keyof JsonLimits | null;
}

/** Measures a JSON value without a call stack, and no further than the limits: hostile values are deep. */
export function jsonSize(value: unknown, limits: JsonLimits): JsonSize {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 1 }];
  let bytes = 0;
  let nodes = 1;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.depth > limits.depth) return { bytes, over: 'depth' };
    if (typeof next.value === 'string') bytes += Buffer.byteLength(next.value) + 2;
    else if (typeof next.value !== 'object' || next.value === null) bytes += 5;
    else {
      const inside = next.value;
      const keys = Array.isArray(inside) ? null : Object.keys(inside);
      const values: unknown[] = Array.isArray(inside) ? inside : Object.values(inside);
      nodes += values.length;
      if (nodes > limits.nodes) return { bytes, over: 'nodes' };
      bytes += 2 + values.length;
      for (const key of keys ?? []) bytes += Buffer.byteLength(key) + 3;
      for (const value of values) open.push({ value, depth: next.depth + 1 });
    }
    if (bytes > limits.bytes) return { bytes, over: 'bytes' };
  }
  return { bytes, over: null };
}
