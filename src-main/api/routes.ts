import { type RequestName, requestNames, requests } from '../../src-preload/contract/index.ts';
import { FAILURE_KINDS, type FailureCode, type FailureKind } from '../kernel/failure.ts';

export const API_BASE = '/api/v1';

interface Route {
  readonly name: RequestName;
  readonly method: string;
  readonly segments: readonly string[];
}

const routes: readonly Route[] = requestNames.map((name) => {
  const [method = '', path = ''] = requests[name].http.split(' ');
  return { name, method, segments: path.split('/').slice(1) };
});

const placeholder = (segment: string): string | null =>
  segment.startsWith('{') && segment.endsWith('}') ? segment.slice(1, -1) : null;

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null; // malformed percent-encoding names nothing
  }
}

/** The request that a method and path (below the base) name, with the fields taken from the path. */
export function matchRoute(
  method: string,
  path: string,
): { name: RequestName; fields: Record<string, string> } | 'no_such_path' | 'wrong_method' {
  const segments = path.split('/').slice(1);
  let pathKnown = false;
  // A literal segment wins over a placeholder, whatever the order of the contract.
  let best: { name: RequestName; fields: Record<string, string>; literals: number } | null = null;
  for (const route of routes) {
    if (route.segments.length !== segments.length) continue;
    const fields: Record<string, string> = {};
    let literals = 0;
    const fits = route.segments.every((expected, index) => {
      const actual = decoded(segments[index] ?? '');
      if (actual === null) return false;
      const field = placeholder(expected);
      if (field !== null) fields[field] = actual;
      else if (expected === actual) literals += 1;
      return field !== null || expected === actual;
    });
    if (!fits) continue;
    pathKnown = true;
    if (route.method === method && (best === null || literals > best.literals))
      best = { name: route.name, fields, literals };
  }
  if (best !== null) return { name: best.name, fields: best.fields };
  return pathKnown ? 'wrong_method' : 'no_such_path';
}

/** Method, path with query, and body for a request: the inverse of `matchRoute`. */
export function routeOf(
  name: RequestName,
  input: Readonly<Record<string, unknown>>,
): { method: string; path: string; body: string | null } {
  const [method = '', template = ''] = requests[name].http.split(' ');
  const rest: Record<string, unknown> = { ...input };
  const path = template.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = rest[field];
    delete rest[field];
    return encodeURIComponent(String(value));
  });
  const url = `${API_BASE}${path}`;
  if (method !== 'GET') return { method, path: url, body: JSON.stringify(rest) };
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(rest)) {
    if (Array.isArray(value)) for (const item of value) query.append(`${key}[]`, String(item));
    else if (value !== undefined) query.set(key, String(value));
  }
  const text = query.toString();
  return { method, path: text === '' ? url : `${url}?${text}`, body: null };
}

/** Query fields of a GET as an input object; `kinds[]=a&kinds[]=b` is a list. */
export function queryFields(query: URLSearchParams): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = {};
  for (const key of new Set(query.keys())) {
    if (key.endsWith('[]')) fields[key.slice(0, -2)] = query.getAll(key);
    else fields[key] = query.get(key) ?? '';
  }
  return fields;
}

const STATUS_OF_KIND: Record<FailureKind, number> = {
  input: 400,
  missing: 404,
  conflict: 409,
  file: 500,
  refused: 403,
  server: 503,
  machine: 503,
  own: 500,
};
/** Where HTTP has a word of its own. */
const STATUS_OF_CODE: Partial<Record<FailureCode, number>> = {
  hash_mismatch: 409,
  owner_busy: 409,
  port_in_use: 409,
  unreadable_file: 422,
  invalid_entry: 422,
  file_locked: 423,
  disk_full: 507,
  cancelled: 499,
};

/** HTTP status of a failure. */
export const httpStatusOf = (code: FailureCode): number =>
  STATUS_OF_CODE[code] ?? STATUS_OF_KIND[FAILURE_KINDS[code]];
