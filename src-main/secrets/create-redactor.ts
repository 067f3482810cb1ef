import { redactJson } from './redact-json.ts';
import { redactStream } from './redact-stream.ts';
import type { Redactor } from './redactor.ts';
import { knownRanges, merged, shapedRanges, withoutRanges } from './secret-ranges.ts';
import { secretSpellings } from './secret-spellings.ts';

/**
 * A picture or a file in base64: by chance it holds what looks like a token, and without those
 * characters it would be a broken one. Known values are hidden there too.
 */
const isBinary = (text: string): boolean =>
  text.length > 16_384 && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);

/** A redactor that knows nothing yet; a name may stand for several values (before and after a change). */
export function createRedactor(): Redactor {
  const values = new Map<string, Set<string>>();
  let spellings = new Map<string, string>();

  const rebuild = () => {
    spellings = new Map();
    for (const [name, known] of values) {
      for (const value of known) {
        for (const spelling of secretSpellings(value)) spellings.set(spelling, name);
      }
    }
  };
  const text = (input: string): string => {
    const known = knownRanges(input, spellings);
    const shaped = isBinary(input) ? [] : shapedRanges(input);
    if (known.length === 0 && shaped.length === 0) return input;
    return withoutRanges(input, merged([...known, ...shaped]));
  };

  return {
    learn(name, value) {
      const known = values.get(name) ?? new Set();
      if (known.has(value)) return;
      values.set(name, known.add(value));
      rebuild();
    },
    forget(name) {
      if (values.delete(name)) rebuild();
    },
    known: () =>
      [...values].flatMap(([name, known]) =>
        [...known].map((value): [string, string] => [name, value]),
      ),
    text,
    json: (value) => redactJson(value, text),
    stream: () => redactStream(() => spellings),
  };
}
