import {
  type FetchLike,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { type Failure, failure } from '../kernel/failure.ts';
import { MessageSize } from './body-cap.ts';
import { refusalOf, statusFailure } from './http-failure.ts';
import { patientFetch } from './system-network-http.ts';

export interface HttpEndpoint {
  readonly url: URL;
  readonly kind: 'http' | 'sse';
  /** Credentials among them: they go to this origin only. */
  readonly headers: Readonly<Record<string, string>>;
  readonly message_max_bytes: number;
}

/** An SDK transport with what its own errors do not say. */
export interface HttpConnection {
  readonly transport: Transport;
  /** Why the last request failed on the network or by its status; null after one that went well. */
  problem(): Failure | null;
  /** Text of the last refused request, at most 4 KiB: a server may name its protocol versions there. */
  refusedText(): string;
  /** Tells the server that its session is over; best effort, at most a second. */
  endSession(): Promise<void>;
}

/** Statuses with which servers without a stream of their own answer the GET (only 405 is to the letter). */
const NO_STREAM = [400, 404, 405, 406, 501];
const REFUSED_TEXT_MAX = 4 * 1024;
const END_SESSION_MS = 1_000;

/**
 * Streamable HTTP, or the older HTTP+SSE. Redirects are followed within the origin only (the SDK's
 * own rule), requests to any other origin are refused, bodies are capped per message.
 */
export function openHttp(endpoint: HttpEndpoint): HttpConnection {
  const { url } = endpoint;
  let problem: Failure | null = null;
  let refusedText = '';
  const send = patientFetch();

  const guardedFetch: FetchLike = async (target, init) => {
    const wanted = new URL(target);
    if (wanted.origin !== url.origin && !isUpgrade(url, wanted)) {
      problem = failure(
        'protocol',
        `The server at ${url.host} sent us to ${wanted.host}, and was not followed there.`,
        { params: { host: url.host, other: wanted.host } },
      );
      throw new Error(problem.message);
    }
    const headers = new Headers(init?.headers);
    for (const [name, value] of Object.entries(endpoint.headers)) headers.set(name, value);
    let response: Response;
    try {
      response = await send(wanted, { ...init, headers, redirect: 'manual' });
    } catch (error) {
      if (init?.signal?.aborted !== true) problem = refusalOf(error, url.host).failure;
      throw error;
    }
    const isStreamRequest = (init?.method ?? 'GET') === 'GET';
    if (endpoint.kind === 'http' && isStreamRequest && NO_STREAM.includes(response.status)) {
      await response.body?.cancel();
      return new Response(null, { status: 405 });
    }
    if (response.ok) {
      problem = null;
      return capped(response, endpoint.message_max_bytes, (reason) => {
        problem = reason;
      });
    }
    problem = statusFailure(response.status, url.host);
    const text = await boundedText(response);
    refusedText = text.slice(0, REFUSED_TEXT_MAX);
    return new Response(text, {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
  };

  const transport =
    endpoint.kind === 'http'
      ? new StreamableHTTPClientTransport(url, { fetch: guardedFetch })
      : new SSEClientTransport(url, { fetch: guardedFetch });
  return {
    transport,
    problem: () => problem,
    refusedText: () => refusedText,
    endSession: async () => {
      if (!(transport instanceof StreamableHTTPClientTransport)) return;
      if (transport.sessionId === undefined) return;
      const timer = new Promise((resolve) => setTimeout(resolve, END_SESSION_MS).unref());
      // The server may be gone already; the session then ends by its own time-out.
      await Promise.race([transport.terminateSession().catch(() => undefined), timer]);
    },
  };
}

/** The https form of a plain http address on default ports. */
const isUpgrade = (from: URL, to: URL): boolean =>
  from.protocol === 'http:' &&
  to.protocol === 'https:' &&
  from.hostname === to.hostname &&
  from.port === '' &&
  to.port === '';

function capped(response: Response, max: number, onTooLarge: (reason: Failure) => void): Response {
  if (response.body === null) return response;
  const isEvents = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
  const size = new MessageSize(isEvents);
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        if (size.add(chunk) <= max) {
          controller.enqueue(chunk);
          return;
        }
        const limit = Math.floor(max / 1024);
        const reason = failure(
          'message_too_large',
          `The server sent a message of more than ${limit} KiB.`,
          { params: { limit_kib: limit } },
        );
        onTooLarge(reason);
        controller.error(new Error(reason.message));
      },
    }),
  );
  return new Response(body, {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });
}

/** An error page's beginning; the rest is not read. */
async function boundedText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  const reader = response.body?.getReader();
  if (reader === undefined) return text;
  try {
    while (text.length < 64 * 1024) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // The status is what matters; its page may break off.
  }
  await reader.cancel().catch(() => undefined);
  return text;
}
