import { z } from 'zod';
import { canonicalJson, hashOf, sha256Hex } from '../kernel/canonical-json.ts';

/** As much of an accepted field as is kept to show what changed. */
const MAX_TEXT = 4_000;
const MAX_FIELDS = 30;
const MAX_FIELD_NAME = 100;

/** One field of a definition: the hash decides, the text (canonical JSON, cut) is for people. */
export const DefinitionField = z.object({
  field: z.string(),
  hash: z.string(),
  text: z.string(),
});
type DefinitionField = z.infer<typeof DefinitionField>;

/** What is pinned of a tool, a prompt or the instructions. */
export const Definition = z.object({
  name: z.string(),
  /** SHA-256 of the whole definition as canonical JSON, so the order of keys is no change. */
  hash: z.string(),
  fields: z.array(DefinitionField),
});
export type Definition = z.infer<typeof Definition>;

/** The definition without `_meta`, which a server may fill anew each time. */
export function defineItem(name: string, raw: Record<string, unknown>): Definition {
  const entries = Object.entries(raw).filter(([field]) => field !== '_meta');
  const shown = entries.slice(0, MAX_FIELDS);
  const others = entries.slice(MAX_FIELDS);
  if (others.length > 0) shown.push([`${others.length} more`, Object.fromEntries(others)]);
  return {
    name,
    hash: hashOf(Object.fromEntries(entries)),
    fields: shown.map(([field, value]) => defineField(field, value)),
  };
}

function defineField(field: string, value: unknown): DefinitionField {
  const text = canonicalJson(value);
  return {
    field: cut(field, MAX_FIELD_NAME),
    hash: sha256Hex(text),
    text: cut(text, MAX_TEXT),
  };
}

const cut = (text: string, limit: number): string =>
  text.length > limit ? `${text.slice(0, limit).toWellFormed()}…` : text;
