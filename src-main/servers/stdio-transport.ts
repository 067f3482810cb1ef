import type {
  JSONRPCMessage,
  JSONRPCRequest,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/client';
import { isJSONRPCErrorResponse, isJSONRPCResultResponse } from '@modelcontextprotocol/client';
import { withinDepth } from './message-depth.ts';
import { NotSent } from './not-sent.ts';
import type { StdioProcess } from './stdio-process.ts';

const JUNK_SHOWN = 200;

/** A probe's answer: a result, or the code and message of an error. */
export type ProbeAnswer =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly code: number; readonly data: unknown };

/**
 * The SDK's transport over one of our processes. Closing it only lets the client go: the process is
 * stopped by whoever started it, so that a second handshake can use the same process.
 */
export class StdioTransport implements Transport {
  onmessage?: NonNullable<Transport['onmessage']>;
  onclose?: NonNullable<Transport['onclose']>;
  onerror?: NonNullable<Transport['onerror']>;
  #process: StdioProcess | null = null;
  readonly #probes = new Map<string, (answer: ProbeAnswer) => void>();
  readonly #onJunk: (firstLine: string) => void;
  #junk = 0;

  /** `onJunk` gets the beginning of the first line on stdout that is no message; the rest is only counted. */
  constructor(onJunk: (firstLine: string) => void) {
    this.#onJunk = onJunk;
  }

  get junkLines(): number {
    return this.#junk;
  }

  attach(process: StdioProcess): void {
    this.#process = process;
  }

  /** The process is gone, or going: the client is told. */
  lost(): void {
    this.onclose?.();
  }

  async start(): Promise<void> {}

  async close(): Promise<void> {
    this.onclose?.();
  }

  async send(message: JSONRPCMessage, _options?: TransportSendOptions): Promise<void> {
    const written = this.#process?.write(`${JSON.stringify(message)}\n`);
    if (written === undefined) throw new Error('The transport has no process yet.');
    if (!written.ok) throw new NotSent(written.failure);
  }

  /** Settles when the child takes more input. */
  async writable(): Promise<void> {
    await this.#process?.writable();
  }

  get isBehind(): boolean {
    return this.#process?.isBehind ?? false;
  }

  /** Sends a request of our own whose answer, however late, the client never sees. */
  async probe(request: JSONRPCRequest): Promise<ProbeAnswer> {
    const answer = new Promise<ProbeAnswer>((resolve) => {
      this.#probes.set(String(request.id), resolve);
    });
    await this.send(request);
    return await answer;
  }

  /** One line of stdout. */
  readonly receive = (line: string): void => {
    if (line.trim() === '') return;
    let parsed: unknown;
    try {
      parsed = JSON.parse(line);
    } catch {
      this.#noteJunk(line);
      return;
    }
    // 2025-03-26 allowed several messages in one array.
    for (const message of Array.isArray(parsed) ? parsed : [parsed]) {
      if (isMessage(message)) this.#deliver(message);
      else this.#noteJunk(line);
    }
  };

  #deliver(received: JSONRPCMessage): void {
    // What goes on to the client is bounded there; only a probe's answer ends here.
    if (this.#probes.size === 0) {
      this.onmessage?.(received);
      return;
    }
    const message = withinDepth(received);
    if (message === null) return;
    const isResult = isJSONRPCResultResponse(message);
    if (isResult || isJSONRPCErrorResponse(message)) {
      const probe = this.#probes.get(String(message.id));
      if (probe !== undefined && typeof message.id === 'string') {
        this.#probes.delete(message.id);
        probe(
          isResult
            ? { kind: 'result', result: message.result }
            : { kind: 'error', code: message.error.code, data: message.error.data },
        );
        return;
      }
    }
    this.onmessage?.(message);
  }

  #noteJunk(line: string): void {
    this.#junk += 1;
    if (this.#junk === 1) this.#onJunk(line.slice(0, JUNK_SHOWN));
  }
}

/** Only the outer shape is checked here; the client checks what it uses. */
function isMessage(value: unknown): value is JSONRPCMessage {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  if (!('jsonrpc' in value) || value.jsonrpc !== '2.0') return false;
  if ('method' in value) return typeof value.method === 'string';
  return 'id' in value && ('result' in value || 'error' in value);
}
