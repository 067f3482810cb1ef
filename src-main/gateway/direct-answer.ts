import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

export interface JsonRpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** What a handler threw as a JSON-RPC error. Handlers throw nothing but protocol errors (`guarded`). */
export function errorOf(thrown: unknown): JsonRpcError {
  if (!(thrown instanceof ProtocolError))
    return { code: ProtocolErrorCode.InternalError, message: 'Internal error' };
  const { code, message, data } = thrown;
  return { code, message, ...(data === undefined ? {} : { data }) };
}
