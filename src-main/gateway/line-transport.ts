import type { Duplex } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { BODY_MAX, readMessage } from './read-body.ts';

/** A client that reads nothing is cut off before what waits for it grows beyond this. */
const UNSENT_MAX = 64 * 1024 * 1024;
const NEWLINE = 10;

/** JSON-RPC messages, one a line, over any stream; bounded both ways, and read as strictly as HTTP bodies. */
export class LineTransport implements Transport {
  onmessage?: NonNullable<Transport['onmessage']>;
  onclose?: NonNullable<Transport['onclose']>;
  onerror?: NonNullable<Transport['onerror']>;
  readonly #stream: Duplex;
  #parts: Buffer[] = [];
  #size = 0;
  #closed = false;

  constructor(stream: Duplex) {
    this.#stream = stream;
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
    if (this.#stream.writableLength > UNSENT_MAX) {
      void this.close();
      return Promise.reject(new Error('The client does not read.'));
    }
    this.#stream.write(`${JSON.stringify(message)}\n`);
    return Promise.resolve();
  }

  close(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    this.#closed = true;
    this.#parts = [];
    this.#stream.end();
    this.onclose?.();
    return Promise.resolve();
  }

  #take(chunk: Buffer): void {
    let rest = chunk;
    for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
      const line = Buffer.concat([...this.#parts, rest.subarray(0, end)]);
      this.#parts = [];
      this.#size = 0;
      rest = rest.subarray(end + 1);
      if (line.length > BODY_MAX) this.#tooLong();
      else this.#read(line);
      if (this.#closed) return;
    }
    this.#size += rest.length;
    if (this.#size > BODY_MAX) this.#tooLong();
    else if (rest.length > 0) this.#parts.push(rest);
  }

  #read(line: Buffer): void {
    const text = line.toString('utf8').trim();
    if (text === '') return;
    const read = readMessage(text);
    if (read.kind === 'refused') {
      this.#refuse(-32_700, `Parse error: ${read.reason}`);
      return;
    }
    const messages: readonly unknown[] = Array.isArray(read.value) ? read.value : [read.value];
    for (const message of messages) {
      if (isMessage(message)) this.onmessage?.(message);
      else this.#refuse(-32_600, 'This is no JSON-RPC message.');
    }
  }

  #tooLong(): void {
    this.#refuse(-32_600, `More than ${BODY_MAX} bytes in one line.`);
    void this.close();
  }

  #refuse(code: number, message: string): void {
    if (this.#closed) return;
    this.#stream.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`,
    );
  }
}

/** By its outer shape; what is in it is checked by whoever handles it. */
const isMessage = (value: unknown): value is JSONRPCMessage =>
  typeof value === 'object' && value !== null && 'jsonrpc' in value && value.jsonrpc === '2.0';
