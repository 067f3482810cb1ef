import { type ParamHeader, paramHeaders } from '../servers/param-headers.ts';

const ENCODED = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/;
const DECIMAL = /^-?\d+(\.\d+)?$/;

/**
 * Why the headers that mirror arguments of a call (2026-07-28, "Custom Headers from Tool Parameters")
 * contradict its body, or null. An argument that is absent or null expects none. A tool whose
 * declarations break the rules has none.
 */
export function mirroredHeaderProblem(
  inputSchema: unknown,
  args: unknown,
  headers: Pick<Headers, 'get'>,
): string | null {
  for (const { path, name } of declaredBy(inputSchema)) {
    const value = valueAt(args, path);
    if (value === undefined || value === null || typeof value === 'object') continue;
    const header = `Mcp-Param-${name}`;
    const given = headers.get(header);
    if (given === null) return `The header ${header} is missing.`;
    const text = decoded(given);
    if (text === null) return `The header ${header} is not encoded as it says.`;
    const same =
      typeof value === 'number' && DECIMAL.test(text)
        ? Number(text) === value
        : text === String(value);
    if (!same) return `The header ${header} differs from the argument ${path.join('.')}.`;
  }
  return null;
}

const known = new WeakMap<object, readonly ParamHeader[]>();

/** Of each schema once: it is looked at with every call. */
function declaredBy(inputSchema: unknown): readonly ParamHeader[] {
  if (typeof inputSchema !== 'object' || inputSchema === null) return [];
  const declared = known.get(inputSchema) ?? paramHeaders(inputSchema) ?? [];
  known.set(inputSchema, declared);
  return declared;
}

function valueAt(args: unknown, path: readonly string[]): unknown {
  let value = args;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

function decoded(given: string): string | null {
  if (!given.startsWith('=?base64?') || !given.endsWith('?=')) return given;
  const base64 = ENCODED.exec(given)?.[1];
  if (base64 === undefined) return null;
  const bytes = Buffer.from(base64, 'base64');
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return bytes.toString('base64') === base64 ? text : null;
  } catch {
    return null; // the decoder throws for nothing else
  }
}
