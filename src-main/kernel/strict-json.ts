import { fail, ok, type Result } from './result.ts';

/** What bounds one strict JSON text; depth counts nested objects and arrays. */
export interface StrictJsonLimits {
  readonly max_chars: number;
  readonly max_depth: number;
}

const LIMITS: StrictJsonLimits = { max_chars: 10_000_000, max_depth: 100 };

/**
 * JSON whose meaning is the same for every reader, so that what a person approved is what is sent
 * (DESIGN.md 5): no duplicate key, no integer beyond 2^53, no lone surrogate, no `__proto__`, no
 * comment. Fails with bad_arguments, naming line, column and key path.
 */
export function parseStrictJson(
  text: string,
  limits: Partial<StrictJsonLimits> = {},
): Result<unknown> {
  const { max_chars, max_depth } = { ...LIMITS, ...limits };
  if (text.length > max_chars) {
    return fail('bad_arguments', `The JSON is longer than ${max_chars} characters.`, {
      params: { max_chars },
    });
  }
  try {
    return ok(new Reader(text, max_depth).document());
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { line, column } = placeOf(text, error.at);
    const path = pathText(error.path);
    return fail(
      'bad_arguments',
      `${error.message} (line ${line}, column ${column}${path === '' ? '' : `, at ${path}`}).`,
      { params: { line, column, path } },
    );
  }
}

class Refusal extends Error {
  readonly at: number;
  readonly path: readonly (string | number)[];

  constructor(message: string, at: number, path: readonly (string | number)[]) {
    super(message);
    this.at = at;
    this.path = path;
  }
}

const SPACE = /[ \t\n\r]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const WORDS = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;

class Reader {
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #path: (string | number)[] = [];
  #at = 0;

  constructor(text: string, maxDepth: number) {
    this.#text = text;
    this.#maxDepth = maxDepth;
  }

  document(): unknown {
    this.#space();
    const value = this.#value();
    this.#space();
    if (this.#at < this.#text.length)
      throw this.#refusal('There is text after the end of the JSON');
    return value;
  }

  #value(): unknown {
    const next = this.#text[this.#at];
    if (next === '{') return this.#nested(() => this.#object());
    if (next === '[') return this.#nested(() => this.#array());
    if (next === '"') return this.#string();
    for (const [word, value] of WORDS) {
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length;
        return value;
      }
    }
    return this.#number();
  }

  #nested<T>(read: () => T): T {
    if (this.#path.length >= this.#maxDepth) {
      throw this.#refusal(`The JSON is nested deeper than ${this.#maxDepth} levels`);
    }
    this.#at += 1;
    this.#space();
    return read();
  }

  #object(): Record<string, unknown> {
    const entries = new Map<string, unknown>();
    if (this.#take('}')) return {};
    do {
      this.#space();
      const start = this.#at;
      const key = this.#string();
      this.#path.push(key);
      if (key === '__proto__') throw this.#refusal('The key "__proto__" is not accepted', start);
      if (entries.has(key)) {
        throw this.#refusal(`The key ${JSON.stringify(key)} appears twice`, start);
      }
      this.#space();
      this.#need(':');
      this.#space();
      entries.set(key, this.#value());
      this.#path.pop();
      this.#space();
    } while (this.#take(','));
    this.#need('}');
    return Object.fromEntries(entries);
  }

  #array(): unknown[] {
    const items: unknown[] = [];
    if (this.#take(']')) return items;
    do {
      this.#space();
      this.#path.push(items.length);
      items.push(this.#value());
      this.#path.pop();
      this.#space();
    } while (this.#take(','));
    this.#need(']');
    return items;
  }

  #string(): string {
    const start = this.#at;
    if (!this.#take('"')) throw this.#unexpected('a string');
    while (!this.#take('"')) {
      const unit = this.#text.charCodeAt(this.#at);
      if (Number.isNaN(unit)) throw this.#refusal('The string is not closed', start);
      if (unit < 0x20) throw this.#refusal('The string holds a raw control character');
      if (unit !== 0x5c) this.#at += 1;
      else if (this.#match(ESCAPE) === null) throw this.#refusal('The string holds a wrong escape');
    }
    const value: unknown = JSON.parse(this.#text.slice(start, this.#at));
    if (typeof value !== 'string') throw new Error('A JSON string literal gave no string');
    if (!value.isWellFormed()) {
      throw this.#refusal('The string holds half of a surrogate pair', start);
    }
    return value;
  }

  #number(): number {
    const start = this.#at;
    const match = this.#match(NUMBER);
    if (match === null) throw this.#unexpected('a value');
    const [literal, , exponent] = match;
    const value = Number(literal);
    if (!Number.isFinite(value)) throw this.#refusal('The number is too large', start);
    if (exponent === undefined && Number.isInteger(value) && !Number.isSafeInteger(value)) {
      throw this.#refusal(
        'The integer is beyond 2^53 and would change on the way: send it as a string',
        start,
      );
    }
    return value;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match !== null) this.#at = pattern.lastIndex;
    return match;
  }

  #space(): void {
    this.#match(SPACE);
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #need(character: string): void {
    if (!this.#take(character)) throw this.#unexpected(`"${character}"`);
  }

  #unexpected(wanted: string): Refusal {
    const found = this.#text.codePointAt(this.#at);
    const what =
      found === undefined ? 'the end of the text' : JSON.stringify(String.fromCodePoint(found));
    return this.#refusal(`Expected ${wanted}, found ${what}`);
  }

  #refusal(message: string, at = this.#at): Refusal {
    return new Refusal(message, at, [...this.#path]);
  }
}

function placeOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  return { line, column: at - (before.lastIndexOf('\n') + 1) + 1 };
}

const pathText = (path: readonly (string | number)[]): string =>
  path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`,
    )
    .join('')
    .slice(0, 200);
