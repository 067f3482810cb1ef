import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  type JSONRPCResponse,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { errorOf } from './direct-answer.ts';
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
  async call(
    { id, method, params }: JSONRPCRequest,
    exchange: DirectExchange,
    work: (inbound: InboundRequest) => Promise<Record<string, unknown>>,
    server: Server,
  ): Promise<void> {
    const stop = new AbortController();
    const { signal } = stop;
    this.#direct.set(id, { exchange, stop });
    const inbound: InboundRequest = {
      ...{ method, signal, envelope: {}, state: undefined, answers: {} },
      channel: {
        progress_token: params?._meta?.progressToken,
        notify: (name, told) => {
          const notification = { jsonrpc: '2.0', method: name, params: told } as const;
          if (!signal.aborted) exchange.send(notification, false);
        },
      },
      ask: (question, withdrawn) =>
        server.request({ method: question.method, params: { ...question.params } }, AnyResult, {
          ...{ signal: withdrawn, timeout: NEVER_MS, relatedRequestId: id },
        }),
    };
    try {
      const result = await work(inbound);
      if (!signal.aborted) exchange.send({ jsonrpc: '2.0', id, result }, true);
    } catch (error) {
      if (!signal.aborted) exchange.send({ jsonrpc: '2.0', id, error: errorOf(error) }, true);
    }
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
