import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonContentType, isLegacyRequest } from '@modelcontextprotocol/server';
import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Failure } from '../kernel/failure.ts';
import type { Log } from '../kernel/log.ts';
import { ok, type Result } from '../kernel/result.ts';
import { Topic } from '../kernel/topic.ts';
import type { Client, ClientTokens } from '../trust/client-tokens.ts';
import { answerWeb } from './answer-web-http.ts';
import { createClients } from './clients.ts';
import type { Exposed } from './exposed.ts';
import type { Gateway } from './gateway.ts';
import { openLastUses } from './last-uses-db.ts';
import type { Signal } from './list-changes.ts';
import { type LoopbackListeners, listenOnLoopback } from './loopback-http.ts';
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
  /** So long a session may be silent before it must answer. */
  readonly sessionIdleMs: () => number;
  /** Whatever may change what a client's lists are. */
  readonly changes: readonly Signal[];
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
}

interface Running {
  readonly client_id: string;
  /** Of its body. */
  readonly bytes: number;
  readonly response: ServerResponse;
  readonly done: Promise<void>;
}

/** What one client's requests that run may hold, by their bodies. */
const HELD_MAX = 64 * 1024 * 1024;

/** A port that is taken is tried again: whoever has it may end. */
const RETRY_MS = 5_000;

/** The gateway door. It listens only when told to; a short CLI run never does. */
export function createGateway(parts: GatewayParts): Gateway {
  const { tokens, clock, journal, log } = parts;
  const changed: Gateway['changed'] = new Topic();
  const attempts = countRefusedAttempts({ journal, clock, door: 'gateway' });
  const lastUses = openLastUses({ path: parts.cacheDb, clock, log });
  const onBug = (bug: unknown) =>
    log.error('a request of a client failed by a bug', {
      error: bug instanceof Error ? (bug.stack ?? bug.message) : String(bug),
    });
  const clients = createClients({ ...parts, onBug, onChange: () => changed.emit({}) });
  const running = new Set<Running>();
  /** Of changes: they last as long as their client, and nobody waits for them at the end. */
  const streams = new Set<Running>();
  let listeners: LoopbackListeners | null = null;
  /** Of earlier ports: they accept nothing more. */
  const left: LoopbackListeners[] = [];
  let failed: Failure | null = null;
  let retry: NodeJS.Timeout | undefined;
  let closing: Promise<void> | undefined;

  const unsubscribe = tokens.changed.subscribe(({ id, revoked }) => {
    if (revoked) drop(id).catch(onBug);
  });

  async function drop(client_id: string): Promise<void> {
    lastUses.forget(client_id);
    await clients.drop(client_id);
    for (const one of [...running, ...streams])
      if (one.client_id === client_id) one.response.destroy();
  }

  /** Everything up to the token comes before a byte of the body is read. */
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const head = {
      method: request.method ?? '',
      target: request.url ?? '',
      rawHeaders: request.rawHeaders,
    };
    const foreign = checkSource(head, request.socket.localPort ?? 0);
    if (foreign !== null) {
      attempts.note('foreign_host_or_origin');
      return refuse(response, foreign);
    }
    const token = bearerToken(head);
    const client = token === null ? undefined : tokens.find(token);
    if (client === undefined) {
      attempts.note(token === null ? 'unsigned' : 'unknown_sign_in');
      return refuse(response, unauthorized(token !== null));
    }
    lastUses.note(client.id);
    const misplaced = checkTarget(head);
    if (misplaced !== null) return refuse(response, misplaced);
    if (head.method !== 'POST') return serve(client, request, response, undefined);
    if (!isJsonContentType(request.headers['content-type'] ?? null))
      return refuse(response, { status: 415, message: 'A message comes as application/json.' });
    const body = await readBody(request);
    if (body === 'too_large')
      return refuse(response, { status: 413, message: `More than ${BODY_MAX} bytes.` });
    if (body === 'not_text')
      return sendError(response, 400, -32_700, 'Parse error: the body is not UTF-8.');
    const read = readMessage(body.text);
    if (read.kind === 'refused')
      return sendError(response, 400, -32_700, `Parse error: ${read.reason}`);
    // A body may take its time, and the token may be revoked meanwhile.
    if (tokens.find(token ?? '') === undefined) return refuse(response, unauthorized(true));
    const bytes = Buffer.byteLength(body.text);
    if (held(client) + bytes > HELD_MAX)
      return refuse(response, { status: 429, message: 'Too much of this client is under way.' });
    return serve(client, request, response, read.value, bytes);
  }

  const held = (client: Client): number =>
    [...running]
      .filter(({ client_id }) => client_id === client.id)
      .reduce((sum, { bytes }) => sum + bytes, 0);

  function serve(
    client: Client,
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
    bytes = 0,
  ): Promise<void> {
    const options = body === undefined ? {} : { parsedBody: body };
    const web = () =>
      answerWeb(request, response, async (asked) =>
        (await isLegacyRequest(asked, body))
          ? clients.older(client, asked, options)
          : clients.modern(client, asked, options),
      );
    const work = clients.direct(client, request.headers, body, response) ?? web();
    const one = { client_id: client.id, bytes, response, done: work };
    const lasting = body === undefined || methodOf(body) === 'subscriptions/listen';
    const those = lasting ? streams : running;
    those.add(one);
    return work.finally(() => those.delete(one));
  }

  async function close(grace_ms: number): Promise<void> {
    unsubscribe();
    clearTimeout(retry);
    listeners?.stopAccepting();
    const work = Promise.allSettled([...[...running].map(({ done }) => done), clients.idle()]);
    const grace = new Promise<void>((resolve) => setTimeout(resolve, grace_ms).unref());
    await Promise.race([work, grace]);
    await new Promise(setImmediate); // what was answered last is written
    await clients.close();
    await Promise.all([...left, listeners].map((one) => one?.close()));
    listeners = null;
    attempts.close();
    lastUses.close();
  }

  async function listen(port: number): Promise<Result<void>> {
    clearTimeout(retry);
    if (listeners?.port === port) return ok();
    const opened = await listenOnLoopback(port, (request, response) => {
      answer(request, response).catch((bug) => {
        // A client that leaves while it sends its body is no bug.
        if (!request.destroyed) onBug(bug);
        response.destroy();
      });
    });
    if (!opened.ok) {
      // Moving to a port that is taken leaves the gateway where it is.
      if (listeners === null && closing === undefined) {
        const isNew = failed?.message !== opened.failure.message;
        failed = opened.failure;
        retry = setTimeout(() => void listen(port).catch(onBug), RETRY_MS).unref();
        if (isNew) changed.emit({});
      }
      return opened;
    }
    if (closing !== undefined) {
      await opened.value.close();
      return ok();
    }
    if (listeners !== null) left.push(listeners);
    listeners?.stopAccepting();
    listeners = opened.value;
    failed = null;
    changed.emit({});
    return ok();
  }

  return {
    changed,
    listen,
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
      clients.line(client, stream);
    },
    connected: () => clients.views(),
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
