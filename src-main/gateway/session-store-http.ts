import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import {
  isInitializeRequest,
  type McpHandlerRequestOptions,
  type Server,
} from '@modelcontextprotocol/server';
import type { Clock } from '../kernel/clock.ts';
import type { Client } from '../trust/client-tokens.ts';
import { type ClientInfo, infoOfServer } from './client-peer.ts';
import { DirectExchange } from './direct-exchange-http.ts';
import { isDirectRequest } from './direct-request.ts';
import { answerInstead, leave, letGo } from './end-exchange.ts';
import type { ListChanges, ListName } from './list-changes.ts';
import type { McpServer } from './mcp-server.ts';
import { cancelledIdsOf, type RequestId, requestIdsOf } from './message-ids.ts';
import { errorResponse, once, whenEnded } from './response-end.ts';
import { type CallTool, isCallParams } from './serve-calls.ts';
import { SessionTransport } from './session-transport-http.ts';

export interface SessionView {
  readonly client_id: string;
  readonly info: ClientInfo;
  readonly since: number;
  readonly open_requests: number;
}

export interface SessionStore {
  /** One request of the older era; `request` and `options` as the SDK's transports take them. */
  answer(client: Client, request: Request, options: McpHandlerRequestOptions): Promise<Response>;
  /** The same for a plain request of a session, in its quickest way; null when it is not for this one. */
  direct(
    client: Client,
    headers: IncomingHttpHeaders,
    body: unknown,
    response: ServerResponse,
  ): Promise<void> | null;
  views(): readonly SessionView[];
  drop(client_id: string): void;
  close(): Promise<void>;
}

interface Session {
  readonly id: string;
  readonly client: Client;
  readonly server: Server;
  readonly callTool: CallTool;
  readonly transport: SessionTransport;
  readonly since: number;
  used: number;
  /** It has been silent and was asked whether it is still there. */
  asked: boolean;
  /** Exchanges that are open, and how many of them are streams of the session itself. */
  open: number;
  streams: number;
  /** Requests that run, with all that share their exchange. */
  readonly running: Map<RequestId, readonly RequestId[]>;
  readonly forget: () => void;
}

const HEADER = 'mcp-session-id';
const PER_CLIENT_MAX = 32;
const REQUESTS_MAX = 256;
/** A session that is silent for so long is kept, and its client is no longer shown as being here. */
const HERE_MS = 2 * 60_000;
const CHECK_MS = 60_000;
/** So long a client may take to answer a ping. */
const PING_MS = 30_000;

/**
 * Sessions of 2025-era clients over Streamable HTTP. An id is random, and known only together with the
 * token it was opened with: to anybody else it does not exist.
 */
export function createSessionStore(parts: {
  readonly clock: Clock;
  readonly open: (client: Client) => McpServer;
  readonly lists: Pick<ListChanges, 'watch' | 'soon'>;
  readonly idleMs: () => number;
  readonly onChange: () => void;
  /** A request came to a session that its client does not have. */
  readonly onNoSession: (client: Client, body: unknown) => void;
  readonly onBug: (bug: unknown) => void;
}): SessionStore {
  const { clock, lists, onChange, onBug } = parts;
  const sessions = new Map<string, Session>();
  const check = (): void => {
    for (const session of sessions.values()) expire(session);
    expiry = setTimeout(check, Math.min(CHECK_MS, parts.idleMs() / 4)).unref();
  };
  let expiry = setTimeout(check, Math.min(CHECK_MS, parts.idleMs() / 4)).unref();

  /**
   * What counts is what comes from the client, not what it has open: a frozen client, or one that is
   * gone without a word, keeps its streams. One that is there answers on them.
   */
  function expire(session: Session): void {
    if (session.asked || clock.now() - session.used <= parts.idleMs()) return;
    if (session.open === 0) void end(session);
    else if (session.streams > 0) void askIfThere(session).catch(onBug);
  }

  async function askIfThere(session: Session): Promise<void> {
    const { used } = session;
    session.asked = true;
    const timeout = Math.min(PING_MS, parts.idleMs());
    // An error is an answer too; whether one came shows in `used`.
    await session.server.request({ method: 'ping' }, { timeout }).catch(() => undefined);
    session.asked = false;
    if (session.used === used) await end(session);
  }

  const isHere = ({ open, used }: Session): boolean => open > 0 || clock.now() - used < HERE_MS;

  function end(session: Session): Promise<void> {
    if (!sessions.delete(session.id)) return Promise.resolve();
    session.forget();
    onChange();
    // The SDK would end the exchanges without a word, and clients would wait for their own time-outs.
    for (const id of session.running.keys()) answerInstead(session, id, 'The session has ended.');
    return session.server.close().catch(onBug);
  }

  /** Room for one more; the one that was idle for longest goes first. */
  function makeRoom(client: Client): boolean {
    const mine = [...sessions.values()].filter((each) => each.client.id === client.id);
    if (mine.length < PER_CLIENT_MAX) return true;
    const idle = mine
      .filter((each) => each.running.size === 0)
      .sort((a, b) => a.open - b.open || a.used - b.used)[0];
    if (idle === undefined) return false;
    void end(idle);
    return true;
  }

  async function begin(client: Client): Promise<Session> {
    const { server, callTool } = parts.open(client);
    const id = randomBytes(32).toString('base64url');
    const transport = new SessionTransport({
      sessionIdGenerator: () => id,
      onsessionclosed: () => end(session),
    });
    const session: Session = {
      ...{ id, client, server, callTool, transport },
      ...{
        since: clock.now(),
        used: clock.now(),
        asked: false,
        open: 0,
        streams: 0,
        running: new Map(),
      },
      forget: lists.watch(client, (changed) => {
        if (session.streams === 0) return false;
        tellOf(server, changed).catch(() => undefined); // the stream has just ended
        return true;
      }),
    };
    sessions.set(id, session);
    await server.connect(transport);
    onChange();
    return session;
  }

  /** From here on these requests run; to be called when they are over. */
  function begun(session: Session, ids: readonly RequestId[]): () => void {
    for (const id of ids) session.running.set(id, ids);
    session.open += 1;
    session.used = clock.now();
    return once(() => {
      for (const id of ids) session.running.delete(id);
      session.open -= 1;
      session.used = clock.now();
    });
  }

  function direct(
    client: Client,
    headers: IncomingHttpHeaders,
    body: unknown,
    response: ServerResponse,
  ): Promise<void> | null {
    const session = sessions.get(String(headers[HEADER]));
    if (session?.client.id !== client.id || !isDirectRequest(headers, body)) return null;
    const { running, transport } = session;
    const { id } = body;
    if (running.has(id) || running.size >= REQUESTS_MAX) return null;
    const ids = [id];
    const done = begun(session, ids);
    return new Promise((resolve) => {
      response.once('close', () => {
        if (!response.writableFinished) leave(session, ids);
        transport.forget(id);
        done();
        resolve();
      });
      const exchange = new DirectExchange(response, { [HEADER]: session.id });
      const { params } = body;
      if (body.method === 'tools/call' && isCallParams(params))
        void transport.call(
          body,
          exchange,
          (inbound) => session.callTool(params, inbound),
          session.server,
        );
      else transport.take(body, exchange);
    });
  }

  async function serve(
    session: Session,
    request: Request,
    options: McpHandlerRequestOptions,
  ): Promise<Response> {
    const { running, transport } = session;
    const body = options.parsedBody;
    const ids = requestIdsOf(body);
    if (new Set(ids).size < ids.length || ids.some((id) => running.has(id)))
      return errorResponse(400, -32_600, 'The id is that of a request that still runs.');
    if (running.size + ids.length > REQUESTS_MAX)
      return errorResponse(429, -32_000, `More than ${REQUESTS_MAX} requests at once.`);

    const done = begun(session, ids);
    request.signal.addEventListener('abort', () => {
      leave(session, ids);
      done();
    });
    let response: Response;
    try {
      response = await transport.handleRequest(request, options);
    } catch (error) {
      done();
      throw error;
    }
    for (const id of cancelledIdsOf(body)) setImmediate(letGo, session, id);
    return request.method === 'GET' && response.ok
      ? withStream(session, request, response, done)
      : whenEnded(response, done);
  }

  /** The stream of the session itself: what changed while there was none is told now. */
  function withStream(
    session: Session,
    request: Request,
    response: Response,
    done: () => void,
  ): Response {
    session.streams += 1;
    const closed = once(() => {
      session.streams -= 1;
      done();
    });
    request.signal.addEventListener('abort', closed);
    lists.soon();
    return whenEnded(response, closed);
  }

  return {
    direct,
    answer: async (client, request, options) => {
      if (request.method === 'POST' && isInitializeRequest(options.parsedBody)) {
        if (!makeRoom(client))
          return errorResponse(429, -32_000, 'This client has too many sessions open.');
        // A session it may have had before is none of this one.
        request.headers.delete(HEADER);
        const session = await begin(client);
        const response = await serve(session, request, options);
        if (!response.ok) await end(session);
        return response;
      }
      const id = request.headers.get(HEADER);
      if (id === null) return errorResponse(400, -32_000, NO_SESSION);
      const session = sessions.get(id);
      if (session?.client.id === client.id) return serve(session, request, options);
      parts.onNoSession(client, options.parsedBody);
      return errorResponse(404, -32_001, 'Session not found: initialize anew.');
    },
    views: () =>
      [...sessions.values()].filter(isHere).map(({ client, server, since, running }) => ({
        ...{ client_id: client.id, info: infoOfServer(server), since, open_requests: running.size },
      })),
    drop: (client_id) => {
      for (const session of sessions.values())
        if (session.client.id === client_id) void end(session);
    },
    close: async () => {
      clearTimeout(expiry);
      await Promise.all([...sessions.values()].map(end));
    },
  };
}

const NO_SESSION =
  'The header Mcp-Session-Id is missing. Clients begin with POST initialize (Streamable HTTP); the older HTTP+SSE transport is not served.';

/** What a connected server says when lists changed. */
export async function tellOf(server: Server, changed: readonly ListName[]): Promise<void> {
  if (changed.includes('tools')) await server.sendToolListChanged();
  if (changed.includes('prompts')) await server.sendPromptListChanged();
  if (changed.includes('resources')) await server.sendResourceListChanged();
}
