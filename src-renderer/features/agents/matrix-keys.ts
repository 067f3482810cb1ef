import type { MatrixRow } from './matrix-rows.ts';

export type MatrixStep =
  | { readonly kind: 'go'; readonly index: number }
  | { readonly kind: 'open'; readonly id: string; readonly open: boolean };

/** What a key does from row `at`; null for keys that the grid leaves alone. */
export function matrixStep(rows: readonly MatrixRow[], at: number, key: string): MatrixStep | null {
  const row = rows[at];
  if (row === undefined) return null;
  const go = (index: number): MatrixStep => ({
    kind: 'go',
    index: Math.min(Math.max(index, 0), rows.length - 1),
  });
  switch (key) {
    case 'ArrowDown':
      return go(at + 1);
    case 'ArrowUp':
      return go(at - 1);
    case 'Home':
      return go(0);
    case 'End':
      return go(rows.length - 1);
    case 'ArrowRight':
      return row.kind === 'server' && !row.open
        ? { kind: 'open', id: row.id, open: true }
        : go(at + 1);
    case 'ArrowLeft':
      return row.kind === 'server'
        ? { kind: 'open', id: row.id, open: false }
        : go(rows.indexOf(row.of));
    default:
      return null;
  }
}
