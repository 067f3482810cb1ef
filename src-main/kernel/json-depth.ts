/**
 * Whether objects and arrays stand in each other more than `levels` deep. Works level by level and
 * not by recursion: JSON.parse takes any depth, and what comes after it (JSON.stringify, a
 * canonical text, a copy) runs out of stack.
 */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let level = isContainer(value) ? [value] : [];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > levels) return true;
    const inside: object[] = [];
    for (const container of level) {
      const items: unknown[] = Array.isArray(container) ? container : Object.values(container);
      for (const item of items) if (isContainer(item)) inside.push(item);
    }
    level = inside;
  }
  return false;
}

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;
