import { createScanner, type Node } from 'jsonc-parser';
import { sameJson } from './changed-fields.ts';
import { jsoncValue, membersOf, readJsoncObject } from './read-jsonc.ts';

type Json = unknown;

/**
 * Makes `text` say `value` at `path` below the root object by the fewest changes of characters:
 * comments, order, indentation, line ends and all other keys stay. Objects are entered key by key and
 * lists item by item, so what is equal is not touched; keys that `value` does not have stay, those
 * that it holds as `undefined` go. `text` must be readable (see readJsoncObject).
 */
export function setJsonc(text: string, path: readonly string[], value: Json): string {
  const { root } = parsed(text);
  const [node, rest] = deepest(root, path);
  if (rest.length > 0) {
    if (node.type === 'object')
      return insert(text, node, rest[0] ?? null, nested(rest.slice(1), value));
    return replace(text, node, nested(rest, value));
  }
  if (isObject(value) && node.type === 'object') {
    return Object.keys(value).reduce(
      (edited, key) =>
        value[key] === undefined
          ? removeJsonc(edited, [...path, key])
          : setJsonc(edited, [...path, key], value[key]),
      text,
    );
  }
  if (sameJson(jsoncValue(node), value)) return text;
  if (Array.isArray(value) && node.type === 'array') return setList(text, path, value);
  return replace(text, node, value);
}

/** Takes every member of that name away; comments around it stay. Nothing there: the same text. */
export function removeJsonc(text: string, path: readonly string[]): string {
  const key = path.at(-1);
  const [parent, rest] = deepest(parsed(text).root, path.slice(0, -1));
  if (rest.length > 0) return text;
  const index = membersOf(parent).findLastIndex((member) => member.key === key);
  if (index === -1) return text;
  return removeJsonc(removeChild(text, parent, index), path);
}

const isObject = (value: Json): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): { root: Node } {
  const read = readJsoncObject(text);
  if (read.problem || read.text !== text) throw new Error('Only readable text can be edited');
  return read;
}

/** The node at `path`, or the last one on the way and the part of the path that is missing. */
function deepest(root: Node, path: readonly string[]): [Node, readonly string[]] {
  let node = root;
  for (const [index, key] of path.entries()) {
    const next = membersOf(node).findLast((member) => member.key === key);
    if (!next) return [node, path.slice(index)];
    node = next.value;
  }
  return [node, []];
}

const nested = (path: readonly string[], value: Json): Json =>
  path.reduceRight<Json>((inner, key) => ({ [key]: inner }), value);

/** Keeps what both lists share at their start and end; replaces, adds or removes the items between. */
function setList(text: string, path: readonly string[], wanted: readonly Json[]): string {
  let edited = text;
  const now = () => deepest(parsed(edited).root, path)[0];
  const items = () => now().children ?? [];
  const old = items().map(jsoncValue);
  const shared = Math.min(old.length, wanted.length);
  let head = 0;
  while (head < shared && sameJson(old[head], wanted[head])) head += 1;
  let tail = 0;
  while (tail < shared - head && sameJson(old.at(-1 - tail), wanted.at(-1 - tail))) tail += 1;
  const both = shared - tail;
  for (let index = head; index < both; index += 1) {
    const item = items()[index];
    if (item && !sameJson(jsoncValue(item), wanted[index])) {
      edited = replace(edited, item, wanted[index]);
    }
  }
  for (let left = old.length - wanted.length; left > 0; left -= 1) {
    edited = removeChild(edited, now(), both + left - 1);
  }
  for (let index = both; index < both + wanted.length - old.length; index += 1) {
    edited = insert(edited, now(), null, wanted[index], index);
  }
  return edited;
}

function replace(text: string, node: Node, value: Json): string {
  const written = render(value, text, indentAt(text, node.offset), spansLines(text, node));
  return splice(text, node.offset, node.offset + node.length, written);
}

/** Puts a new child at `at` (default: the end) of an object (with `key`) or a list (`key` null). */
function insert(text: string, parent: Node, key: string | null, value: Json, at?: number): string {
  const children = parent.children ?? [];
  const index = at ?? children.length;
  const apart = children.length === 0 || spansLines(text, parent);
  const outer = indentAt(text, parent.offset);
  const first = children[0];
  const indent =
    first && startsLine(text, first.offset) ? indentAt(text, first.offset) : outer + unitOf(text);
  const gap = apart ? endOfLine(text) + indent : ' ';
  const label = key === null ? '' : `${JSON.stringify(key)}: `;
  const child = label + render(value, text, indent, true);
  const previous = children[index - 1];
  if (children.length === 0) return insertFirst(text, parent, gap + child, outer);
  if (!previous) {
    const next = children[0]?.offset ?? parent.offset + 1;
    return splice(text, next, next, `${child},${gap}`);
  }
  const end = previous.offset + previous.length;
  const comma = commaAfter(text, end);
  const place = afterComments(text, comma === null ? end : comma + 1);
  const added = `${gap}${child}${comma === null ? '' : ','}`;
  const placed = splice(text, place, place, added);
  return comma === null ? splice(placed, end, end, ',') : placed;
}

function insertFirst(text: string, parent: Node, child: string, outer: string): string {
  const close = parent.offset + parent.length - 1;
  const inside = text.slice(parent.offset + 1, close).trimEnd();
  const from = parent.offset + 1 + inside.length;
  return splice(text, from, close, child + endOfLine(text) + outer);
}

function removeChild(text: string, parent: Node, index: number): string {
  const children = parent.children ?? [];
  const child = children[index];
  if (!child) return text;
  const end = child.offset + child.length;
  const comma = commaAfter(text, end);
  const previous = children[index - 1];
  if (comma !== null) return cutWithLine(splice(text, comma, comma + 1, ''), child.offset, end);
  if (!previous) return cutWithLine(text, child.offset, end);
  const before = previous.offset + previous.length;
  if (/^,[ \t]*$/.test(text.slice(before, child.offset))) return splice(text, before, end, '');
  const dangling = commaAfter(text, before);
  const cut = cutWithLine(text, child.offset, end);
  return dangling === null ? cut : splice(cut, dangling, dangling + 1, '');
}

/** Cuts a range; its line too when nothing else is left on it, else one space beside it. */
function cutWithLine(text: string, start: number, end: number): string {
  const lineEnd = /[ \t]*(\r\n|\r|\n)/y;
  lineEnd.lastIndex = end;
  const rest = lineEnd.exec(text);
  if (rest && startsLine(text, start)) {
    return splice(text, start - indentAt(text, start).length, end + rest[0].length, '');
  }
  return splice(text, start, text[end] === ' ' ? end + 1 : end, '');
}

/** Offset of the comma that follows `from` after blanks and comments only, or null. */
function commaAfter(text: string, from: number): number | null {
  const scanner = createScanner(text, true);
  scanner.setPosition(from);
  scanner.scan();
  return text[scanner.getTokenOffset()] === ',' ? scanner.getTokenOffset() : null;
}

/** The end of the comments that stand on the same line after `from`. */
function afterComments(text: string, from: number): number {
  const comment = /[ \t]*(?:\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)/y;
  let end = from;
  for (;;) {
    comment.lastIndex = end;
    const found = comment.exec(text);
    if (!found) return end;
    end += found[0].length;
  }
}

const splice = (text: string, start: number, end: number, put: string): string =>
  text.slice(0, start) + put + text.slice(end);

const spansLines = (text: string, node: Node): boolean =>
  /[\r\n]/.test(text.slice(node.offset, node.offset + node.length));

/** The blanks at the start of the line that holds `offset`. */
function indentAt(text: string, offset: number): string {
  const start =
    Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

const startsLine = (text: string, offset: number): boolean => {
  const before = text[offset - indentAt(text, offset).length - 1];
  return before === undefined || before === '\n' || before === '\r';
};

const unitOf = (text: string): string => /[\r\n]([ \t]+)"/.exec(text)?.[1] ?? '  ';

const endOfLine = (text: string): string => /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';

/** JSON text; objects take a line per member when `apart`, short lists stay on one line. */
function render(value: Json, text: string, indent: string, apart: boolean): string {
  const inner = indent + unitOf(text);
  if (isObject(value) && Object.keys(value).length > 0) {
    const members = Object.entries(value).map(
      ([key, each]) => `${JSON.stringify(key)}: ${render(each, text, inner, apart)}`,
    );
    if (!apart) return `{ ${members.join(', ')} }`;
    const eol = endOfLine(text);
    return `{${eol}${members.map((member) => inner + member).join(`,${eol}`)}${eol}${indent}}`;
  }
  if (Array.isArray(value)) {
    return `[${value.map((item) => render(item, text, inner, false)).join(', ')}]`;
  }
  return JSON.stringify(value);
}
