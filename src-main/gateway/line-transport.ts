import type { Duplex } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { GrowingBytes } from '../kernel/growing-bytes.ts';
import { UNREAD_MAX } from './answer-web-http.ts';
import { cancelledIdsOf, type RequestId, requestIdsOf } from './message-ids.ts';
import { BODY_MAX, decodeBody, type ReadMessage, readMessage } from './read-body.ts';

const REQUESTS_MAX = 256;
/** How long what was written last may take. */
const END_MS = 2_000;
const NEWLINE = 10;

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const INTERNAL_ERROR = -32_603;
const CLOSED = -32_000;

/** JSON-RPC messages, one a line, over any stream; bounded both ways, and read as strictly as HTTP bodies. */
export class LineTransport implements Transport {
  onmessage?: NonNullable<Transport['onmessage']>;
  onclose?: NonNullable<Transport['onclose']>;
  onerror?: NonNullable<Transport['onerror']>;
  readonly #stream: Duplex;
  readonly #running = new Set<RequestId>();
  readonly #unended = new GrowingBytes();
  #closed = false;

  constructor(stream: Duplex) {
    this.#stream = stream;
  }

  /** Requests that have no answer yet. */
  get running(): number {
    return this.#running.size;
  }

  start(): Promise<void> {
    this.#stream.on('data', (chunk: Buffer) => this.#take(chunk));
    this.#stream.on('error', (error) => this.onerror?.(error));
    this.#stream.once('end', () => void this.close());
    this.#stream.once('close', () => void this.close());
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return Promise.reject(new Error('The connection is closed.'));
    if (!('method' in message) && message.id !== undefined) this.#running.delete(message.id);
    this.#write(message);
    return Promise.resolve();
  }

  close(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    // Clients would wait for answers that nobody gives any more.
    for (const id of this.#running) this.#refuse(id, CLOSED, 'The connection has ended.');
    this.#closed = true;
    this.#unended.take();
    this.#running.clear();
    this.#stream.end(() => this.#stream.destroy());
    setTimeout(() => this.#stream.destroy(), END_MS).unref();
    this.onclose?.();
    return Promise.resolve();
  }

  #take(chunk: Buffer): void {
    let rest = chunk;
    for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
      if (this.#closed) return;
      this.#unended.push(rest.subarray(0, end));
      const line = this.#unended.take();
      rest = rest.subarray(end + 1);
      if (line.length > BODY_MAX) this.#tooLong();
      else this.#read(line);
    }
    if (this.#closed || rest.length === 0) return;
    if (this.#unended.length + rest.length > BODY_MAX) this.#tooLong();
    else this.#unended.push(rest);
  }

  #read(line: Uint8Array): void {
    const text = decodeBody(line);
    if (text?.trim() === '') return;
    const read: ReadMessage =
      text === null
        ? { kind: 'refused', reason: 'this is not UTF-8.', id: null }
        : readMessage(text);
    if (read.kind === 'refused') {
      const isFree = read.id !== null && !this.#running.has(read.id);
      this.#refuse(isFree ? read.id : null, PARSE_ERROR, `Parse error: ${read.reason}`);
    } else
      for (const one of Array.isArray(read.value) ? read.value : [read.value]) this.#deliver(one);
  }

  #deliver(message: unknown): void {
    const [id] = requestIdsOf(message);
    if (!isMessage(message))
      this.#refuse(id ?? null, INVALID_REQUEST, 'This is no JSON-RPC message.');
    else if (id !== undefined && this.#running.has(id))
      this.#refuse(id, INVALID_REQUEST, 'The id is that of a request that still runs.');
    else if (id !== undefined && this.#running.size >= REQUESTS_MAX)
      this.#refuse(id, INTERNAL_ERROR, `More than ${REQUESTS_MAX} requests at once.`);
    else {
      if (id !== undefined) this.#running.add(id);
      // A cancelled request gets no answer.
      for (const cancelled of cancelledIdsOf(message)) this.#running.delete(cancelled);
      this.onmessage?.(message);
    }
  }

  #tooLong(): void {
    this.#refuse(null, INVALID_REQUEST, `More than ${BODY_MAX} bytes in one line.`);
    void this.close();
  }

  #refuse(id: RequestId | null, code: number, message: string): void {
    this.#write({ jsonrpc: '2.0', id, error: { code, message } });
  }

  /** A client that does not read is cut off before more waits for it. */
  #write(message: object): void {
    if (this.#closed || !this.#stream.writable) return;
    if (this.#stream.writableLength > UNREAD_MAX) {
      this.onerror?.(new Error('The client does not read.'));
      this.#running.clear();
      this.#stream.destroy();
      void this.close();
    } else this.#stream.write(`${JSON.stringify(message)}\n`);
  }
}

/** By its outer shape; what is in it is checked by whoever handles it. */
const isMessage = (value: unknown): value is JSONRPCMessage =>
  isFields(value) &&
  value['jsonrpc'] === '2.0' &&
  (value['params'] === undefined || isFields(value['params']));

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
