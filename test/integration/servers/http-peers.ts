import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { McpServer as OlderServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';
import * as z from 'zod';

export interface Peer {
  readonly url: string;
  readonly port: number;
  /** Every request: method, path, and the headers that matter here. */
  readonly seen: { method: string; path: string; headers: IncomingMessage['headers'] }[];
  close(): Promise<void>;
}

/** Serves `listener` on a free loopback port until the test ends. */
export async function startPeer(
  listener: RequestListener,
  tls?: { key: string; cert: string },
  port = 0,
): Promise<Peer> {
  const seen: Peer['seen'] = [];
  const noted: RequestListener = (request, response) => {
    seen.push({
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
    });
    listener(request, response);
  };
  const server: Server = tls === undefined ? createServer(noted) : createTlsServer(tls, noted);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    if (!server.listening) return;
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  onTestFinished(close);
  const scheme = tls === undefined ? 'http' : 'https';
  return { url: `${scheme}://127.0.0.1:${address.port}/mcp`, port: address.port, seen, close };
}

export async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? undefined : JSON.parse(text);
}

export const sendJson = (
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
};

/** The newer SDK, of both eras, with a way to say that its tools have changed. */
export function modernPeer(make?: () => McpServer): {
  listener: RequestListener;
  listChanged: () => void;
  updated: (uri: string) => void;
} {
  const handler = createMcpHandler(() => {
    if (make !== undefined) return make();
    const server = new McpServer({ name: 'modern', version: '2.0.0' });
    server.registerTool(
      'add',
      { description: 'Adds', inputSchema: z.object({ a: z.number(), b: z.number() }) },
      async ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }] }),
    );
    server.registerTool(
      'route',
      {
        description: 'Wants its region in a header',
        inputSchema: z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }) }),
      },
      async ({ region }) => ({ content: [{ type: 'text', text: region }] }),
    );
    return server;
  });
  const listener: RequestListener = async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
    const answer = await handler.fetch(
      new Request(`http://127.0.0.1${request.url}`, {
        method: request.method ?? 'GET',
        headers,
        signal: gone.signal,
        ...(body === '' ? {} : { body }),
      }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    for await (const chunk of answer.body ?? []) response.write(chunk);
    response.end();
  };
  return {
    listener,
    listChanged: () => handler.notify.toolsChanged(),
    updated: (uri) => handler.notify.resourceUpdated(uri),
  };
}

export interface OlderOptions {
  /** Status for the GET stream instead of one. */
  readonly get_status?: number;
  /** How a request with a session that was dropped is answered. */
  readonly stale?: 404 | 400 | 'rpc';
  /** A server for each session, instead of one that adds. */
  readonly server?: () => OlderServer;
}

/** The older SDK with sessions, plus a switch that forgets all of them. */
export function olderPeer(options: OlderOptions = {}) {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const calls: string[] = [];
  const listener: RequestListener = async (request, response) => {
    if (request.method === 'GET' && options.get_status !== undefined) {
      response.writeHead(options.get_status).end('no stream here');
      return;
    }
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    const body = request.method === 'POST' ? await bodyOf(request) : undefined;
    if (known !== undefined) {
      await known.handleRequest(request, response, body);
      return;
    }
    if (id !== undefined) {
      const error = { code: -32_001, message: 'Session not found' };
      const requestId = typeof body === 'object' && body !== null && 'id' in body ? body.id : null;
      sendJson(response, options.stale === 'rpc' ? 200 : (options.stale ?? 404), {
        jsonrpc: '2.0',
        id: requestId,
        error,
      });
      return;
    }
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (session) => {
        sessions.set(session, transport);
      },
    });
    await (options.server?.() ?? olderServer(calls)).connect(transport);
    await transport.handleRequest(request, response, body);
  };
  return { listener, calls, dropSessions: () => sessions.clear(), sessions };
}

function olderServer(calls: string[]): OlderServer {
  const server = new OlderServer({ name: 'older', version: '1.0.0' });
  server.registerTool(
    'add',
    { description: 'Adds', inputSchema: { a: z.number(), b: z.number() } },
    async ({ a, b }) => {
      calls.push('add');
      return { content: [{ type: 'text', text: String(a + b) }] };
    },
  );
  server.registerTool('slow', { description: 'Takes a while' }, async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { content: [{ type: 'text', text: 'late' }] };
  });
  return server;
}

/** HTTP+SSE, the transport before Streamable HTTP. */
export function ssePeer(): RequestListener {
  const sessions = new Map<string, SSEServerTransport>();
  return async (request, response) => {
    if (request.method === 'GET') {
      const transport = new SSEServerTransport('/messages', response);
      sessions.set(transport.sessionId, transport);
      await olderServer([]).connect(transport);
      return;
    }
    const id = new URL(request.url ?? '', 'http://localhost').searchParams.get('sessionId') ?? '';
    await sessions.get(id)?.handlePostMessage(request, response);
  };
}

/** A bare 2025-era server: answers come from `methods`, by name. */
export const bareListener =
  (methods: Record<string, (params: unknown, response: ServerResponse, id: unknown) => unknown>) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST') {
      response.writeHead(405).end();
      return;
    }
    const body = z
      .object({ id: z.unknown(), method: z.string(), params: z.unknown() })
      .partial({ id: true, params: true })
      .parse(await bodyOf(request));
    if (body.id === undefined) {
      response.writeHead(202).end();
      return;
    }
    const method = methods[body.method];
    if (method === undefined) {
      const error = { code: -32_601, message: 'Method not found' };
      sendJson(response, 200, { jsonrpc: '2.0', id: body.id, error });
      return;
    }
    const result = await method(body.params, response, body.id);
    if (result !== undefined) sendJson(response, 200, { jsonrpc: '2.0', id: body.id, result });
  };

export const initializeResult = (params: unknown) => ({
  protocolVersion: z.object({ protocolVersion: z.string() }).parse(params).protocolVersion,
  capabilities: { tools: {} },
  serverInfo: { name: 'bare', version: '1' },
});
