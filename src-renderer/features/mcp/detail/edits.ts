import type { Registration, RequestInput } from '../../../../src-preload/contract/index.ts';
import { draftOf, type ServerForm } from '../add/draft.ts';

export const CAPABILITIES = [
  'tools',
  'resources',
  'prompts',
  'sampling',
  'elicitation',
  'roots',
] as const satisfies readonly Registration['capabilities'][number][];

export type Changes = RequestInput<'server/edit'>['changes'];

/** What a launch hash covers, as far as a person can edit it (DESIGN.md 1). */
const LAUNCH = ['transport', 'command_argv', 'cwd', 'env', 'env_keys', 'url', 'auth'] as const;

const same = (left: unknown, right: unknown): boolean => sorted(left) === sorted(right);

function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** The registration as it would be after the edit. */
export function editedOf(
  registration: Registration,
  form: ServerForm,
  capabilities: readonly string[],
  timeouts: Registration['timeouts'],
): Registration {
  const draft = draftOf(form);
  const bothStdio = draft.transport === 'stdio' && registration.transport === 'stdio';
  return {
    ...registration,
    ...draft,
    // A stdio server has no sign-in; what stands in the file about it stays.
    auth: bothStdio ? registration.auth : draft.auth,
    capabilities: CAPABILITIES.filter((one) => capabilities.includes(one)),
    timeouts,
  };
}

/** Only the fields that differ from what is registered. */
export function changesOf(registration: Registration, edited: Registration): Changes {
  const before = {
    ...registration,
    capabilities: CAPABILITIES.filter((one) => registration.capabilities.includes(one)),
  };
  const fields = Object.keys(edited) as (keyof Registration)[];
  const changed = fields.filter((field) => !same(edited[field], before[field]));
  return Object.fromEntries(changed.map((field) => [field, edited[field]]));
}

/**
 * The changes together with every field of the launch: what is confirmed is then what was shown, also
 * where the file was edited from outside meanwhile.
 */
export function withWholeLaunch(changes: Changes, edited: Registration): Changes {
  return { ...changes, ...Object.fromEntries(LAUNCH.map((field) => [field, edited[field]])) };
}

/** Whether a person has to say yes again. */
export const changesLaunch = (changes: Changes): boolean =>
  LAUNCH.some((field) => changes[field] !== undefined);
