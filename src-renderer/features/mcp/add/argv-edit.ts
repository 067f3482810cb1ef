import { type Row, row } from './draft.ts';

/** A new row after the one with `key`; at the end when there is none such. Returns rows and the new key. */
export function insertAfter(
  rows: readonly Row[],
  key: number,
): { readonly rows: Row[]; readonly added: number } {
  const fresh = row();
  const at = rows.findIndex((one) => one.key === key);
  const place = at < 0 ? rows.length : at + 1;
  return { rows: [...rows.slice(0, place), fresh, ...rows.slice(place)], added: fresh.key };
}

/** Takes a row away; one row always stays. `focus` is the key of the row before it, or the first. */
export function removeRow(
  rows: readonly Row[],
  key: number,
): { readonly rows: Row[]; readonly focus: number } {
  const at = rows.findIndex((one) => one.key === key);
  const left = rows.filter((one) => one.key !== key);
  const kept = left.length === 0 ? [row()] : left;
  return { rows: kept, focus: kept[Math.max(0, at - 1)]?.key ?? 0 };
}

export const setValue = (rows: readonly Row[], key: number, value: string): Row[] =>
  rows.map((one) => (one.key === key ? { ...one, value } : one));
export const setName = (rows: readonly Row[], key: number, name: string): Row[] =>
  rows.map((one) => (one.key === key ? { ...one, name } : one));
