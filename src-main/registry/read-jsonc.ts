import {
  createScanner,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import type { FieldPath } from './field-problems.ts';
import { type Place, placeAt } from './text-place.ts';

/** Why a text cannot be used at all, and where. */
export interface TextProblem extends Place {
  readonly message: string;
}

export const BOM = '\uFEFF';
const DEPTH_MAX = 64;
// The scanner's token kinds are a const enum, which isolated modules cannot read.
const OPENING: ReadonlySet<number> = new Set([1, 3]);
const CLOSING: ReadonlySet<number> = new Set([2, 4]);
const END = 17;

export type JsoncObject =
  | { readonly problem: TextProblem }
  | { readonly problem: null; readonly text: string; readonly root: Node };

/**
 * JSON with comments, trailing commas and a byte-order mark, whose root must be an object.
 * Offsets of the tree are those of `text`, which has no byte-order mark.
 */
export function readJsoncObject(source: string): JsoncObject {
  const text = source.startsWith(BOM) ? source.slice(1) : source;
  const broken = (message: string, offset: number): JsoncObject => ({
    problem: { message, ...placeAt(text, offset) },
  });
  if (text.trim() === '') return broken('The file is empty.', 0);
  const nul = text.indexOf('\0');
  if (nul >= 0) return broken('The file is not UTF-8 text (UTF-16 or binary).', nul);
  const conflict = /^(<{7}|={7}|>{7})( |\r?$)/m.exec(text);
  const deep = tooDeepAt(text);
  if (deep !== null) return broken(`Nested deeper than ${DEPTH_MAX} levels.`, deep);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const first = errors[0];
  if (first && conflict) return broken('The file holds merge-conflict markers.', conflict.index);
  if (first) return broken(`Not valid JSON: ${words(first)}.`, first.offset);
  if (!root) return broken('The file holds no value.', 0);
  if (root.type !== 'object') return broken(`Must be an object, not ${root.type}.`, root.offset);
  return { problem: null, text, root };
}

/** The members of an object node, in order, also duplicate ones. */
export function membersOf(node: Node): { key: string; property: Node; value: Node }[] {
  if (node.type !== 'object') return [];
  return (node.children ?? []).flatMap((property) => {
    const [key, value] = property.children ?? [];
    return key && value ? [{ key: String(key.value), property, value }] : [];
  });
}

/** The value of a node; `__proto__` becomes an ordinary own key. Of duplicate keys the last counts. */
export function jsoncValue(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(jsoncValue);
  if (node.type === 'object') {
    const value = {};
    for (const member of membersOf(node)) {
      Object.defineProperty(value, member.key, {
        value: jsoncValue(member.value),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return value;
  }
  const literal: unknown = node.value;
  return literal;
}

/** Path and offset of each key that an object repeats (its second and later places). */
export function duplicateKeys(
  node: Node,
  path: FieldPath = [],
): { path: FieldPath; offset: number }[] {
  if (node.type === 'array') {
    return (node.children ?? []).flatMap((child, index) => duplicateKeys(child, [...path, index]));
  }
  const seen = new Set<string>();
  return membersOf(node).flatMap(({ key, property, value }) => {
    const here = seen.has(key) ? [{ path: [...path, key], offset: property.offset }] : [];
    seen.add(key);
    return [...here, ...duplicateKeys(value, [...path, key])];
  });
}

/** Offset of the field at `path`, or of the nearest parent that exists. For a key: of its property. */
export function offsetOf(root: Node, path: FieldPath): number {
  let node = root;
  let offset = root.offset;
  for (const part of path) {
    const member =
      typeof part === 'number'
        ? { property: node.children?.[part], value: node.children?.[part] }
        : membersOf(node).findLast(({ key }) => key === part);
    if (!member?.property || !member.value) return offset;
    offset = member.property.offset;
    node = member.value;
  }
  return offset;
}

function tooDeepAt(text: string): number | null {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (let token: number = scanner.scan(); token !== END; token = scanner.scan()) {
    if (OPENING.has(token)) depth += 1;
    else if (CLOSING.has(token)) depth -= 1;
    if (depth > DEPTH_MAX) return scanner.getTokenOffset();
  }
  return null;
}

const words = (error: ParseError): string =>
  printParseErrorCode(error.error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
