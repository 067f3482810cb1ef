import {
  isList,
  isTable,
  type Position,
  type SourceTable,
  type SourceValue,
} from './source-value.ts';

/** Longer than any argument, variable or address that a server needs. */
export const TEXT_MAX = 32_768;
/** More than any server's arguments or variables. */
export const ITEMS_MAX = 1000;

export interface FieldProblem {
  readonly message: string;
  readonly position?: Position | undefined;
}

/**
 * Reads the fields of one entry and remembers which were asked for. A field of the wrong type is a
 * problem, never a guess: `"true"` is no boolean and `"30s"` no number, so the entry is refused
 * instead of being taken in a way that its author did not mean. `null` counts as absent.
 */
export class FieldReader {
  readonly problems: FieldProblem[] = [];
  readonly #table: SourceTable;
  readonly #path: string;
  readonly #read = new Set<string>();

  constructor(table: SourceTable, path = '') {
    this.#table = table;
    this.#path = path;
    for (const key of table.repeated) this.report(key, 'stands twice');
  }

  /** The first of these fields that is there. */
  firstOf(names: readonly string[]): string | undefined {
    return names.find((name) => (this.#table.fields.get(name) ?? null) !== null);
  }

  value(name: string): SourceValue | undefined {
    this.#read.add(name);
    return this.#table.fields.get(name) ?? undefined;
  }

  text(name: string): string | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') return this.report(name, 'must be text');
    return this.#plain(name, value) ? value : undefined;
  }

  flag(name: string): boolean | undefined {
    const value = this.value(name);
    if (value === undefined || typeof value === 'boolean') return value;
    return this.report(name, 'must be true or false, without quotes');
  }

  /** A number above zero and at most `max`. */
  count(name: string, max: number): number | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    if (typeof value === 'number' && value > 0 && value <= max) return value;
    return this.report(name, `must be a number above 0 and at most ${max}`);
  }

  texts(name: string): string[] | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    if (!isList(value)) return this.report(name, 'must be a list of texts');
    if (value.length > ITEMS_MAX) return this.report(name, `holds more than ${ITEMS_MAX} items`);
    const items = value.filter((item) => typeof item === 'string');
    if (items.length !== value.length) return this.report(name, 'must hold texts only');
    return items.every((item) => this.#plain(name, item)) ? items : undefined;
  }

  textMap(name: string): Map<string, string> | undefined {
    const table = this.table(name);
    if (!table) return undefined;
    if (table.fields.size > ITEMS_MAX) {
      return this.report(name, `holds more than ${ITEMS_MAX} items`);
    }
    const read = new Map<string, string>();
    for (const [key, value] of table.fields) {
      const field = `${name}.${key}`;
      if (table.repeated.has(key)) this.report(field, 'stands twice', table.positions.get(key));
      if (typeof value !== 'string') this.report(field, 'must be text', table.positions.get(key));
      else if (this.#plain(field, value)) read.set(key, value);
    }
    return read;
  }

  table(name: string): SourceTable | undefined {
    const value = this.value(name);
    if (value === undefined || isTable(value)) return value;
    return this.report(name, 'must be a table of names and values');
  }

  /** Says what is wrong with a field, and where. */
  report(name: string, what: string, position = this.#table.positions.get(name)): undefined {
    this.problems.push({ message: `"${this.#path}${name}" ${what}`, position });
    return undefined;
  }

  #plain(name: string, text: string): boolean {
    if (text.includes('\0')) this.report(name, 'holds a NUL character');
    else if (text.length > TEXT_MAX) this.report(name, `is longer than ${TEXT_MAX} characters`);
    else return true;
    return false;
  }

  /** Fields that nobody asked for. */
  unread(): string[] {
    return [...this.#table.fields.keys()].filter((key) => !this.#read.has(key));
  }
}
