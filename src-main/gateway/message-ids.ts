export type RequestId = string | number;

const messagesOf = (body: unknown): readonly unknown[] => (Array.isArray(body) ? body : [body]);
const fieldOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined;
const isId = (id: unknown): id is RequestId => typeof id === 'string' || typeof id === 'number';

/** Ids of the requests in a JSON-RPC body, a single message or a batch. */
export const requestIdsOf = (body: unknown): readonly RequestId[] =>
  messagesOf(body)
    .filter((message) => typeof fieldOf(message, 'method') === 'string')
    .map((message) => fieldOf(message, 'id'))
    .filter(isId);

/** Ids of the requests that a JSON-RPC body cancels. */
export const cancelledIdsOf = (body: unknown): readonly RequestId[] =>
  messagesOf(body)
    .filter((message) => fieldOf(message, 'method') === 'notifications/cancelled')
    .map((message) => fieldOf(fieldOf(message, 'params'), 'requestId'))
    .filter(isId);
