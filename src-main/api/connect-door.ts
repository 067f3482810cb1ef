import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { bearerToken } from '../gateway/request-checks.ts';
import type { Failure } from '../kernel/failure.ts';
import { failure } from '../kernel/failure.ts';
import type { Client } from '../trust/client-tokens.ts';
import { API_BASE } from './routes.ts';

/** What both ends of a client's line name in `Upgrade`. */
export const CONNECT_PROTOCOL = 'gatehouse-mcp';
export const CONNECT_PATH = `${API_BASE}/connect`;

/** Lines that are open at once: of all clients, and of one. */
const LINES_MAX = 256;
const LINES_OF_CLIENT_MAX = 64;
/** How long the other end may take to see that its line has ended. */
const END_MS = 1000;

export interface ConnectDoorParts {
  /** The home that is owned here: a client may have another one in mind. */
  readonly home: string;
  readonly clientOf: (token: string) => Client | undefined;
  /** One client over lines of JSON-RPC, until the stream ends. */
  readonly serveLines: (client: Client, stream: Duplex) => void;
  readonly onRefused: (attempt: 'unsigned' | 'unknown_sign_in') => void;
}

/** Where `gatehouse connect` comes in: one line per client, on the admin socket. */
export interface ConnectDoor {
  /** How many lines are open. */
  open(): number;
  /** Answers an upgrade request: 101 and lines of JSON-RPC from then on, or a status and a Failure. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Resolves when no line is open any more. */
  allEnded(): Promise<void>;
  /** Ends every line; what was written before still arrives. */
  end(): Promise<void>;
}

/** null: this owner takes no clients, since it is there for a moment only. */
export function createConnectDoor(
  parts: ConnectDoorParts | null,
  onLineEnded: () => void,
): ConnectDoor {
  const lines = new Map<Duplex, { readonly client: string; readonly closed: Promise<void> }>();
  let ending = false;

  function refusal(request: IncomingMessage): { client: Client } | [number, Failure] {
    const target = URL.parse(request.url ?? '', 'http://gatehouse');
    if (request.method !== 'GET' || target?.pathname !== CONNECT_PATH)
      return [404, failure('not_found', 'Nothing can be upgraded there.')];
    if (parts === null || ending)
      return [503, failure('owner_busy', 'This process takes no clients now. Try again.')];
    const token = bearerToken({
      method: request.method,
      target: request.url ?? '',
      rawHeaders: request.rawHeaders,
    });
    const client = token === null ? undefined : parts.clientOf(token);
    if (client === undefined) {
      parts.onRefused(token === null ? 'unsigned' : 'unknown_sign_in');
      return [
        401,
        failure('denied', `This client token is not known in ${parts.home}, or was revoked.`, {
          fix: 'Make one: gatehouse agent token <agent>',
        }),
      ];
    }
    const agent = target.searchParams.get('agent');
    if (agent !== client.agent) {
      parts.onRefused('unknown_sign_in');
      return [
        403,
        failure('denied', `This client token is not one of the agent "${agent ?? ''}".`, {
          fix: `Name the agent that the token was made for, or make another token: gatehouse agent token <agent>`,
        }),
      ];
    }
    const same = [...lines.values()].filter((line) => line.client === client.id).length;
    if (lines.size >= LINES_MAX || same >= LINES_OF_CLIENT_MAX)
      return [503, failure('unavailable', 'Too many clients are connected.')];
    return { client };
  }

  return {
    open: () => lines.size,
    upgrade: (request, socket, head) => {
      // Its end is what counts; why it ended early is the other side's affair.
      socket.on('error', () => undefined);
      const answer = refusal(request);
      if (Array.isArray(answer)) return refuse(socket, ...answer);
      const closed = new Promise<void>((resolve) => {
        socket.once('close', () => {
          lines.delete(socket);
          onLineEnded();
          resolve();
        });
      });
      // The server leaves our half open; a client that is gone reads nothing more.
      socket.once('end', () => socket.end());
      lines.set(socket, { client: answer.client.id, closed });
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${CONNECT_PROTOCOL}\r\n\r\n`,
      );
      if (head.length > 0) socket.unshift(head);
      parts?.serveLines(answer.client, socket);
    },
    allEnded: async () => {
      ending = true;
      await Promise.all([...lines.values()].map(({ closed }) => closed));
    },
    end: async () => {
      ending = true;
      await Promise.all([...lines].map(([socket, { closed }]) => endOf(socket, closed)));
    },
  };
}

/** Ends our side first: were it all cut at once, a write of the other end could lose it what it has not read. */
async function endOf(socket: Duplex, closed: Promise<void>): Promise<void> {
  socket.end();
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), END_MS);
  await closed;
  clearTimeout(timer);
}

function refuse(socket: Duplex, status: number, why: Failure): void {
  const body = Buffer.from(JSON.stringify(why));
  const head = [
    `HTTP/1.1 ${status} Refused`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]));
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), END_MS);
  socket.once('close', () => clearTimeout(timer));
}
