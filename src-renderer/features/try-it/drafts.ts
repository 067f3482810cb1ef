import { assertNever } from '../../ui/assert-never.ts';
import type { Control, Field, Slot } from './fields.ts';

/** What a person has entered so far. `unset` is not sent; an empty text is. */
export type Draft =
  | { readonly kind: 'unset' }
  | { readonly kind: 'null' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'flag'; readonly on: boolean }
  | { readonly kind: 'pick'; readonly index: number }
  | { readonly kind: 'fixed' }
  | { readonly kind: 'items'; readonly items: readonly Item[] }
  | { readonly kind: 'fields'; readonly fields: ReadonlyMap<string, Draft> }
  | { readonly kind: 'variant'; readonly index: number; readonly draft: Draft }
  /** JSON text instead of the form. */
  | { readonly kind: 'raw'; readonly text: string };

export interface Item {
  /** Tells items apart while they are moved and removed. */
  readonly id: number;
  readonly draft: Draft;
}

export const unset: Draft = { kind: 'unset' };
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where a form starts: defaults filled in, what must be given opened, all else not sent. */
export function firstDraft(slot: Slot, required: boolean): Draft {
  if (slot.preset !== undefined) return draftOf(slot, slot.preset.value);
  if (!required) return unset;
  return openDraft(slot.control);
}

export const firstFields = (fields: readonly Field[]): Draft => ({
  kind: 'fields',
  fields: new Map(fields.map((field) => [field.name, firstDraft(field, field.required)])),
});

/** The draft of something that a person asks to enter. */
export function openDraft(control: Control): Draft {
  switch (control.kind) {
    case 'text':
    case 'number':
    case 'boolean':
    case 'choice':
      return unset;
    case 'fixed':
      return { kind: 'fixed' };
    case 'list':
      return { kind: 'items', items: [] };
    case 'object':
      return firstFields(control.fields);
    case 'variants': {
      const first = control.variants[0];
      return first === undefined
        ? unset
        : { kind: 'variant', index: 0, draft: firstDraft(first.slot, true) };
    }
    case 'json':
      return unset;
    default:
      return assertNever(control);
  }
}

const raw = (value: unknown): Draft => ({
  kind: 'raw',
  text: JSON.stringify(value, null, 2) ?? '',
});

/** A value as a draft; one that the form cannot hold becomes JSON text and loses nothing. */
export function draftOf(slot: Slot, value: unknown): Draft {
  if (value === null && slot.nullable) return { kind: 'null' };
  return fitted(slot.control, value) ?? raw(value);
}

/** JSON text back into the form; null when the form cannot hold it. */
export function draftOfText(slot: Slot, text: string): Draft | null {
  if (text.trim() === '') return openDraft(slot.control);
  try {
    const draft = draftOf(slot, JSON.parse(text));
    return draft.kind === 'raw' ? null : draft;
  } catch {
    return null;
  }
}

function fitted(control: Control, value: unknown): Draft | null {
  switch (control.kind) {
    case 'text':
      return typeof value === 'string' ? { kind: 'text', text: value } : null;
    case 'number':
      return typeof value === 'number' ? { kind: 'text', text: String(value) } : null;
    case 'boolean':
      return typeof value === 'boolean' ? { kind: 'flag', on: value } : null;
    case 'choice': {
      const index = control.options.findIndex((option) => option.json === JSON.stringify(value));
      return index < 0 ? null : { kind: 'pick', index };
    }
    case 'fixed':
      return control.json === JSON.stringify(value) ? { kind: 'fixed' } : null;
    case 'list':
      return Array.isArray(value)
        ? {
            kind: 'items',
            items: value.map((item: unknown, id) => ({ id, draft: draftOf(control.item, item) })),
          }
        : null;
    case 'object':
      return isRecord(value) ? fieldsDraft(control.fields, value) : null;
    case 'variants': {
      for (const [index, variant] of control.variants.entries()) {
        const draft = fitted(variant.slot.control, value);
        if (draft !== null) return { kind: 'variant', index, draft };
      }
      return null;
    }
    case 'json':
      return null;
    default:
      return assertNever(control);
  }
}

/** Null when the value has names that the form lacks. */
export function fieldsDraft(
  fields: readonly Field[],
  value: Readonly<Record<string, unknown>>,
): Draft | null {
  if (Object.keys(value).some((name) => !fields.some((field) => field.name === name))) return null;
  return {
    kind: 'fields',
    fields: new Map(
      fields.map((field) => [
        field.name,
        Object.hasOwn(value, field.name) ? draftOf(field, value[field.name]) : unset,
      ]),
    ),
  };
}
