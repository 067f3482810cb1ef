import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  type JSONRPCResponse,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { DirectExchange } from './direct-exchange-http.ts';
import type { RequestId } from './message-ids.ts';

type SendOptions = Parameters<WebStandardStreamableHTTPServerTransport['send']>[1];

/**
 * The SDK's transport of a session, with a second way for single requests: what belongs to one of those
 * goes to its own exchange, without the web's requests, responses and streams in between.
 */
export class SessionTransport extends WebStandardStreamableHTTPServerTransport {
  readonly #direct = new Map<RequestId, DirectExchange>();

  take(request: JSONRPCRequest, exchange: DirectExchange): void {
    this.#direct.set(request.id, exchange);
    this.onmessage?.(request);
  }

  /** The exchange is over, however it ended. */
  forget(id: RequestId): void {
    this.#direct.delete(id);
  }

  override async send(message: JSONRPCMessage, options?: SendOptions): Promise<void> {
    const isLast = isAnswer(message);
    const id = isLast ? message.id : options?.relatedRequestId;
    const exchange = id === undefined ? undefined : this.#direct.get(id);
    if (exchange === undefined) await super.send(message, options);
    else exchange.send(message, isLast);
  }

  override closeSSEStream(id: RequestId): void {
    const exchange = this.#direct.get(id);
    if (exchange === undefined) super.closeSSEStream(id);
    else exchange.end();
  }

  override async close(): Promise<void> {
    for (const exchange of this.#direct.values()) exchange.end();
    await super.close();
  }
}

/** By its shape: it is our own server's, and to check a large result whole takes long. */
const isAnswer = (message: JSONRPCMessage): message is JSONRPCResponse =>
  !('method' in message) && ('result' in message || 'error' in message);
