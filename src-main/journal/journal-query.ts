import type { JournalFilter } from './journal.ts';

export interface JournalQuery {
  /** SQL after WHERE, over `entries`; always at least one condition. */
  readonly where: string;
  readonly params: readonly (string | number)[];
}

const EXACT = [
  ...(['server_id', 'agent', 'client', 'tool', 'risk'] as const),
  ...(['call_id', 'decision', 'outcome'] as const),
];
const TEXT_COLUMNS = [
  ...['kind', 'call_id', 'agent', 'client', 'server_id', 'tool', 'decision', 'outcome', 'detail'],
];
/** The index knows groups of three characters; a shorter term (most Chinese words) is looked up by scan. */
const INDEXED_TERM = 3;
const MAX_TERMS = 20;

/**
 * The filter as SQL, `before_seq` and `limit` left out. `since` is inclusive, `until` exclusive, any
 * date that JavaScript reads; a date that is none matches nothing.
 */
export function journalQuery(filter: JournalFilter): JournalQuery {
  const conditions: string[] = ['1'];
  const params: (string | number)[] = [];
  const add = (condition: string, ...values: (string | number)[]) => {
    conditions.push(condition);
    params.push(...values);
  };
  if (filter.kinds !== undefined) {
    add(`kind IN (${filter.kinds.map(() => '?').join(', ')})`, ...filter.kinds);
  }
  for (const column of EXACT) {
    const value = filter[column];
    if (value !== undefined) add(`${column} = ?`, value);
  }
  if (filter.since !== undefined) addDate('at >= ?', filter.since, add);
  if (filter.until !== undefined) addDate('at < ?', filter.until, add);
  const terms = (filter.text ?? '').split(/\s+/).filter((term) => term !== '');
  const indexed = terms.slice(0, MAX_TERMS).filter((term) => [...term].length >= INDEXED_TERM);
  if (indexed.length > 0) {
    add(
      'seq IN (SELECT rowid FROM entries_text WHERE entries_text MATCH ?)',
      indexed.map((term) => `"${term.replaceAll('"', '""')}"`).join(' AND '),
    );
  }
  for (const term of terms.slice(0, MAX_TERMS)) {
    if (indexed.includes(term)) continue;
    const like = `%${term.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
    const columns = TEXT_COLUMNS.map((column) => `${column} LIKE ? ESCAPE '\\'`);
    add(`(${columns.join(' OR ')})`, ...columns.map(() => like));
  }
  return { where: conditions.join(' AND '), params };
}

function addDate(
  condition: string,
  date: string,
  add: (condition: string, ...values: (string | number)[]) => void,
): void {
  const time = Date.parse(date);
  if (Number.isNaN(time)) add('0');
  else add(condition, new Date(time).toISOString());
}
