import { isDeeperThan } from '../kernel/json-depth.ts';
import { parseStrictJson } from '../kernel/strict-json.ts';

export const BODY_MAX = 4 * 1024 * 1024;
/** How much of a too large body is still read, so that its sender gets to read the answer. */
const DRAIN_MAX = 4 * BODY_MAX;
/** Levels of nesting that all that is done with a message takes. */
const LEVELS_MAX = 500;

/** A body as text; `too_large` beyond 4 MiB, `not_text` when it is no UTF-8. */
export async function readBody(
  chunks: AsyncIterable<unknown>,
): Promise<{ readonly text: string } | 'too_large' | 'not_text'> {
  const kept: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    if (!(chunk instanceof Uint8Array)) continue;
    size += chunk.length;
    if (size <= BODY_MAX) kept.push(chunk);
    else if (size > DRAIN_MAX) break;
  }
  if (size > BODY_MAX) return 'too_large';
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(kept)) };
  } catch {
    return 'not_text'; // the decoder throws for nothing else
  }
}

/** A JSON-RPC body. `ambiguous` means that readers may differ on it: such a call must not run. */
export type ReadMessage =
  | { readonly kind: 'message'; readonly value: unknown }
  | { readonly kind: 'ambiguous_call'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Parses strictly (no duplicate key, no integer beyond 2^53). A single `tools/call` that only a
 * lenient parser takes goes on as ambiguous, so that it is recorded and its model learns the reason.
 */
export function readMessage(text: string): ReadMessage {
  const strict = parseStrictJson(text);
  if (strict.ok) return { kind: 'message', value: strict.value };
  const reason = strict.failure.message;
  try {
    const value = withoutDeepArguments(JSON.parse(text));
    return methodOf(value) === 'tools/call' && !isDeeperThan(value, LEVELS_MAX)
      ? { kind: 'ambiguous_call', value }
      : { kind: 'refused', reason };
  } catch {
    return { kind: 'refused', reason };
  }
}

/** A message whose arguments nothing recursive could take goes on without them: its text is what is refused. */
function withoutDeepArguments(value: unknown): unknown {
  if (!isObject(value) || !('params' in value) || !isObject(value.params)) return value;
  const { params } = value;
  return 'arguments' in params && isDeeperThan(params.arguments, LEVELS_MAX)
    ? { ...value, params: { ...params, arguments: {} } }
    : value;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The method of a single JSON-RPC message. */
export const methodOf = (value: unknown): string | null =>
  isObject(value) && 'method' in value && typeof value.method === 'string' ? value.method : null;
