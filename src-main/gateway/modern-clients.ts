import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import {
  CLIENT_INFO_META_KEY,
  createMcpHandler,
  type McpHandlerRequestOptions,
  type McpHttpHandler,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Clock } from '../kernel/clock.ts';
import type { Client } from '../trust/client-tokens.ts';
import { type ClientInfo, clientInfoOf } from './client-peer.ts';
import { answerDirectly } from './direct-answer.ts';
import { DirectExchange } from './direct-exchange-http.ts';
import { isDirectCall } from './direct-request.ts';
import type { McpObject } from './exposed.ts';
import type { ListChanges } from './list-changes.ts';
import type { McpServer } from './mcp-server.ts';
import { requestIdsOf } from './message-ids.ts';
import { mirroredHeaderProblem } from './mirrored-headers.ts';
import { modernParts, modernResult } from './modern-call.ts';
import { soonOrStream } from './open-stream.ts';
import { BODY_MAX, methodOf } from './read-body.ts';
import type { ResourceWatches } from './resource-watches.ts';
import { errorResponse, once, whenEnded } from './response-end.ts';
import type { CallTool } from './serve-calls.ts';

export interface ModernView {
  readonly client_id: string;
  readonly info: ClientInfo;
  readonly since: number;
  readonly open_requests: number;
}

export interface ModernClients {
  answer(client: Client, request: Request, options: McpHandlerRequestOptions): Promise<Response>;
  /** The same for a plain call, in its quickest way; null when it is not for this one. */
  direct(
    client: Client,
    headers: IncomingHttpHeaders,
    body: unknown,
    response: ServerResponse,
  ): Promise<void> | null;
  views(): readonly ModernView[];
  drop(client_id: string): Promise<void>;
  close(): Promise<void>;
}

/** Streams of change notices that one client may hold open. */
export const STREAMS_MAX = 16;
const REQUESTS_MAX = 256;
const URIS_MAX = 100;
/** A client without sessions counts as here for so long after it last was. */
const HERE_MS = 2 * 60_000;
const CHECK_MS = 15_000;

interface Modern {
  readonly handler: McpHttpHandler;
  readonly callTool: CallTool;
  /** Of its plain calls: see `isDirectCall`. */
  readonly sound: { envelope: string };
  readonly watches: ResourceWatches;
  readonly forget: () => void;
  info: ClientInfo;
  /** null: not here now. */
  since: number | null;
  seen: number;
  open: number;
}

/** The stateless era: one handler per client, so that nothing kept between requests is shared between tokens. */
export function createModernClients(parts: {
  readonly clock: Clock;
  readonly open: (client: Client) => McpServer;
  readonly serverInfo: McpObject;
  readonly tools: (client: Client) => readonly McpObject[];
  readonly lists: Pick<ListChanges, 'watch'>;
  readonly watches: (client: Client, onUpdated: (uri: string) => void) => ResourceWatches;
  readonly onChange: () => void;
  readonly onError: (error: Error) => void;
}): ModernClients {
  const { clock, onChange } = parts;
  const clients = new Map<string, Modern>();
  const check = setInterval(() => {
    for (const one of clients.values()) {
      if (one.since === null || one.open > 0 || clock.now() - one.seen < HERE_MS) continue;
      one.since = null;
      onChange();
    }
  }, CHECK_MS).unref();

  function of(client: Client): Modern {
    const known = clients.get(client.id);
    if (known !== undefined) return known;
    const handler = createMcpHandler(() => parts.open(client).server, {
      legacy: 'reject',
      maxRequestBodySize: BODY_MAX,
      maxSubscriptions: STREAMS_MAX,
      onerror: parts.onError,
    });
    const made: Modern = {
      ...{ handler, callTool: parts.open(client).callTool, sound: { envelope: '' } },
      watches: parts.watches(client, (uri) => handler.notify.resourceUpdated(uri)),
      forget: parts.lists.watch(client, (changed) => {
        if (changed.includes('tools')) handler.notify.toolsChanged();
        if (changed.includes('prompts')) handler.notify.promptsChanged();
        if (changed.includes('resources')) handler.notify.resourcesChanged();
        return true;
      }),
      info: { name: '', version: '' },
      ...{ since: null, seen: 0, open: 0 },
    };
    clients.set(client.id, made);
    return made;
  }

  function isHere(one: Modern, body: unknown): void {
    one.seen = clock.now();
    const said = Said.safeParse(body);
    if (said.success) one.info = clientInfoOf(said.data.params._meta[CLIENT_INFO_META_KEY]);
    if (one.since !== null) return;
    one.since = one.seen;
    onChange();
  }

  function direct(
    client: Client,
    headers: IncomingHttpHeaders,
    body: unknown,
    response: ServerResponse,
  ): Promise<void> | null {
    const one = clients.get(client.id);
    if (one === undefined || one.open >= REQUESTS_MAX) return null;
    if (!isDirectCall(headers, body, one.sound)) return null;
    const given = { get: (name: string) => headers[name.toLowerCase()]?.toString() ?? null };
    if (headersRefused(parts.tools, client, given, body) !== null) return null;
    isHere(one, body);
    one.open += 1;
    const stop = new AbortController();
    return new Promise((resolve) => {
      response.once('close', () => {
        if (!response.writableFinished) stop.abort('The client closed the connection.');
        one.open -= 1;
        one.seen = clock.now();
        resolve();
      });
      const exchange = new DirectExchange(response, {});
      void answerDirectly(body, exchange, stop.signal, modernParts(body), async (inbound) =>
        modernResult(await one.callTool(body.params, inbound), parts.serverInfo),
      );
    });
  }

  async function drop(client_id: string): Promise<void> {
    const one = clients.get(client_id);
    if (one === undefined) return;
    clients.delete(client_id);
    one.forget();
    one.watches.close();
    if (one.since !== null) onChange();
    await one.handler.close().catch(parts.onError);
  }

  return {
    direct,
    answer: async (client, request, options) => {
      const body = options.parsedBody;
      const one = of(client);
      isHere(one, body);
      const refused = headersRefused(parts.tools, client, request.headers, body);
      if (refused !== null) return refused;
      if (one.open >= REQUESTS_MAX)
        return errorResponse(429, -32_000, `More than ${REQUESTS_MAX} requests at once.`);
      const unfollow = one.watches.follow(followedUris(body) ?? []);
      one.open += 1;
      const done = once(() => {
        one.open -= 1;
        one.seen = clock.now();
        unfollow();
      });
      request.signal.addEventListener('abort', done);
      const response = await soonOrStream(one.handler.fetch(request, options), request.signal);
      if (request.signal.aborted) done();
      return whenEnded(response, done);
    },
    views: () =>
      [...clients].flatMap(([client_id, { info, since, open }]) =>
        since === null ? [] : [{ client_id, info, since, open_requests: open }],
      ),
    drop,
    close: async () => {
      clearInterval(check);
      await Promise.all([...clients.keys()].map(drop));
    },
  };
}

const Said = z.object({ params: z.object({ _meta: z.record(z.string(), z.unknown()) }) });
const Listen = z.object({
  params: z.object({
    notifications: z.object({
      resourceSubscriptions: z.array(z.string().min(1).max(16_384)).max(URIS_MAX),
    }),
  }),
});

/** The resources that a `subscriptions/listen` asks for; null when the message is none, or asks for none. */
export function followedUris(message: unknown): readonly string[] | null {
  if (methodOf(message) !== 'subscriptions/listen') return null;
  const listen = Listen.safeParse(message);
  return listen.success ? listen.data.params.notifications.resourceSubscriptions : null;
}

const Call = z.object({
  params: z.object({ name: z.string(), arguments: z.unknown().optional() }),
});
const HEADER_MISMATCH = -32_020;

/** Headers that contradict the arguments they mirror: whoever reads only headers would be deceived. */
function headersRefused(
  tools: (client: Client) => readonly McpObject[],
  client: Client,
  headers: Pick<Headers, 'get'>,
  body: unknown,
): Response | null {
  const call = Call.safeParse(body);
  if (methodOf(body) !== 'tools/call' || !call.success) return null;
  const { name, arguments: args } = call.data.params;
  const tool = tools(client).find((each) => each['name'] === name);
  const problem = tool && mirroredHeaderProblem(tool['inputSchema'], args, headers);
  const message = `Header mismatch: ${problem}`;
  return problem ? errorResponse(400, HEADER_MISMATCH, message, {}, requestIdsOf(body)[0]) : null;
}
