import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { isDeeperThan } from '../kernel/json-depth.ts';

/** Levels of objects and arrays in one message of a server, the message itself among them. */
export const MESSAGE_LEVELS_MAX = 500;

const INTERNAL_ERROR = -32_603;

/**
 * A message that anything recursive can take: itself, or if it is nested too deep what takes its
 * place. An answer becomes an error that says so, a request loses its parameters (it still gets an
 * answer), and a notification is dropped: null.
 */
export function withinDepth(message: JSONRPCMessage): JSONRPCMessage | null {
  if (!isDeeperThan(message, MESSAGE_LEVELS_MAX)) return message;
  // Not by its type: on stdio only the outer shape is known, and even an id may be the deep part.
  const id: unknown = 'id' in message ? message.id : undefined;
  if (typeof id !== 'string' && typeof id !== 'number') return null;
  if ('method' in message) return { jsonrpc: '2.0', id, method: message.method };
  const text = `The server’s answer is nested deeper than ${MESSAGE_LEVELS_MAX} levels.`;
  return { jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message: text } };
}
