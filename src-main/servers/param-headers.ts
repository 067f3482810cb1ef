import { z } from 'zod';

/**
 * Request headers that mirror tool arguments (revision 2026-07-28, Streamable HTTP, "Custom Headers
 * from Tool Parameters"). A tool whose declarations break the rules must not be offered there.
 */
export interface ParamHeader {
  readonly path: readonly string[];
  readonly name: string;
}

const KEY = 'x-mcp-header';
const DEPTH_MAX = 32;
const HEADER_TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const JsonObject = z.record(z.string(), z.unknown());

/** The declarations of an input schema, or null when one of them is not allowed. */
export function paramHeaders(inputSchema: unknown): readonly ParamHeader[] | null {
  const headers: ParamHeader[] = [];
  if (!collect(inputSchema, [], headers)) return null;
  const names = headers.map((header) => header.name.toLowerCase());
  if (new Set(names).size !== names.length) return null;
  // A declaration anywhere else than on a chain of `properties` breaks the rules.
  return countKeys(inputSchema, 0) === headers.length ? headers : null;
}

function collect(schema: unknown, path: readonly string[], headers: ParamHeader[]): boolean {
  const node = JsonObject.safeParse(schema);
  if (!node.success || path.length > DEPTH_MAX) return true;
  const name = node.data[KEY];
  if (name !== undefined) {
    const type = node.data['type'];
    const isPrimitive = type === 'string' || type === 'integer' || type === 'boolean';
    if (path.length === 0 || !isPrimitive) return false;
    if (typeof name !== 'string' || !HEADER_TOKEN.test(name)) return false;
    headers.push({ path, name });
  }
  const properties = JsonObject.safeParse(node.data['properties']);
  if (!properties.success) return true;
  return Object.entries(properties.data).every(([key, child]) =>
    collect(child, [...path, key], headers),
  );
}

/** How often the keyword appears in schemas; a property that merely has this name does not count. */
function countKeys(schema: unknown, depth: number): number {
  if (depth > DEPTH_MAX * 2 || typeof schema !== 'object' || schema === null) return 0;
  let count = 0;
  for (const [key, value] of Object.entries(schema)) {
    if (key === KEY && !Array.isArray(schema)) count += 1;
    else if (
      ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'].includes(key)
    ) {
      if (typeof value === 'object' && value !== null) {
        for (const child of Object.values(value)) count += countKeys(child, depth + 1);
      }
    } else if (!['enum', 'const', 'default', 'examples'].includes(key)) {
      count += countKeys(value, depth + 1);
    }
  }
  return count;
}

/** The headers of one call; absent and null arguments have none. */
export function headersOfCall(
  declared: readonly ParamHeader[],
  args: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { path, name } of declared) {
    let value: unknown = args;
    for (const key of path) {
      const node = JsonObject.safeParse(value);
      value = node.success && Object.hasOwn(node.data, key) ? node.data[key] : undefined;
    }
    const text = headerText(value);
    if (text !== null) headers[`Mcp-Param-${name}`] = text;
  }
  return headers;
}

function headerText(value: unknown): string | null {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return null;
  if (!['string', 'number', 'boolean'].includes(typeof value)) return null;
  const text = String(value);
  const isPlain = /^[\x21-\x7e]([\x20-\x7e\t]*[\x21-\x7e])?$/.test(text);
  const looksEncoded = text.startsWith('=?base64?') && text.endsWith('?=');
  return isPlain && !looksEncoded
    ? text
    : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}
