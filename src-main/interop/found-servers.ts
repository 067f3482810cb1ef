import type { Dialect } from './dialect.ts';
import type { RejectedEntry } from './paste-types.ts';
import {
  isList,
  isTable,
  type Position,
  type SourceTable,
  type SourceValue,
} from './source-value.ts';

export type Language = 'json' | 'toml' | 'yaml';

/** Servers of one dialect, as found in a document. */
export interface ServerGroup {
  readonly dialect: Dialect;
  readonly entries: readonly FoundEntry[];
  readonly repeated: readonly string[];
  readonly rejected?: readonly RejectedEntry[];
}

export interface FoundEntry {
  readonly name: string;
  readonly value: SourceValue;
  readonly position?: Position | undefined;
}

/** Finds the servers of one client in a document; nothing when the document is not of its kind. */
export type FindServers = (root: SourceTable, language: Language) => readonly ServerGroup[];

/** A table of named servers, or a list whose items carry their name. */
export function entriesOf(container: SourceValue | undefined): FoundEntry[] {
  if (isTable(container)) {
    return [...container.fields].map(([name, value]) => ({
      name,
      value,
      position: container.positions.get(name),
    }));
  }
  if (!isList(container)) return [];
  return container.map((value) => {
    const name = isTable(value) ? value.fields.get('name') : undefined;
    const position = isTable(value) ? [...value.positions.values()][0] : undefined;
    return { name: typeof name === 'string' ? name : '', value, position };
  });
}

export const groupOf = (container: SourceValue | undefined, dialect: Dialect): ServerGroup => ({
  dialect,
  entries: entriesOf(container),
  repeated: isTable(container) ? [...container.repeated] : [],
});

/** Whether any entry has one of these fields. */
export const anyHas = (entries: readonly FoundEntry[], ...fields: string[]): boolean =>
  entries.some(({ value }) => isTable(value) && fields.some((field) => value.fields.has(field)));

/** Whether any entry's field has a text for which `test` holds. */
export const anyText = (
  entries: readonly FoundEntry[],
  field: string,
  test: (text: string) => boolean,
): boolean =>
  entries.some(({ value }) => {
    const text = isTable(value) ? value.fields.get(field) : undefined;
    return typeof text === 'string' && test(text);
  });

/** A table within a table. */
export const tableAt = (table: SourceTable, key: string): SourceTable | undefined => {
  const value = table.fields.get(key);
  return isTable(value) ? value : undefined;
};
