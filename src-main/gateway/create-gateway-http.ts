import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Failure } from '../kernel/failure.ts';
import type { Log } from '../kernel/log.ts';
import { ok } from '../kernel/result.ts';
import { Topic } from '../kernel/topic.ts';
import type { Client, ClientTokens } from '../trust/client-tokens.ts';
import { createClientLines } from './client-lines-http.ts';
import type { Exposed } from './exposed.ts';
import type { Gateway } from './gateway.ts';
import { openLastUses } from './last-uses-db.ts';
import { type LoopbackListeners, listenOnLoopback } from './loopback-http.ts';
import { createMcpServer } from './mcp-server.ts';
import { BODY_MAX, methodOf, readBody, readMessage } from './read-body.ts';
import { countRefusedAttempts } from './refused-attempts.ts';
import {
  bearerToken,
  checkSource,
  checkTarget,
  MCP_PATH,
  type Refusal,
  unauthorized,
} from './request-checks.ts';

export interface GatewayParts {
  readonly version: string;
  readonly cacheDb: string;
  readonly tokens: ClientTokens;
  readonly exposed: Exposed;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
}

interface Running {
  readonly client_id: string;
  readonly response: ServerResponse;
  readonly done: Promise<void>;
}

/** Streams of change notices that one client may hold open. */
const STREAMS_MAX = 16;

/** The gateway door. It listens only when told to; a short CLI run never does. */
export function createGateway(parts: GatewayParts): Gateway {
  const { tokens, clock, journal, log } = parts;
  const attempts = countRefusedAttempts({ journal, clock, door: 'gateway' });
  const lastUses = openLastUses({ path: parts.cacheDb, clock, log });
  const onBug = (bug: unknown) =>
    log.error('a request of a client failed by a bug', {
      error: bug instanceof Error ? (bug.stack ?? bug.message) : String(bug),
    });
  const calls = new Set<Promise<unknown>>();
  const exposed: Exposed = {
    ...parts.exposed,
    callTool: (call) => {
      const work = parts.exposed.callTool(call);
      calls.add(work);
      return work.finally(() => calls.delete(work));
    },
  };
  const lines = createClientLines({
    onBug,
    serverOf: (client, era) =>
      createMcpServer({ ...parts, exposed, onBug }, client, { era, ambiguous_text: null }),
  });
  const handlers = new Map<string, McpHttpHandler>();
  const running = new Set<Running>();
  const changed: Gateway['changed'] = new Topic();
  let listeners: LoopbackListeners | null = null;
  /** Of earlier ports: they accept nothing more. */
  const left: LoopbackListeners[] = [];
  let failed: Failure | null = null;
  let closing: Promise<void> | undefined;

  /** One handler per client: what is kept between requests is never shared between tokens. */
  function handlerOf(client: Client): McpHttpHandler {
    const known = handlers.get(client.id);
    if (known !== undefined) return known;
    const made = createMcpHandler(
      ({ era, authInfo }) => {
        const text = authInfo?.extra?.['ambiguous_text'];
        const ambiguous_text = typeof text === 'string' ? text : null;
        return createMcpServer({ ...parts, onBug }, client, { era, ambiguous_text });
      },
      {
        // A stream opens at once and stays alive while a person decides; no client's patience for headers ends first.
        responseMode: 'sse',
        maxRequestBodySize: BODY_MAX,
        maxSubscriptions: STREAMS_MAX,
        onerror: (error) => log.debug('a request of a client', { error: error.message }),
      },
    );
    handlers.set(client.id, made);
    return made;
  }

  function drop(client_id: string): void {
    void handlers.get(client_id)?.close().catch(onBug);
    handlers.delete(client_id);
    for (const one of running) if (one.client_id === client_id) one.response.destroy();
    lines.drop(client_id);
    lastUses.forget(client_id);
  }
  const unsubscribe = tokens.changed.subscribe(({ id, revoked }) => {
    if (revoked) drop(id);
  });

  /** Everything up to the token comes before a byte of the body is read. */
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const head = {
      method: request.method ?? '',
      target: request.url ?? '',
      rawHeaders: request.rawHeaders,
    };
    const foreign = checkSource(head, listeners?.port ?? 0);
    if (foreign !== null) {
      attempts.note('foreign_host_or_origin');
      return refuse(response, foreign);
    }
    const token = bearerToken(head);
    const client = token === null ? undefined : tokens.find(token);
    if (client === undefined) {
      attempts.note(token === null ? 'no_token' : 'wrong_token');
      return refuse(response, unauthorized(token !== null));
    }
    lastUses.note(client.id);
    const misplaced = checkTarget(head);
    if (misplaced !== null) return refuse(response, misplaced);
    const body = await readBody(request);
    if (body === 'too_large')
      return refuse(response, { status: 413, message: `More than ${BODY_MAX} bytes.` });
    if (body === 'not_text')
      return sendError(response, 400, -32_700, 'Parse error: the body is not UTF-8.');
    const read = readMessage(body.text);
    if (read.kind === 'refused')
      return sendError(response, 400, -32_700, `Parse error: ${read.reason}`);
    // The token goes no further than this door.
    const { authorization: _token, ...headers } = request.headers;
    const exchange = {
      ...{ method: head.method, url: head.target, headers },
      [Symbol.asyncIterator]: () => request[Symbol.asyncIterator](),
      auth: {
        ...{ token: '', clientId: client.id, scopes: [] },
        ...(read.kind === 'ambiguous_call' ? { extra: { ambiguous_text: body.text } } : {}),
      },
    };
    const serve = toNodeHandler(handlerOf(client), { onerror: onBug });
    const work = serve(exchange, response, read.value);
    if (methodOf(read.value) === 'subscriptions/listen') return work;
    const one = { client_id: client.id, response, done: work };
    running.add(one);
    await work.finally(() => running.delete(one));
  }

  async function close(grace_ms: number): Promise<void> {
    unsubscribe();
    listeners?.stopAccepting();
    const work = Promise.allSettled([...[...running].map(({ done }) => done), ...calls]);
    const grace = new Promise<void>((resolve) => setTimeout(resolve, grace_ms).unref());
    await Promise.race([work, grace]);
    await new Promise(setImmediate); // the last answers are written only now
    await lines.close();
    await Promise.all([...handlers.values()].map((handler) => handler.close()));
    await Promise.all([...left, listeners].map((one) => one?.close()));
    listeners = null;
    attempts.close();
    lastUses.close();
  }

  return {
    changed,
    listen: async (port) => {
      if (listeners?.port === port) return ok();
      const opened = await listenOnLoopback(port, (request, response) => {
        answer(request, response).catch((bug) => {
          // A client that leaves while it sends its body is no bug.
          if (!request.destroyed) onBug(bug);
          response.destroy();
        });
      });
      if (!opened.ok) {
        if (listeners === null) failed = opened.failure;
        changed.emit({});
        return opened;
      }
      if (listeners !== null) left.push(listeners);
      listeners?.stopAccepting();
      listeners = opened.value;
      failed = null;
      changed.emit({});
      return ok();
    },
    state: () => {
      if (listeners !== null) {
        const address = `http://127.0.0.1:${listeners.port}${MCP_PATH}`;
        return { state: 'listening', address, failure: null };
      }
      return failed === null
        ? { state: 'off', address: null, failure: null }
        : { state: 'failed', address: null, failure: failed };
    },
    clientOf: (token) => tokens.find(token),
    serveLines: (client, stream) => {
      lastUses.note(client.id);
      lines.serve(client, stream);
    },
    lastUse: (client_id) => lastUses.at(client_id),
    close: (grace_ms) => {
      closing ??= close(grace_ms);
      return closing;
    },
  };
}

function refuse(response: ServerResponse, { status, message, headers }: Refusal): void {
  sendError(response, status, -32_000, message, { ...headers, connection: 'close' });
}

function sendError(
  response: ServerResponse,
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.destroyed) return;
  response.writeHead(status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    ...headers,
  });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }));
}
