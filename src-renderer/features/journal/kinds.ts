import type { JournalEntry } from '../../../src-preload/contract/index.ts';
import type { QueryKind } from './filter-text.ts';

type Kind = JournalEntry['kind'];

/** Every kind of the contract; one that is lacking here is a type error. */
const KINDS: Readonly<Record<Kind, true>> = {
  call_requested: true,
  call_decided: true,
  call_completed: true,
  launch: true,
  stop: true,
  probe: true,
  resource_read: true,
  prompt_get: true,
  client_asked: true,
  skill_read: true,
  skill_search: true,
  config_change: true,
  confirmation: true,
  acceptance: true,
  grant: true,
  pause: true,
  secret_set: true,
  secret_removed: true,
  sign_in: true,
  import: true,
  export: true,
  retention: true,
  owner: true,
};

export const CALL_KINDS = ['call_requested', 'call_decided', 'call_completed'] as const;

export const isKind = (text: string): text is QueryKind =>
  text === 'call' || Object.hasOwn(KINDS, text);

/** Kinds a person may pick: a call counts as one thing. */
export const PICKED_KINDS: readonly QueryKind[] = [
  'call',
  ...Object.keys(KINDS)
    .filter(isKind)
    .filter((kind) => !CALL_KINDS.some((call) => call === kind)),
];
