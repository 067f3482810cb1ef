import { z } from 'zod';
import type { TrustKind } from './trust.ts';

/**
 * Which rows trust.db must hold, itself a row under a MAC (`meta`/`accepted-items`): without it a row
 * that somebody deleted would look like one that never was.
 */
export const KeptRows = z.object({
  /** false: this list was lost once, so a row that it does not name may have been there. */
  complete: z.boolean(),
  kept: z.array(z.string()),
  /** Removed by us since the list was lost. */
  taken_back: z.array(z.string()),
});
export type KeptRows = z.infer<typeof KeptRows>;

export const KEPT_ID = 'accepted-items';

/** `meta` rows whose absence would let more happen, or hide something. */
const KEPT_META: ReadonlySet<string> = new Set(['paused', 'journal-head']);

/** Confirmations, grants and tokens are not listed: without their row nothing is allowed. */
export const isKept = (kind: string, id: string): boolean =>
  kind === 'accepted' || kind === 'pin' || (kind === 'meta' && KEPT_META.has(id));

const nameOf = (kind: string, id: string): string => `${kind} ${id}`;

/** The ids of one kind that the list names. */
export const keptIds = (rows: KeptRows, kind: TrustKind): string[] =>
  rows.kept.flatMap((name) => (name.startsWith(`${kind} `) ? [name.slice(kind.length + 1)] : []));

/** Whether a row that is not there must have been there, as far as can still be told. */
export function isMissed(rows: KeptRows, kind: TrustKind, id: string): boolean {
  const name = nameOf(kind, id);
  return rows.kept.includes(name) || (!rows.complete && !rows.taken_back.includes(name));
}

/** The same object when the list says so already. */
export function withRow(rows: KeptRows, kind: TrustKind, id: string): KeptRows {
  const name = nameOf(kind, id);
  if (rows.kept.includes(name)) return rows;
  return {
    complete: rows.complete,
    kept: [...rows.kept, name],
    taken_back: rows.taken_back.filter((each) => each !== name),
  };
}

export function withoutRow(rows: KeptRows, kind: TrustKind, id: string): KeptRows {
  const name = nameOf(kind, id);
  if (!isMissed(rows, kind, id)) return rows;
  return {
    complete: rows.complete,
    kept: rows.kept.filter((each) => each !== name),
    taken_back: rows.complete ? [] : [...rows.taken_back, name],
  };
}

/**
 * The list made anew from what stands in the table. It counts as complete when nothing there holds (a
 * new file, or another key): then nothing is confirmed either.
 */
export const keptFrom = (
  stored: readonly { readonly kind: string; readonly id: string; readonly holds: boolean }[],
  is_damaged: boolean,
): KeptRows => ({
  complete: !is_damaged && stored.every((row) => !row.holds),
  kept: stored.filter((row) => isKept(row.kind, row.id)).map((row) => nameOf(row.kind, row.id)),
  taken_back: [],
});
