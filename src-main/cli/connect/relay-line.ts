import { z } from 'zod';

export type RpcId = string | number;
export type JsonObject = Readonly<Record<string, unknown>>;

/** What one line is to the relay; it looks no deeper than it has to. */
export type RelayLine =
  | {
      readonly kind: 'request';
      readonly id: RpcId;
      readonly method: string;
      readonly params: JsonObject;
    }
  | { readonly kind: 'notification'; readonly method: string; readonly params: JsonObject }
  | { readonly kind: 'answer'; readonly id: RpcId; readonly result: JsonObject | null }
  | { readonly kind: 'foreign'; readonly code: number; readonly reason: string };

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

const JsonObject = z.record(z.string(), z.unknown());
const Message = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
});

/** Sorts one line of JSON-RPC. What is none is `foreign`, with the error that its sender is due. */
export function readLine(line: string): RelayLine {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { kind: 'foreign', code: PARSE_ERROR, reason: 'Parse error: the line is not JSON.' };
  }
  const message = Message.safeParse(value);
  if (!message.success)
    return {
      kind: 'foreign',
      code: INVALID_REQUEST,
      reason: 'Invalid request: the line is no single JSON-RPC 2.0 message.',
    };
  const { id, method, params, result } = message.data;
  if (method === undefined)
    return id === undefined
      ? { kind: 'foreign', code: INVALID_REQUEST, reason: 'Invalid request: it has no method.' }
      : { kind: 'answer', id, result: objectOf(result) };
  return id === undefined
    ? { kind: 'notification', method, params: objectOf(params) ?? {} }
    : { kind: 'request', id, method, params: objectOf(params) ?? {} };
}

/** An object itself, null for anything else. Arrays are none. */
export const objectOf = (value: unknown): JsonObject | null => {
  const parsed = JsonObject.safeParse(value);
  return parsed.success ? parsed.data : null;
};

/** `"1"` and `1` are two ids. */
export const keyOf = (id: RpcId): string => JSON.stringify(id);

/** The same message under another id. Only for lines that are known to hold an object. */
export const withId = (line: string, id: RpcId): string =>
  JSON.stringify({ ...objectOf(JSON.parse(line)), id });

export const requestLine = (id: RpcId, method: string, params: JsonObject): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });

export const notificationLine = (method: string, params?: JsonObject): string =>
  JSON.stringify({ jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) });

export const resultLine = (id: RpcId, result: JsonObject): string =>
  JSON.stringify({ jsonrpc: '2.0', id, result });

export const errorLine = (id: RpcId | null, code: number, message: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
