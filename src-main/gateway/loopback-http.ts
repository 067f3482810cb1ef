import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fail, ok, type Result } from '../kernel/result.ts';

const HEADERS_MS = 10_000;
const BODY_MS = 60_000;
/** How often the two limits above are looked at. */
const CHECK_MS = 2_000;
const IDLE_MS = 30_000;
const CONNECTIONS_MAX = 512;

export interface LoopbackListeners {
  readonly port: number;
  /** No new connection and no idle one; running requests go on. */
  stopAccepting(): void;
  /** Cuts what is left. */
  close(): Promise<void>;
}

/**
 * HTTP on 127.0.0.1 and [::1] under one port, with limits in time and size before any of our code
 * sees a request. A port that another program has on either address is port_in_use: what it took
 * under "localhost" would otherwise get our clients' tokens. A machine without IPv6 has one address.
 */
export async function listenOnLoopback(
  wanted: number,
  answer: RequestListener,
): Promise<Result<LoopbackListeners>> {
  const servers: Server[] = [];
  const close = async () => {
    await Promise.all(
      servers.map((server) => {
        const closed = new Promise<void>((resolve) => server.close(() => resolve()));
        server.closeAllConnections();
        return closed;
      }),
    );
  };
  let port = wanted;
  for (const host of ['127.0.0.1', '::1']) {
    const server = boundedServer(answer);
    const listening = await listen(server, host, port);
    if (listening === null) {
      servers.push(server);
      const address = server.address();
      if (isAddress(address)) port = address.port;
    } else if (host === '127.0.0.1' || listening === 'EADDRINUSE' || listening === 'EACCES') {
      await close();
      return portFailure(listening, host, port);
    }
  }
  return ok({
    port,
    stopAccepting: () => {
      for (const server of servers) {
        server.close();
        server.closeIdleConnections();
      }
    },
    close,
  });
}

const isAddress = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;

function boundedServer(answer: RequestListener): Server {
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: HEADERS_MS,
      requestTimeout: BODY_MS,
      keepAliveTimeout: IDLE_MS,
      connectionsCheckingInterval: CHECK_MS,
    },
    answer,
  );
  server.maxConnections = CONNECTIONS_MAX;
  return server;
}

/** null when it listens, else the system's code. */
const listen = (server: Server, host: string, port: number): Promise<string | null> =>
  new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => resolve(null));
  });

function portFailure(code: string, host: string, port: number): Result<never> {
  const params = { port, host };
  if (code === 'EADDRINUSE')
    return fail('port_in_use', `Port ${port} of ${host} is taken by another program.`, {
      fix: `Stop that program, or choose another port: gatehouse serve --port <port>, or gatehouse settings set '{"gateway": {"port": <port>}}'`,
      params,
    });
  return fail('unavailable', `The gateway cannot listen on port ${port} of ${host} (${code}).`, {
    fix: 'Choose another port, above 1023.',
    params,
  });
}
