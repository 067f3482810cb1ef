import type { Node } from 'jsonc-parser';
import { checkRegistration, idProblem } from './check-registration.ts';
import { type FieldPath, type FieldProblem, fieldProblems, pathText } from './field-problems.ts';
import { misplacedKey } from './misplaced-key.ts';
import {
  duplicateKeys,
  jsoncValue,
  membersOf,
  offsetOf,
  readJsoncObject,
  type TextProblem,
} from './read-jsonc.ts';
import { Registration } from './registration.ts';
import type { InvalidEntry } from './registry.ts';
import { placeAt } from './text-place.ts';

export const REGISTRY_BYTES_MAX = 4 * 1024 * 1024;
export const REGISTRY_ENTRIES_MAX = 1000;
const INVALID_SHOWN = 1000;
const KNOWN_FIELDS = Object.keys(Registration.shape);

export interface RegistryEntries {
  readonly problem: null;
  readonly entries: ReadonlyMap<string, Registration>;
  readonly invalid: readonly InvalidEntry[];
  /** Ids that stand in the file more than once; none of their entries holds. */
  readonly duplicates: readonly string[];
}

export type ParsedRegistry = { readonly problem: TextProblem } | RegistryEntries;

export const NO_ENTRIES: RegistryEntries = {
  problem: null,
  entries: new Map(),
  invalid: [],
  duplicates: [],
};

/**
 * The text of `mcp_servers.json`, entry by entry: a bad one is named with its place and skipped, the
 * others hold. A `problem` means that the text as a whole cannot be trusted and must not be replaced.
 */
export function parseRegistry(text: string): ParsedRegistry {
  const read = readJsoncObject(text);
  if (read.problem) return read;
  const members = membersOf(read.root).filter((member) => !isSchemaHint(member));
  if (members.length > REGISTRY_ENTRIES_MAX) {
    const message = `More than ${REGISTRY_ENTRIES_MAX} servers.`;
    return { problem: { message, ...placeAt(read.text, read.root.offset) } };
  }
  const counts = new Map<string, number>();
  for (const { key } of members) counts.set(key, (counts.get(key) ?? 0) + 1);
  const entries = new Map<string, Registration>();
  const invalid: InvalidEntry[] = [];
  for (const { key, property, value } of members) {
    const at = (offset: number) => placeAt(read.text, offset);
    const bad = (message: string, offset: number) =>
      invalid.push({ id: key.slice(0, 512), message, ...at(offset) });
    if ((counts.get(key) ?? 0) > 1) {
      bad(
        `"${key.slice(0, 100)}" stands in the file more than once; none of them holds.`,
        property.offset,
      );
      continue;
    }
    const entry = parseEntry(key, value);
    if (entry.ok) entries.set(key, entry.registration);
    else bad(entry.problem.message, offsetOf(read.root, [key, ...entry.problem.path]));
  }
  return {
    problem: null,
    entries,
    invalid: invalid.slice(0, INVALID_SHOWN),
    duplicates: [...counts].filter(([, count]) => count > 1).map(([key]) => key),
  };
}

type ParsedEntry =
  | { readonly ok: true; readonly registration: Registration }
  | { readonly ok: false; readonly problem: FieldProblem };

function parseEntry(id: string, node: Node): ParsedEntry {
  const bad = (path: FieldPath, message: string): ParsedEntry => ({
    ok: false,
    problem: { path, message },
  });
  const badId = idProblem(id);
  if (badId !== null) return bad([], badId + wrapperHint(id));
  if (node.type !== 'object') return bad([], `The entry must be an object, not ${node.type}.`);
  const twice = duplicateKeys(node)[0];
  if (twice) return bad(twice.path, `"${pathText(twice.path)}" stands there more than once.`);
  const proto = protoIn(node);
  if (proto) return bad(proto, `"${pathText(proto)}" cannot be a key.`);
  const value = jsoncValue(node);
  for (const { key } of membersOf(node)) {
    if (KNOWN_FIELDS.includes(key)) continue;
    const why = misplacedKey(key, KNOWN_FIELDS);
    if (why !== null)
      return bad([key], `"${key.slice(0, 100)}" is not a field of a server. ${why}`);
  }
  return checked(value);
}

/** Schema and cross-field checks of one entry's value. */
function checked(value: unknown): ParsedEntry {
  const parsed = Registration.safeParse(value);
  const nested = [
    ...Object.keys(Registration.shape.auth.unwrap().shape),
    ...Object.keys(Registration.shape.timeouts.unwrap().shape),
  ];
  const problems = parsed.success
    ? checkRegistration(parsed.data)
    : fieldProblems(parsed.error, value, nested);
  const first = problems[0];
  if (first) return { ok: false, problem: first };
  return parsed.success
    ? { ok: true, registration: parsed.data }
    : { ok: false, problem: { path: [], message: 'The entry is not valid.' } };
}

/** Path of a key that would become an object's prototype. */
function protoIn(node: Node): FieldPath | null {
  const children =
    node.type === 'array'
      ? (node.children ?? []).map((value, index) => ({ key: index, value }))
      : membersOf(node);
  for (const { key, value } of children) {
    if (key === '__proto__') return [key];
    const below = protoIn(value);
    if (below) return [key, ...below];
  }
  return null;
}

const isSchemaHint = (member: { key: string; value: Node }): boolean =>
  member.key === '$schema' && member.value.type === 'string';

const wrapperHint = (id: string): string =>
  id === 'mcpServers' || id === 'servers' || id === 'mcp'
    ? ' This looks like another client’s file: paste it into "Add server" instead.'
    : '';
