import type {
  JSONRPCMessage,
  JSONRPCNotification,
  JSONRPCRequest,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/client';
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
} from '@modelcontextprotocol/client';
import { type Failure, failure } from '../kernel/failure.ts';
import type { Result } from '../kernel/result.ts';
import { NotSent } from './not-sent.ts';

/** A response as it came: nothing stripped, nothing filled in. */
export type RawResponse =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly code: number; readonly message: string };

/** What one request's sender wants to know of its way. */
export interface Watched {
  /** Right before the write, in the same tick; a failure keeps the message here. */
  readonly beforeWrite: () => Result<void>;
  readonly onWritten: () => void;
  readonly onResponse: (response: RawResponse) => void;
  /** No response can come any more. */
  readonly onLost: (failure: Failure) => void;
}

type Inner = Transport & { readonly isBehind?: boolean; writable?(): Promise<void> };

/**
 * Stands between the SDK client and a transport, and shows a request's way: when it is written, its
 * raw response, its loss. The client's own result schemas drop or refuse what a server may well send.
 */
export class TappedTransport implements Transport {
  onmessage?: NonNullable<Transport['onmessage']>;
  onclose?: NonNullable<Transport['onclose']>;
  onerror?: NonNullable<Transport['onerror']>;
  readonly hasPerRequestStream: boolean;
  readonly #inner: Inner;
  readonly #waiting = new Map<number, Watched>();
  readonly #unwritten = new Set<number>();
  #next: Watched | null = null;
  #reason: Failure | null = null;
  /** Result of the last `initialize`, for the sentence about an unknown version. */
  #initializeId: string | number | null = null;
  initializeResult: unknown = null;

  constructor(inner: Inner) {
    this.#inner = inner;
    this.hasPerRequestStream = inner.hasPerRequestStream ?? false;
    inner.onmessage = (message, extra) => {
      this.#show(message);
      this.onmessage?.(message, extra);
    };
    inner.onerror = (error) => this.onerror?.(error);
    inner.onclose = () => {
      this.lose(failure('unavailable', 'The connection to the server was closed.'));
      this.onclose?.();
    };
  }

  /** The next request written in this tick is `watched`; null takes that back. */
  watchNext(watched: Watched | null): void {
    this.#next = watched;
  }

  /** Tells all that wait why no response will come. The first reason stays. */
  lose(reason: Failure): void {
    this.#reason ??= reason;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const watched of waiting) watched.onLost(this.#reason);
  }

  async start(): Promise<void> {
    await this.#inner.start();
  }

  async close(): Promise<void> {
    await this.#inner.close();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (!isJSONRPCRequest(message)) {
      if (isJSONRPCNotification(message) && this.#cancelsUnwritten(message)) return;
      await this.#inner.send(message, options);
      return;
    }
    if (message.method === 'initialize') this.#initializeId = message.id;
    const watched = this.#next;
    this.#next = null;
    if (watched === null) await this.#inner.send(message, options);
    else await this.#sendWatched(message, watched, options);
  }

  async #sendWatched(
    message: JSONRPCRequest,
    watched: Watched,
    options: TransportSendOptions | undefined,
  ): Promise<void> {
    const id = Number(message.id);
    this.#unwritten.add(id);
    while (this.#inner.isBehind === true) await this.#inner.writable?.();
    this.#unwritten.delete(id);
    const allowed = watched.beforeWrite();
    if (!allowed.ok) throw new NotSent(allowed.failure);
    this.#waiting.set(id, watched);
    watched.onWritten();
    try {
      await this.#inner.send(message, {
        ...options,
        onRequestStreamEnd: () => {
          options?.onRequestStreamEnd?.();
          if (!this.#waiting.delete(id)) return;
          watched.onLost(
            failure('unavailable', 'The server ended its answer before it was complete.'),
          );
        },
      });
    } catch (error) {
      this.#waiting.delete(id);
      throw error;
    }
  }

  #show(message: JSONRPCMessage): void {
    const isResult = isJSONRPCResultResponse(message);
    if (!isResult && !isJSONRPCErrorResponse(message)) return;
    if (isResult && message.id === this.#initializeId) this.initializeResult = message.result;
    const id = Number(message.id);
    const watched = this.#waiting.get(id);
    if (watched === undefined) return;
    this.#waiting.delete(id);
    watched.onResponse(
      isResult
        ? { kind: 'result', result: message.result }
        : { kind: 'error', code: message.error.code, message: message.error.message },
    );
  }

  #cancelsUnwritten(message: JSONRPCNotification): boolean {
    if (message.method !== 'notifications/cancelled') return false;
    return this.#unwritten.has(Number(message.params?.['requestId']));
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version);
  }

  setSupportedProtocolVersions(versions: string[]): void {
    this.#inner.setSupportedProtocolVersions?.(versions);
  }
}
