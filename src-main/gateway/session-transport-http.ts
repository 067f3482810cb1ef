import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  type JSONRPCResponse,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { answerDirectly } from './direct-answer.ts';
import type { DirectExchange } from './direct-exchange-http.ts';
import { AnyResult, type InboundRequest, NEVER_MS } from './inbound-request.ts';
import type { RequestId } from './message-ids.ts';

type SendOptions = Parameters<WebStandardStreamableHTTPServerTransport['send']>[1];

interface Direct {
  readonly exchange: DirectExchange;
  /** Of a call that runs without the SDK's server; the server ends all else itself. */
  readonly stop: AbortController | null;
}

/**
 * The SDK's transport of a session, with a second way for single requests: what belongs to one of those
 * goes to its own exchange, without the web's requests, responses and streams in between.
 */
export class SessionTransport extends WebStandardStreamableHTTPServerTransport {
  readonly #direct = new Map<RequestId, Direct>();

  take(request: JSONRPCRequest, exchange: DirectExchange): void {
    this.#direct.set(request.id, { exchange, stop: null });
    this.onmessage?.(request);
  }

  /** The same without the SDK's server, which only asks the client if that is needed meanwhile. */
  call(
    request: JSONRPCRequest,
    exchange: DirectExchange,
    work: (inbound: InboundRequest) => Promise<Record<string, unknown>>,
    server: Server,
  ): Promise<void> {
    const stop = new AbortController();
    const relatedRequestId = request.id;
    this.#direct.set(request.id, { exchange, stop });
    const ask: InboundRequest['ask'] = ({ method, params }, signal) =>
      server.request({ method, params: { ...params } }, AnyResult, {
        ...{ signal, timeout: NEVER_MS, relatedRequestId },
      });
    const older = { ask, envelope: {}, state: undefined, answers: {} };
    return answerDirectly(request, exchange, stop.signal, older, work);
  }

  /** As if the client had cancelled it: it gets no answer. */
  cancel(id: RequestId, reason: string): void {
    const direct = this.#direct.get(id);
    if (direct?.stop) direct.stop.abort(reason);
    else
      this.onmessage?.({
        ...{ jsonrpc: '2.0', method: 'notifications/cancelled' },
        params: { requestId: id, reason },
      });
  }

  /** The exchange is over, however it ended. */
  forget(id: RequestId): void {
    this.#direct.delete(id);
  }

  override async send(message: JSONRPCMessage, options?: SendOptions): Promise<void> {
    const isLast = isAnswer(message);
    const id = isLast ? message.id : options?.relatedRequestId;
    const direct = id === undefined ? undefined : this.#direct.get(id);
    if (direct === undefined) await super.send(message, options);
    else direct.exchange.send(message, isLast);
  }

  override closeSSEStream(id: RequestId): void {
    const direct = this.#direct.get(id);
    if (direct === undefined) super.closeSSEStream(id);
    else direct.exchange.end();
  }

  override async close(): Promise<void> {
    for (const { exchange, stop } of this.#direct.values()) {
      stop?.abort('The session has ended.');
      exchange.end();
    }
    await super.close();
  }
}

/** By its shape: it is our own server's, and to check a large result whole takes long. */
const isAnswer = (message: JSONRPCMessage): message is JSONRPCResponse =>
  !('method' in message) && ('result' in message || 'error' in message);
