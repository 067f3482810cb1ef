import type { ServerResponse } from 'node:http';
import { type JSONRPCMessage, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { UNREAD_MAX } from './answer-web-http.ts';
import { KEEP_ALIVE_MS, OPEN_AFTER_MS, STREAM_HEADERS } from './open-stream.ts';

/**
 * One request, answered over Node's own response. An answer that comes soon, with nothing
 * before it, is one JSON document; whatever else there is to say, or to wait for, opens a stream.
 */
export class DirectExchange {
  readonly #response: ServerResponse;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #open: NodeJS.Timeout;
  #keepAlive: NodeJS.Timeout | undefined;

  /** `headers` go with the answer, whichever form it takes. */
  constructor(response: ServerResponse, headers: Readonly<Record<string, string>>) {
    this.#response = response;
    this.#headers = headers;
    this.#open = setTimeout(() => this.#stream(), OPEN_AFTER_MS);
    response.once('close', () => this.#rest());
  }

  /** `isLast`: the answer itself, after which nothing follows. */
  send(message: JSONRPCMessage, isLast: boolean): void {
    const response = this.#response;
    if (response.writableEnded || response.destroyed) return;
    const text = JSON.stringify(message);
    if (isLast && !response.headersSent) {
      response.writeHead(statusOf(message), {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
        ...this.#headers,
      });
      response.end(text);
      return;
    }
    this.#stream();
    if (response.writableLength > UNREAD_MAX) response.destroy();
    else response.write(`event: message\ndata: ${text}\n\n`);
    if (isLast) response.end();
  }

  /** Without an answer. */
  end(): void {
    if (this.#response.writableEnded || this.#response.destroyed) return;
    this.#stream();
    this.#response.end();
  }

  #stream(): void {
    const response = this.#response;
    if (response.headersSent || response.destroyed) return;
    response.writeHead(200, { ...STREAM_HEADERS, ...this.#headers });
    response.flushHeaders();
    this.#keepAlive = setInterval(() => response.write(': keepalive\n\n'), KEEP_ALIVE_MS).unref();
  }

  #rest(): void {
    clearTimeout(this.#open);
    clearInterval(this.#keepAlive);
  }
}

/** The one error of a handler that has a status of its own (2026-07-28, Streamable HTTP). */
const statusOf = (message: JSONRPCMessage): number =>
  'error' in message && message.error.code === ProtocolErrorCode.MissingRequiredClientCapability
    ? 400
    : 200;
