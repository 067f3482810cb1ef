import { setTimeout as sleep } from 'node:timers/promises';
import type {
  JSONRPCMessage,
  JSONRPCNotification,
  JSONRPCRequest,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/client';
import { isJSONRPCNotification, isJSONRPCRequest } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { type Failure, failure } from '../kernel/failure.ts';
import type { Result } from '../kernel/result.ts';
import { asRecord } from './call-outcome.ts';
import type { Progress } from './connection.ts';
import { withinDepth } from './message-depth.ts';
import { NotSent } from './not-sent.ts';

/** A response as it came: nothing stripped, nothing filled in. */
export type RawResponse =
  | { readonly kind: 'result'; readonly result: unknown }
  | {
      readonly kind: 'error';
      readonly code: number;
      readonly message: string;
      readonly data?: unknown;
    };

/** What one request's sender wants to know of its way. */
export interface Watched {
  /** Right before the write, in the same tick; a failure keeps the message here. */
  readonly beforeWrite: () => Result<void>;
  readonly onWritten: (id: number) => void;
  /** In order with the response; the client would tell it later. */
  readonly onProgress: (progress: Progress) => void;
  readonly onResponse: (response: RawResponse) => void;
  /** No response can come any more. */
  readonly onLost: (failure: Failure) => void;
}

const ProgressParams = z.object({
  progressToken: z.union([z.string(), z.number()]),
  progress: z.number(),
  total: z.number().nullable().catch(null).default(null),
  message: z.string().catch('').default(''),
});

/** By its outer shape only: a result need not be what the client takes for one. */
function rawResponse(message: object): RawResponse | null {
  if ('result' in message) return { kind: 'result', result: message.result };
  if (!('error' in message)) return null;
  const told = ErrorParts.safeParse(message.error);
  return { kind: 'error', ...(told.success ? told.data : { code: 0, message: '' }) };
}

const ErrorParts = z.object({
  code: z.number().catch(0),
  message: z.string().catch(''),
  data: z.unknown().optional(),
});

/** The client counts its requests from 0; ours must never be one of them. */
const FIRST_OWN_ID = 1_000_000_000;

type Inner = Transport & { readonly isBehind?: boolean; writable?(): Promise<void> };

/**
 * Stands between the SDK client and a transport, and shows a request's way: when it is written, its
 * raw response, its loss. The client's own result schemas drop or refuse what a server may well send.
 */
export class TappedTransport implements Transport {
  onmessage?: NonNullable<Transport['onmessage']>;
  onclose?: NonNullable<Transport['onclose']>;
  onerror?: NonNullable<Transport['onerror']>;
  /** Errors of the transport itself, without those that the client finds in what it is sent. */
  onTransportError: (error: Error) => void = () => undefined;
  /** Params of each log message, in order with the responses; the client would tell it later. */
  onServerLog: (params: unknown) => void = () => undefined;
  readonly hasPerRequestStream: boolean;
  /** Whether requests may go past the client: a stdio server of the older era. */
  isPlain = false;
  readonly #inner: Inner;
  readonly #waiting = new Map<number, Watched>();
  readonly #unwritten = new Set<number>();
  #next: Watched | null = null;
  #ownId = FIRST_OWN_ID;
  #reason: Failure | null = null;
  #retired: Failure | null = null;
  /** Result of the last `initialize`, for the sentence about an unknown version. */
  #initializeId: string | number | null = null;
  initializeResult: unknown = null;

  constructor(inner: Inner) {
    this.#inner = inner;
    this.hasPerRequestStream = inner.hasPerRequestStream ?? false;
    inner.onmessage = (received, extra) => {
      const message = withinDepth(received);
      if (message === null) return;
      if (!this.#show(message)) this.onmessage?.(message, extra);
    };
    inner.onerror = (error) => {
      this.onTransportError(error);
      this.onerror?.(error);
    };
    inner.onclose = () => {
      this.lose(failure('unavailable', 'The connection to the server was closed.'));
      this.onclose?.();
    };
  }

  /** The next request written in this tick is `watched`; null takes that back. */
  watchNext(watched: Watched | null): void {
    this.#next = watched;
  }

  /** Whether anybody waits for the answer to a request. */
  get isAwaited(): boolean {
    return this.#waiting.size > 0;
  }

  /**
   * A request past the client, in the older era, where it adds nothing but an id and the wish for
   * progress, and takes long over it. Rejects as `send` does.
   */
  async request(
    method: string,
    params: Readonly<Record<string, unknown>>,
    watched: Watched,
  ): Promise<void> {
    const id = this.#ownId;
    this.#ownId += 1;
    const _meta = { ...asRecord(params['_meta']), progressToken: id };
    const message = { jsonrpc: '2.0', id, method, params: { ...params, _meta } } as const;
    await this.#sendWatched(message, watched, undefined);
  }

  /** Tells the server that nobody waits for such a request any more. */
  async cancel(requestId: number, reason: string): Promise<void> {
    const params = { requestId, reason };
    await this.#inner.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
  }

  /** Nobody waits for this request any more. */
  forget(id: number): void {
    this.#waiting.delete(id);
  }

  /** Takes no new requests, and settles when those under way have their answers, or after `limit` ms. */
  async retire(reason: Failure, limit: number): Promise<void> {
    this.#retired ??= reason;
    for (let waited = 0; this.#waiting.size > 0 && waited < limit; waited += 10) await sleep(10);
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
    if (this.#retired !== null) throw new NotSent(this.#retired);
    const allowed = watched.beforeWrite();
    if (!allowed.ok) throw new NotSent(allowed.failure);
    this.#waiting.set(id, watched);
    watched.onWritten(id);
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

  /** true: it is for us alone, and the client knows nothing of it. */
  #show(message: JSONRPCMessage): boolean {
    if ('method' in message) {
      if (message.method === 'notifications/message') this.onServerLog(message.params);
      return message.method === 'notifications/progress' && this.#showProgress(message.params);
    }
    const response = rawResponse(message);
    if (response === null) return false;
    if (message.id === this.#initializeId && response.kind === 'result') {
      this.initializeResult = response.result;
    }
    const id = Number(message.id);
    const isOwn = id >= FIRST_OWN_ID;
    const watched = this.#waiting.get(id);
    if (watched === undefined) return isOwn;
    this.#waiting.delete(id);
    watched.onResponse(response);
    return isOwn;
  }

  #showProgress(params: unknown): boolean {
    const told = ProgressParams.safeParse(params);
    if (!told.success) return false;
    const { progressToken, progress, total, message } = told.data;
    this.#waiting.get(Number(progressToken))?.onProgress({ progress, total, message });
    return Number(progressToken) >= FIRST_OWN_ID;
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
