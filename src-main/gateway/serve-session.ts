import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { isLogLevel } from './client-peer.ts';
import { inboundOf } from './inbound-request.ts';
import type { Serving } from './mcp-server.ts';
import { serveRequest } from './serve-request.ts';

const SUBSCRIPTIONS_MAX = 100;
const ByUri = z.looseObject({ uri: z.string().min(1).max(16_384) });

/** What only a session has: a level for log messages, and subscriptions to resources. */
export function serveSession(serving: Serving): void {
  const { server, client, exposed, guarded } = serving;
  const subscribed = new Map<string, AbortController>();

  server.setRequestHandler(
    'logging/setLevel',
    { params: z.looseObject({ level: z.string() }) },
    ({ level }) => {
      if (!isLogLevel(level))
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such log level.');
      serving.logLevel = level;
      return {};
    },
  );
  server.setRequestHandler('resources/subscribe', { params: ByUri }, ({ uri }, context) =>
    guarded(() =>
      serveRequest(serving, inboundOf(context), [uri], async ({ owner }) => {
        if (subscribed.has(uri)) return {};
        if (subscribed.size >= SUBSCRIPTIONS_MAX)
          throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Too many subscriptions.');
        const stop = new AbortController();
        subscribed.set(uri, stop);
        const done = await exposed.subscribe({
          ...{ client, owner, uri, signal: stop.signal },
          onUpdated: () => {
            server.sendResourceUpdated({ uri }).catch(() => undefined); // the session is gone
          },
        });
        if (done.ok) return {};
        subscribed.delete(uri);
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, done.failure.message);
      }),
    ),
  );
  server.setRequestHandler('resources/unsubscribe', { params: ByUri }, ({ uri }) => {
    subscribed.get(uri)?.abort();
    subscribed.delete(uri);
    return {};
  });
  const before = server.onclose;
  server.onclose = () => {
    for (const stop of subscribed.values()) stop.abort();
    subscribed.clear();
    before?.();
  };
}
