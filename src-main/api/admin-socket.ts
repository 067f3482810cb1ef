import { chmod, lstat, unlink } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Answer, AnyEvent } from '../../src-preload/contract/index.ts';
import { knownCode } from '../kernel/failure.ts';
import { failureOfFileError, fileErrorCode } from '../kernel/file-failure.ts';
import { isDeeperThan } from '../kernel/json-depth.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Surface } from '../kernel/surface.ts';
import type { Topic } from '../kernel/topic.ts';
import { CONNECT_PROTOCOL, type ConnectDoorParts, createConnectDoor } from './connect-door.ts';
import { API_BASE, httpStatusOf, matchRoute, queryFields } from './routes.ts';
import type { Serve } from './serve.ts';

const BODY_MAX = 8 * 1024 * 1024;
/** Levels of nesting in a request that all handlers take. */
const BODY_LEVELS_MAX = 500;
const HEARTBEAT_MS = 15_000;

/** A Unix socket address (named pipe on Windows) and what stops listening. */
export interface AdminDoor {
  readonly address: string;
  /** When it was last used, in ms since 1970; null while a request runs or a client is connected. */
  idleSince(): number | null;
  /** Stops accepting, lets running requests end (at most `grace_ms`), then cuts the rest. */
  close(grace_ms: number): Promise<void>;
}

/**
 * The admin door: HTTP on a socket that only this user can open. Contract requests as REST under
 * /api/v1 (a success is the bare output, a failure is the Failure), events as server-sent events at
 * /api/v1/events, clients of `connect` at /api/v1/connect. The caller's pid and terminal are what it says of itself: for the record, not a proof.
 */
export async function openAdminDoor(parts: {
  readonly address: string;
  readonly serve: Serve;
  readonly events: Topic<AnyEvent>;
  /** null or absent: this owner takes no clients. */
  readonly connect?: ConnectDoorParts | null;
}): Promise<Result<AdminDoor>> {
  const { address, serve, events } = parts;
  const lines = createConnectDoor(parts.connect ?? null, () => {
    used_at = Date.now();
  });
  let used_at = Date.now();
  const running = new Set<Promise<void>>();
  const upgrades = ({ headers }: IncomingMessage) => headers.upgrade === CONNECT_PROTOCOL;
  const server = createServer({ shouldUpgradeCallback: upgrades }, (request, response) => {
    const work = answer(request, response, serve, events).catch(() => {
      // Half an answer cannot be taken back; before it there is one that says so.
      if (response.headersSent) response.destroy();
      else send(response, fail('internal', 'The request could not be answered.'));
    });
    running.add(work);
    void work.finally(() => {
      running.delete(work);
      used_at = Date.now();
    });
  });
  server.on('upgrade', lines.upgrade);
  server.headersTimeout = 10_000;
  server.requestTimeout = 0; // a held call waits as long as its approval
  const free = process.platform === 'win32' ? ok() : await clearAddress(address);
  if (!free.ok) return free;
  const listening = await new Promise<Error | null>((resolve) => {
    server.once('error', resolve);
    server.listen(address, () => resolve(null));
  });
  if (listening !== null)
    return fail('file_error', `The admin socket cannot be opened: ${listening.message}.`, {
      fix: `Check that ${address} can be written and is shorter than 100 characters.`,
    });
  if (process.platform !== 'win32') await chmod(address, 0o600);
  return ok({
    address,
    idleSince: () => (running.size > 0 || lines.open() > 0 ? null : used_at),
    close: async (grace_ms) => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const grace = new Promise<void>((resolve) => setTimeout(resolve, grace_ms).unref());
      await Promise.race([Promise.allSettled([...running, lines.allEnded()]), grace]);
      await lines.end();
      server.closeAllConnections();
      await closed;
    },
  });
}

/** Removes what an earlier owner left behind; only the owner gets here. */
async function clearAddress(address: string): Promise<Result<void>> {
  try {
    await unlink(address);
    return ok();
  } catch (error) {
    if (fileErrorCode(error) === 'ENOENT') return ok();
    const isFolder = await lstat(address).then(
      (found) => found.isDirectory(),
      () => false,
    );
    return isFolder
      ? fail('file_error', `A folder stands at ${address}, where the admin socket belongs.`, {
          fix: 'Move that folder away, then start again.',
          params: { path: address },
        })
      : fail(failureOfFileError(error, `The old admin socket ${address} could not be removed`));
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  serve: Serve,
  events: Topic<AnyEvent>,
): Promise<void> {
  // As it stands in the request: a URL parser would resolve a server called "..".
  const [target = '', query = ''] = (request.url ?? '/').split('?', 2);
  if (!target.startsWith(`${API_BASE}/`))
    return send(response, fail('not_found', `No such path: ${target}.`));
  const path = target.slice(API_BASE.length);
  if (request.method === 'GET' && path === '/events') return stream(response, events);
  const route = matchRoute(request.method ?? '', path);
  if (route === 'no_such_path')
    return send(response, fail('not_found', `No such path: ${target}.`));
  if (route === 'wrong_method')
    return send(response, fail('usage', `${request.method} is not for ${target}.`));
  const body =
    request.method === 'GET'
      ? ok(queryFields(new URLSearchParams(query)))
      : await readBody(request);
  if (!body.ok) return send(response, body);
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableEnded) gone.abort();
  });
  const input = { ...body.value, ...route.fields };
  send(
    response,
    await serve(route.name, input, {
      role: 'cli',
      surface: surfaceOf(request),
      ...approverCodeOf(request),
      signal: gone.signal,
    }),
  );
}

const approverCodeOf = ({ headers }: IncomingMessage): { approverCode?: string } => {
  const code = headers['x-gatehouse-approver-code'];
  return typeof code === 'string' ? { approverCode: code.slice(0, 64) } : {};
};

function surfaceOf(request: IncomingMessage): Surface {
  const pid = Number(request.headers['x-gatehouse-pid']);
  const terminal = request.headers['x-gatehouse-terminal'];
  return {
    kind: 'cli',
    pid: Number.isSafeInteger(pid) && pid > 0 ? pid : null,
    terminal: typeof terminal === 'string' && terminal !== '' ? terminal.slice(0, 100) : null,
  };
}

async function readBody(request: IncomingMessage): Promise<Result<Record<string, unknown>>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > BODY_MAX)
      return fail('bad_arguments', `The request is larger than ${BODY_MAX} bytes.`);
    chunks.push(bytes);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  if (text.trim() === '') return ok({});
  try {
    const value: unknown = JSON.parse(text);
    if (isDeeperThan(value, BODY_LEVELS_MAX))
      return fail('bad_arguments', `The request is nested deeper than ${BODY_LEVELS_MAX} levels.`);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return ok(Object.fromEntries(Object.entries(value)));
  } catch (error) {
    return fail(
      'bad_arguments',
      `The request's body is not JSON: ${error instanceof Error ? error.message : ''}.`,
    );
  }
  return fail('bad_arguments', "The request's body must be a JSON object.");
}

function send(response: ServerResponse, result: Answer<unknown> | Result<unknown>): void {
  if (response.destroyed) return;
  const status = result.ok ? 200 : httpStatusOf(knownCode(result.failure.code));
  const text = JSON.stringify(result.ok ? (result.value ?? null) : result.failure);
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(text);
}

function stream(response: ServerResponse, events: Topic<AnyEvent>): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write(': open\n\n');
  const stop = events.subscribe((event) => response.write(`data: ${JSON.stringify(event)}\n\n`));
  const heartbeat = setInterval(() => response.write(': still here\n\n'), HEARTBEAT_MS);
  // An event stream never holds a drain back: it counts as done at once.
  response.once('close', () => {
    stop();
    clearInterval(heartbeat);
  });
  return Promise.resolve();
}
