import type { Readable } from 'node:stream';
import { GrowingBytes } from '../kernel/growing-bytes.ts';
import { isDeeperThan } from '../kernel/json-depth.ts';
import { parseStrictJson } from '../kernel/strict-json.ts';
import { AmbiguousArguments } from './ambiguous-arguments.ts';
import { type RequestId, requestIdsOf } from './message-ids.ts';

export const BODY_MAX = 4 * 1024 * 1024;
/** How much of a too large body is still read, so that its sender gets to read the answer. */
const DRAIN_MAX = 4 * BODY_MAX;
/** Levels of nesting that all that is done with a message takes. */
const LEVELS_MAX = 500;

type Body = { readonly text: string } | 'too_large' | 'not_text';

/** A body as text; `too_large` beyond 4 MiB, `not_text` when it is no UTF-8. Rejects when it breaks off. */
export function readBody(stream: Readable): Promise<Body> {
  const kept = new GrowingBytes();
  let size = 0;
  return new Promise((resolve, reject) => {
    const end = () => {
      if (size > BODY_MAX) return resolve('too_large');
      const text = decodeBody(kept.take());
      return resolve(text === null ? 'not_text' : { text });
    };
    stream.on('data', (chunk: unknown) => {
      if (!(chunk instanceof Uint8Array)) return;
      size += chunk.length;
      if (size <= BODY_MAX) kept.push(chunk);
      else if (size > DRAIN_MAX) {
        stream.pause();
        end();
      }
    });
    stream.once('end', end);
    stream.once('error', reject);
    stream.once('close', () => {
      if (!stream.readableEnded) reject(new Error('The body broke off.'));
    });
  });
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** null when it is no UTF-8. */
export function decodeBody(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null; // the decoder throws for nothing else
  }
}

/** A JSON-RPC body: one message, or a batch of the older era. */
export type ReadMessage =
  | { readonly kind: 'message'; readonly value: unknown }
  /** `id` of a request whose params only a lenient parser takes; null when it is not sure. */
  | { readonly kind: 'refused'; readonly reason: string; readonly id: RequestId | null };

/**
 * Parses strictly (no duplicate key, no integer beyond 2^53). A single `tools/call` that only a
 * lenient parser takes goes on with its text in the place of its arguments, so that it is recorded and
 * its model learns the reason.
 */
export function readMessage(text: string): ReadMessage {
  const strict = parseStrictJson(text);
  if (strict.ok) return { kind: 'message', value: strict.value };
  const refused = { kind: 'refused', reason: strict.failure.message } as const;
  try {
    const lenient: unknown = JSON.parse(text);
    const value = withoutArguments(lenient, text);
    if (value !== null && !isDeeperThan(value, LEVELS_MAX)) return { kind: 'message', value };
    // Within its params nothing makes the id another one.
    const isSure = String(strict.failure.params?.['path']).startsWith('params');
    return { ...refused, id: isSure ? (requestIdsOf(lenient)[0] ?? null) : null };
  } catch {
    return { ...refused, id: null };
  }
}

/** The call with its whole text as its arguments; null when it is no call. */
function withoutArguments(value: unknown, text: string): object | null {
  if (!isObject(value) || methodOf(value) !== 'tools/call') return null;
  const params = 'params' in value && isObject(value.params) ? value.params : {};
  return { ...value, params: { ...params, arguments: new AmbiguousArguments(text) } };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The method of a single JSON-RPC message. */
export const methodOf = (value: unknown): string | null =>
  isObject(value) && 'method' in value && typeof value.method === 'string' ? value.method : null;
