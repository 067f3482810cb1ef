import {
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import type { DirectExchange } from './direct-exchange-http.ts';
import type { InboundRequest } from './inbound-request.ts';

/**
 * Answers one request over its exchange with what its handler gives, as JSON-RPC; one that was cancelled
 * gets no answer. Handlers throw nothing but protocol errors (`guarded`).
 */
export async function answerDirectly(
  { id, method, params }: JSONRPCRequest,
  exchange: DirectExchange,
  signal: AbortSignal,
  era: Pick<InboundRequest, 'ask' | 'envelope' | 'state' | 'answers'>,
  work: (inbound: InboundRequest) => Promise<Record<string, unknown>>,
): Promise<void> {
  const channel: InboundRequest['channel'] = {
    progress_token: params?._meta?.progressToken,
    notify: (name, told) => {
      if (!signal.aborted) exchange.send({ jsonrpc: '2.0', method: name, params: told }, false);
    },
  };
  try {
    const result = await work({ ...era, method, signal, channel });
    if (!signal.aborted) exchange.send({ jsonrpc: '2.0', id, result }, true);
  } catch (error) {
    if (!signal.aborted) exchange.send({ jsonrpc: '2.0', id, error: errorOf(error) }, true);
  }
}

function errorOf(thrown: unknown): { code: number; message: string; data?: unknown } {
  if (!(thrown instanceof ProtocolError))
    return { code: ProtocolErrorCode.InternalError, message: 'Internal error' };
  const { code, message, data } = thrown;
  return { code, message, ...(data === undefined ? {} : { data }) };
}
