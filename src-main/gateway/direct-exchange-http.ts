import type { ServerResponse } from 'node:http';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { UNREAD_MAX } from './answer-web-http.ts';
import { KEEP_ALIVE_MS, OPEN_AFTER_MS, STREAM_HEADERS } from './open-stream.ts';

/**
 * One request of a session, answered over Node's own response. An answer that comes soon, with nothing
 * before it, is one JSON document; whatever else there is to say, or to wait for, opens a stream.
 */
export class DirectExchange {
  readonly #response: ServerResponse;
  readonly #session_id: string;
  readonly #open: NodeJS.Timeout;
  #keepAlive: NodeJS.Timeout | undefined;

  constructor(response: ServerResponse, session_id: string) {
    this.#response = response;
    this.#session_id = session_id;
    this.#open = setTimeout(() => this.#stream(), OPEN_AFTER_MS);
    response.once('close', () => this.#rest());
  }

  /** `isLast`: the answer itself, after which nothing follows. */
  send(message: JSONRPCMessage, isLast: boolean): void {
    const response = this.#response;
    if (response.writableEnded || response.destroyed) return;
    const text = JSON.stringify(message);
    if (isLast && !response.headersSent) {
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
        'mcp-session-id': this.#session_id,
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
    response.writeHead(200, { ...STREAM_HEADERS, 'mcp-session-id': this.#session_id });
    response.flushHeaders();
    this.#keepAlive = setInterval(() => response.write(': keepalive\n\n'), KEEP_ALIVE_MS).unref();
  }

  #rest(): void {
    clearTimeout(this.#open);
    clearInterval(this.#keepAlive);
  }
}
