import { sameJson } from './changed-fields.ts';
import { removeJsonc, setJsonc } from './edit-jsonc.ts';
import { Registration, type RegistrationChanges } from './registration.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Adds an entry at the end: transport, enabled, and what differs from the defaults. */
export function addEntry(text: string, id: string, registration: Registration): string {
  const defaults: Fields = Registration.parse({ transport: registration.transport });
  const entry: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(registration)) {
    const always = field === 'transport' || field === 'enabled';
    if (always) entry[field] = value;
    else if (!sameJson(value, defaults[field])) entry[field] = slim(value, defaults[field]);
  }
  return setJsonc(text, [id], entry);
}

/** Writes only what differs between two versions of one entry. */
export function changeEntry(
  text: string,
  id: string,
  before: Registration,
  after: Registration,
): string {
  return Object.entries(edits(before, after)).reduce(
    (edited, [field, value]) => setJsonc(edited, [id, field], value),
    text,
  );
}

/** Takes every entry of that id away, also invalid and duplicate ones. */
export const removeEntry = (text: string, id: string): string => removeJsonc(text, [id]);

/** A registration with changes: `auth` and `timeouts` field by field, all others as a whole. */
export const changed = (before: Registration, changes: RegistrationChanges): unknown => {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  return {
    ...before,
    ...Object.fromEntries(given),
    auth: { ...before.auth, ...changes.auth },
    timeouts: { ...before.timeouts, ...changes.timeouts },
  };
};

/** `after` where it differs; a key that is gone is `undefined`, which setJsonc takes away. */
function edits(before: Fields, after: Fields): Record<string, unknown> {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    keys.flatMap((key) => {
      const was = Object.hasOwn(before, key) ? before[key] : undefined;
      const is = Object.hasOwn(after, key) ? after[key] : undefined;
      if (sameJson(was, is)) return [];
      return [[key, isFields(was) && isFields(is) ? edits(was, is) : is]];
    }),
  );
}

/** Of an object with defaults (auth, timeouts), what differs from them. */
function slim(value: unknown, defaults: unknown): unknown {
  if (!isFields(value) || !isFields(defaults)) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([key, each]) => !sameJson(each, defaults[key])),
  );
}
