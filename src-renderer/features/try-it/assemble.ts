import { assertNever } from '../../ui/assert-never.ts';
import type { Draft } from './drafts.ts';
import type { Control, Field, Form, Slot } from './fields.ts';

export type ProblemCode =
  | 'required'
  | 'number'
  | 'integer'
  | 'unsafe'
  | 'min'
  | 'max'
  | 'short'
  | 'long'
  | 'few'
  | 'many'
  | 'json'
  | 'object'
  | 'size';

/** What stands in the way of sending; `path` as the form's fields are nested, `/` before each. */
export interface Problem {
  readonly path: string;
  readonly code: ProblemCode;
  readonly limit: number;
}

export interface Assembled {
  /** JSON text exactly as it will be sent; null where nothing is sent. */
  readonly text: string | null;
  readonly problems: readonly Problem[];
}

export const MAX_ARGUMENTS = 4 * 1024 * 1024;

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const done = (text: string | null): Assembled => ({ text, problems: [] });
const wrong = (
  path: string,
  code: ProblemCode,
  text: string | null = null,
  limit = 0,
): Assembled => ({
  text,
  problems: [{ path, code, limit }],
});

/**
 * The arguments of a call as JSON text. Text and not a value: numbers and fields written as JSON go
 * as they were typed, so that the owner's strict parser sees what the person saw.
 */
export function assembleForm(form: Form, draft: Draft): Assembled {
  if (draft.kind !== 'fields') return done('{}');
  const assembled = objectText(form.fields, draft.fields, '', '');
  const text = assembled.text ?? '{}';
  if (text.length > MAX_ARGUMENTS)
    return {
      text,
      problems: [...assembled.problems, { path: '', code: 'size', limit: MAX_ARGUMENTS }],
    };
  return { ...assembled, text };
}

/** One field's value as JSON text, to go on with by hand; '' when it has none. */
export const slotJson = (slot: Slot, draft: Draft): string =>
  slotText(slot, draft, false, '', '').text ?? '';

/** Checks arguments that are written as one JSON text. */
export function checkWhole(text: string): Assembled {
  if (text.trim() === '') return done('{}');
  if (text.length > MAX_ARGUMENTS) return wrong('', 'size', text, MAX_ARGUMENTS);
  const value = parsed(text);
  if (value === null) return wrong('', 'json', text);
  const record =
    typeof value.value === 'object' && value.value !== null && !Array.isArray(value.value);
  return record ? done(text) : wrong('', 'object', text);
}

function parsed(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

function slotText(
  slot: Slot,
  draft: Draft,
  required: boolean,
  path: string,
  indent: string,
): Assembled {
  switch (draft.kind) {
    case 'unset':
      return required ? wrong(path, 'required') : done(null);
    case 'null':
      return done('null');
    case 'raw':
      if (draft.text.trim() === '') return required ? wrong(path, 'required') : done(null);
      return parsed(draft.text) === null ? wrong(path, 'json') : done(draft.text.trim());
    default:
      return controlText(slot.control, draft, path, indent);
  }
}

function controlText(control: Control, draft: Draft, path: string, indent: string): Assembled {
  switch (control.kind) {
    case 'text':
      return draft.kind === 'text' ? plainText(control, draft.text, path) : done(null);
    case 'number':
      return draft.kind === 'text' ? numberText(control, draft.text.trim(), path) : done(null);
    case 'boolean':
      return done(draft.kind === 'flag' ? String(draft.on) : null);
    case 'choice':
      return done(draft.kind === 'pick' ? (control.options[draft.index]?.json ?? null) : null);
    case 'fixed':
      return done(draft.kind === 'fixed' ? control.json : null);
    case 'list':
      return draft.kind === 'items' ? listText(control, draft.items, path, indent) : done(null);
    case 'object':
      return draft.kind === 'fields'
        ? objectText(control.fields, draft.fields, path, indent)
        : done(null);
    case 'variants': {
      const variant = draft.kind === 'variant' ? control.variants[draft.index] : undefined;
      return draft.kind === 'variant' && variant !== undefined
        ? slotText(variant.slot, draft.draft, true, `${path}/${draft.index}`, indent)
        : done(null);
    }
    case 'json':
      return done(null);
    default:
      return assertNever(control);
  }
}

function plainText(
  { min, max }: Extract<Control, { kind: 'text' }>,
  text: string,
  path: string,
): Assembled {
  const whole = JSON.stringify(text);
  const length = [...text].length;
  if (min !== null && length < min) return wrong(path, 'short', whole, min);
  if (max !== null && length > max) return wrong(path, 'long', whole, max);
  return done(whole);
}

function numberText(
  { integer, min, max }: Extract<Control, { kind: 'number' }>,
  text: string,
  path: string,
): Assembled {
  const value = Number(text);
  if (!NUMBER.test(text) || !Number.isFinite(value)) return wrong(path, 'number');
  if (integer && !Number.isInteger(value)) return wrong(path, 'integer', text);
  if (/^-?\d+$/.test(text) && !Number.isSafeInteger(value)) return wrong(path, 'unsafe', text);
  if (min !== null && value < min) return wrong(path, 'min', text, min);
  if (max !== null && value > max) return wrong(path, 'max', text, max);
  return done(text);
}

function listText(
  control: Extract<Control, { kind: 'list' }>,
  items: readonly { readonly id: number; readonly draft: Draft }[],
  path: string,
  indent: string,
): Assembled {
  const inner = `${indent}  `;
  const each = items.map(({ id, draft }) =>
    slotText(control.item, draft, true, `${path}/${id}`, inner),
  );
  const problems = each.flatMap((item) => item.problems);
  if (control.min !== null && items.length < control.min)
    problems.unshift({ path, code: 'few', limit: control.min });
  if (control.max !== null && items.length > control.max)
    problems.unshift({ path, code: 'many', limit: control.max });
  const texts = each.flatMap(({ text }) => (text === null ? [] : [text]));
  return { text: wrapped('[', texts, ']', indent), problems };
}

function objectText(
  fields: readonly Field[],
  drafts: ReadonlyMap<string, Draft>,
  path: string,
  indent: string,
): Assembled {
  const inner = `${indent}  `;
  const problems: Problem[] = [];
  const texts: string[] = [];
  for (const field of fields) {
    const draft = drafts.get(field.name) ?? { kind: 'unset' };
    const { name, required } = field;
    const entry = slotText(field, draft, required, `${path}/${name}`, inner);
    problems.push(...entry.problems);
    if (entry.text !== null) texts.push(`${JSON.stringify(name)}: ${entry.text}`);
  }
  return { text: wrapped('{', texts, '}', indent), problems };
}

const wrapped = (open: string, texts: readonly string[], close: string, indent: string): string =>
  texts.length === 0
    ? `${open}${close}`
    : `${open}\n${texts.map((text) => `${indent}  ${text}`).join(',\n')}\n${indent}${close}`;
