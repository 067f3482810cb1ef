import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * The path with every link of its existing part resolved; what does not exist yet is appended as it
 * is written. null when a part cannot be looked at (no permission, a loop).
 */
export function realPath(path: string): string | null {
  const missing: string[] = [];
  let existing = path;
  for (;;) {
    try {
      return join(realpathSync(existing), ...missing);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code !== 'ENOENT' && code !== 'ENOTDIR') return null;
      const parent = dirname(existing);
      if (parent === existing) return null;
      missing.unshift(basename(existing));
      existing = parent;
    }
  }
}
