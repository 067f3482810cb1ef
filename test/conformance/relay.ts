import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/**
 * Stands before the gateway for peers that cannot send a token: it adds the Authorization header and
 * mends the port of a loopback Host or Origin, which names this relay. Everything else passes as it
 * came, a foreign Host or Origin too, and both bodies stream.
 */
export async function startRelay(
  port: number,
  token: string,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((incoming, outgoing) => pass(incoming, outgoing, port, token));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${own}/mcp`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, port: number, token: string) {
  const headers = incoming.rawHeaders.map((value, index) =>
    index % 2 === 1 ? mended(incoming.rawHeaders[index - 1] ?? '', value, port) : value,
  );
  headers.push('Authorization', `Bearer ${token}`);
  const onward = request(
    { host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers, agent: false },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      outgoing.flushHeaders();
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    },
  );
  onward.on('error', () => outgoing.destroy());
  // Whoever hangs up here hangs up there: cancellation by disconnect is part of what is tested.
  outgoing.on('close', () => onward.destroy());
  incoming.pipe(onward);
}

function mended(name: string, value: string, port: number): string {
  const scheme = /^origin$/i.test(name) ? 'http://' : '';
  if (scheme === '' && !/^host$/i.test(name)) return value;
  if (!value.startsWith(scheme)) return value;
  const host = LOOPBACK.exec(value.slice(scheme.length))?.[1];
  return host === undefined ? value : `${scheme}${host}:${port}`;
}
