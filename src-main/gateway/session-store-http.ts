import { randomBytes } from 'node:crypto';
import {
  isInitializeRequest,
  type McpHandlerRequestOptions,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Clock } from '../kernel/clock.ts';
import type { Client } from '../trust/client-tokens.ts';
import { type ClientInfo, infoOfServer } from './client-peer.ts';
import type { ListName } from './list-changes.ts';

export interface SessionView {
  readonly client_id: string;
  readonly info: ClientInfo;
  readonly since: number;
  readonly open_requests: number;
}

export interface SessionStore {
  /** One request of the older era; `request` and `options` as the SDK's transports take them. */
  fetch(client: Client, request: Request, options: McpHandlerRequestOptions): Promise<Response>;
  views(): readonly SessionView[];
  drop(client_id: string): void;
  close(): Promise<void>;
}

interface Session {
  readonly id: string;
  readonly client: Client;
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly since: number;
  used: number;
  /** Requests and streams that are open. */
  open: number;
  readonly forget: () => void;
}

const HEADER = 'mcp-session-id';
const PER_CLIENT_MAX = 32;
const IDLE_MS = 30 * 60_000;
const CHECK_MS = 60_000;

/**
 * Sessions of 2025-era clients over Streamable HTTP. An id is random, and known only together with the
 * token it was opened with: to anybody else it does not exist.
 */
export function createSessionStore(parts: {
  readonly clock: Clock;
  readonly open: (client: Client) => Server;
  readonly watch: (client: Client, tell: (changed: readonly ListName[]) => void) => () => void;
  readonly onChange: () => void;
  readonly onBug: (bug: unknown) => void;
}): SessionStore {
  const { clock, onChange, onBug } = parts;
  const sessions = new Map<string, Session>();
  const expiry = setInterval(() => {
    for (const session of sessions.values())
      if (session.open === 0 && clock.now() - session.used > IDLE_MS) end(session);
  }, CHECK_MS).unref();

  function end(session: Session): Promise<void> {
    if (!sessions.delete(session.id)) return Promise.resolve();
    session.forget();
    onChange();
    return session.server.close().catch(onBug);
  }

  /** Room for one more; the one that was idle for longest goes first. */
  function makeRoom(client: Client): boolean {
    const mine = [...sessions.values()].filter((each) => each.client.id === client.id);
    if (mine.length < PER_CLIENT_MAX) return true;
    const idle = mine.filter((each) => each.open === 0).sort((a, b) => a.used - b.used)[0];
    if (idle === undefined) return false;
    void end(idle);
    return true;
  }

  async function begin(client: Client): Promise<Session> {
    const server = parts.open(client);
    const id = randomBytes(32).toString('base64url');
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      onsessionclosed: () => void end(session),
    });
    const forget = parts.watch(client, (changed) => {
      tellOf(server, changed).catch(() => undefined); // no stream is open: it lists again when it comes back
    });
    const now = clock.now();
    const session = { id, client, server, transport, since: now, used: now, open: 0, forget };
    sessions.set(id, session);
    await server.connect(transport);
    onChange();
    return session;
  }

  async function serve(
    session: Session,
    request: Request,
    options: McpHandlerRequestOptions,
  ): Promise<Response> {
    session.open += 1;
    session.used = clock.now();
    const done = once(() => {
      session.open -= 1;
      session.used = clock.now();
    });
    request.signal.addEventListener('abort', () => {
      done();
      cancelAll(session, options.parsedBody);
    });
    try {
      return whenSent(await session.transport.handleRequest(request, options), done);
    } catch (error) {
      done();
      throw error;
    }
  }

  return {
    fetch: async (client, request, options) => {
      const body = options.parsedBody;
      if (request.method === 'POST' && isInitializeRequest(body)) {
        if (!makeRoom(client))
          return refusal(429, -32_000, 'This client has too many sessions open.');
        // A session it may have had before is none of this one.
        request.headers.delete(HEADER);
        const session = await begin(client);
        const response = await serve(session, request, options);
        if (!response.ok) await end(session);
        return response;
      }
      const id = request.headers.get(HEADER);
      if (id === null)
        return refusal(
          400,
          -32_000,
          'The header Mcp-Session-Id is missing. Clients begin with initialize (Streamable HTTP); the older HTTP+SSE transport is not served.',
        );
      const session = sessions.get(id);
      return session === undefined || session.client.id !== client.id
        ? refusal(404, -32_001, 'Session not found: initialize anew.')
        : serve(session, request, options);
    },
    views: () =>
      [...sessions.values()].map(({ client, server, since, open }) => ({
        ...{ client_id: client.id, info: infoOfServer(server), since, open_requests: open },
      })),
    drop: (client_id) => {
      for (const session of sessions.values())
        if (session.client.id === client_id) void end(session);
    },
    close: async () => {
      clearInterval(expiry);
      await Promise.all([...sessions.values()].map(end));
    },
  };
}

/** What a connected server of the older era says when lists changed. */
export async function tellOf(server: Server, changed: readonly ListName[]): Promise<void> {
  if (changed.includes('tools')) await server.sendToolListChanged();
  if (changed.includes('prompts')) await server.sendPromptListChanged();
  if (changed.includes('resources')) await server.sendResourceListChanged();
}

/** A client that went away takes no answer: what it asked for ends like a cancelled request. */
function cancelAll({ transport }: Session, body: unknown): void {
  for (const message of Array.isArray(body) ? body : [body])
    if (typeof message === 'object' && message !== null && 'id' in message && 'method' in message)
      transport.onmessage?.({
        ...{ jsonrpc: '2.0', method: 'notifications/cancelled' },
        params: { requestId: message.id, reason: 'The client closed the connection.' },
      });
}

const once = (work: () => void) => {
  let done = false;
  return () => {
    if (!done) work();
    done = true;
  };
};

/** The same response; tells when it was sent whole. */
function whenSent(response: Response, done: () => void): Response {
  if (response.body === null) {
    done();
    return response;
  }
  return new Response(response.body.pipeThrough(new TransformStream({ flush: done })), response);
}

const refusal = (status: number, code: number, message: string): Response =>
  Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status });
