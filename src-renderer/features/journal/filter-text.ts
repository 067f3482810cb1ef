import type { JournalEntry } from '../../../src-preload/contract/index.ts';
import { isKind } from './kinds.ts';

/** `call` stands for the three entries of a call. */
export type QueryKind = JournalEntry['kind'] | 'call';

/** What is looked for. Empty fields match all; times as typed: `today`, `24h`, `2026-11-30`, an instant. */
export interface JournalQuery {
  readonly text: string;
  readonly kinds: readonly QueryKind[];
  readonly server: string;
  readonly agent: string;
  /** Id of a client, as the journal holds it. */
  readonly client: string;
  readonly tool: string;
  /** `low`, `medium` or `high`; anything else matches nothing and is told. */
  readonly risk: string;
  readonly call: string;
  readonly decision: string;
  readonly outcome: string;
  readonly since: string;
  readonly until: string;
}

export const emptyQuery: JournalQuery = {
  text: '',
  kinds: [],
  server: '',
  agent: '',
  client: '',
  tool: '',
  risk: '',
  call: '',
  decision: '',
  outcome: '',
  since: '',
  until: '',
};

const FIELDS = [
  'server',
  'agent',
  'client',
  'tool',
  'risk',
  'call',
  'decision',
  'outcome',
  'since',
  'until',
] as const;
type Field = (typeof FIELDS)[number];
const isField = (name: string): name is Field => FIELDS.some((field) => field === name);

const RISKS = ['low', 'medium', 'high'] as const;
export const isRisk = (text: string): text is (typeof RISKS)[number] =>
  RISKS.some((risk) => risk === text);

export interface FilterProblem {
  readonly token: string;
  readonly problem: 'kind' | 'time' | 'risk';
}

interface Token {
  readonly field: string | null;
  readonly value: string;
}

// name:value, name:"a value", "plain text", word
const TOKEN = /(?:([a-z]+):)?(?:"((?:[^"\\]|\\.)*)"?|(\S+))/gsu;

function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map((match) => {
    const [, field, quoted, bare] = match;
    const value = quoted?.replace(/\\(.)/gsu, '$1') ?? bare ?? '';
    return { field: field ?? null, value };
  });
}

const RELATIVE = /^(\d{1,4})(m|h|d)$/;
const MINUTES = { m: 1, h: 60, d: 1440 } as const;
const isUnit = (unit: string): unit is keyof typeof MINUTES => Object.hasOwn(MINUTES, unit);

/** The instant that a typed time means; null when it means none. Dates are days where the person is. */
export function instantOf(typed: string, now: number): string | null {
  if (typed === 'today') return new Date(new Date(now).setHours(0, 0, 0, 0)).toISOString();
  const [, amount, unit] = RELATIVE.exec(typed) ?? [];
  if (amount !== undefined && unit !== undefined && isUnit(unit))
    return new Date(now - Number(amount) * MINUTES[unit] * 60_000).toISOString();
  const day = /^\d{4}-\d{2}-\d{2}$/.test(typed);
  if (!day && !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(typed)) return null;
  const at = new Date(day ? `${typed}T00:00:00` : typed);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** Reads `server:files decision:deny since:24h "two words"`. Unknown names stay text. */
export function parseFilter(text: string): { query: JournalQuery; problems: FilterProblem[] } {
  const words: string[] = [];
  const kinds: QueryKind[] = [];
  const fields: Partial<Record<Field, string>> = {};
  const problems: FilterProblem[] = [];
  for (const { field, value } of tokensOf(text)) {
    if (field === 'kind') {
      for (const kind of value.split(',').filter((part) => part !== '')) {
        if (!isKind(kind)) problems.push({ token: kind, problem: 'kind' });
        else if (!kinds.includes(kind)) kinds.push(kind);
      }
    } else if (field !== null && isField(field)) {
      const time = field === 'since' || field === 'until';
      if (time && instantOf(value, 0) === null) problems.push({ token: value, problem: 'time' });
      else if (field === 'risk' && !isRisk(value)) problems.push({ token: value, problem: 'risk' });
      else fields[field] = value;
    } else if (field === null ? value !== '' : true) {
      words.push(field === null ? value : `${field}:${value}`);
    }
  }
  return { query: { ...emptyQuery, ...fields, kinds, text: words.join(' ') }, problems };
}

const quoted = (value: string): string =>
  /[\s"\\]/.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : value;

/** A word that would be read as a field, or that holds quotes, is quoted. */
const plainWord = (word: string): string =>
  /^"|^[a-z]+:/.test(word) ? `"${word.replace(/["\\]/g, '\\$&')}"` : word;

/** Writes what `parseFilter` reads back. */
export function formatFilter(query: JournalQuery): string {
  const parts: string[] = query.kinds.length === 0 ? [] : [`kind:${query.kinds.join(',')}`];
  for (const field of FIELDS)
    if (query[field] !== '') parts.push(`${field}:${quoted(query[field])}`);
  parts.push(
    ...query.text
      .split(/\s+/)
      .filter((word) => word !== '')
      .map(plainWord),
  );
  return parts.join(' ');
}
