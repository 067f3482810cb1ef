import fc from 'fast-check';
import { type ParseError, parse } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { removeJsonc, setJsonc } from '../../../src-main/registry/edit-jsonc.ts';

const KEYS = ['a', 'b', 'c', 'constructor', 'é"\\'];
const key = fc.constantFrom(...KEYS);
const scalar = fc.oneof(fc.string(), fc.boolean(), fc.integer(), fc.constant('x // y /* z'));
const { value } = fc.letrec<{ value: unknown; list: unknown; object: unknown }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, scalar, tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  object: fc.dictionary(key, tie('value'), { maxKeys: 4 }),
}));
const rootObject = fc.dictionary(key, value, { maxKeys: 4 });

/** Between tokens: blanks, line ends, and comments that are each different. */
const trivia = fc.array(fc.constantFrom(' ', '\n', '\t', 'LINE', 'BLOCK'), { maxLength: 3 });
interface Style {
  readonly gaps: readonly (readonly string[])[];
  readonly trailing: boolean;
  readonly eol: string;
}
const style: fc.Arbitrary<Style> = fc.record({
  gaps: fc.array(trivia, { minLength: 1, maxLength: 12 }),
  trailing: fc.boolean(),
  eol: fc.constantFrom('\n', '\r\n'),
});

function write(
  root: unknown,
  { gaps, trailing, eol }: Style,
): { text: string; comments: string[] } {
  const comments: string[] = [];
  let turn = 0;
  const gap = (): string =>
    (gaps[turn++ % gaps.length] ?? [])
      .map((part) => {
        if (part !== 'LINE' && part !== 'BLOCK') return part.replace('\n', eol);
        const name = `comment-${comments.length}.`;
        comments.push(name);
        return part === 'LINE' ? `// ${name}, {[${eol}` : `/* ${name} "," } */`;
      })
      .join('');
  const list = (items: string[], open: string, close: string): string => {
    const joined = items.reduce(
      (all, item, index) => (index === 0 ? item : `${all}${gap()},${gap()}${item}`),
      '',
    );
    return `${open}${gap()}${joined}${items.length > 0 && trailing ? ',' : ''}${gap()}${close}`;
  };
  const one = (node: unknown): string => {
    if (Array.isArray(node)) return list(node.map(one), '[', ']');
    if (typeof node === 'object' && node !== null) {
      return list(
        Object.entries(node).map(
          ([name, inner]) => `${JSON.stringify(name)}${gap()}:${gap()}${one(inner)}`,
        ),
        '{',
        '}',
      );
    }
    return JSON.stringify(node);
  };
  return { text: `${gap()}${one(root)}${gap()}`, comments };
}

function read(text: string): Record<string, unknown> {
  const errors: ParseError[] = [];
  const found: Record<string, unknown> = parse(text, errors, { allowTrailingComma: true });
  expect(errors, text).toEqual([]);
  return found;
}

test('setting a key changes that key only and keeps every comment outside a replaced value', () => {
  fc.assert(
    fc.property(rootObject, key, scalar, style, (root, name, wanted, how) => {
      const { text, comments } = write(root, how);
      const edited = setJsonc(text, [name], wanted);
      expect(read(edited)).toEqual({ ...root, [name]: wanted });
      expect(setJsonc(edited, [name], wanted)).toBe(edited);
      const replaced = typeof root[name] === 'object' && Object.hasOwn(root, name);
      if (!replaced) for (const comment of comments) expect(edited).toContain(comment);
    }),
    { seed: 1, numRuns: 2000 },
  );
});

test('removing a key keeps the other keys and the comments outside it', () => {
  fc.assert(
    fc.property(rootObject, key, style, (root, name, how) => {
      const flat = Object.fromEntries(Object.keys(root).map((each, index) => [each, index]));
      const { text, comments } = write(flat, how);
      const edited = removeJsonc(text, [name]);
      const rest = Object.fromEntries(Object.entries(flat).filter(([each]) => each !== name));
      expect(read(edited)).toEqual(rest);
      const inside = Object.hasOwn(flat, name) ? commentsWithin(text, name) : [];
      for (const comment of comments.filter((each) => !inside.includes(each))) {
        expect(edited).toContain(comment);
      }
    }),
    { seed: 2, numRuns: 2000 },
  );
});

test('a list becomes the wanted list, whatever it was', () => {
  const items = fc.array(fc.constantFrom('a', 'b', 'c', 1, true), { maxLength: 6 });
  fc.assert(
    fc.property(items, items, style, (before, after, how) => {
      const { text } = write({ list: before, other: 1 }, how);
      const edited = setJsonc(text, ['list'], after);
      expect(read(edited)).toEqual({ list: after, other: 1 });
      if (JSON.stringify(before) === JSON.stringify(after)) expect(edited).toBe(text);
    }),
    { seed: 3, numRuns: 2000 },
  );
});

/** Comments between a key and the end of its value go with it. */
function commentsWithin(text: string, name: string): string[] {
  const start = text.indexOf(`${JSON.stringify(name)}`);
  const part =
    /^"(?:[^"\\]|\\.)*"(?:\s|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)*:(?:\s|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)*\d/.exec(
      text.slice(start),
    );
  return part?.[0].match(/comment-\d+\./g) ?? [];
}
