import { createMcpHandler, type McpHttpHandler, type Server } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Result } from '../kernel/result.ts';
import type { Client } from '../trust/client-tokens.ts';
import type { ListName } from './list-changes.ts';
import { BODY_MAX, methodOf } from './read-body.ts';

export interface ModernClients {
  fetch: McpHttpHandlerOf;
  drop(client_id: string): void;
  close(): Promise<void>;
}
type McpHttpHandlerOf = (
  client: Client,
  ...request: Parameters<McpHttpHandler['fetch']>
) => Promise<Response>;

/** Streams of change notices that one client may hold open. */
export const STREAMS_MAX = 16;
const URIS_MAX = 100;

const Listen = z.object({
  params: z.object({
    notifications: z.object({
      resourceSubscriptions: z.array(z.string().min(1).max(16_384)).max(URIS_MAX),
    }),
  }),
});

/** The stateless era: one handler per client, so that nothing kept between requests is shared between tokens. */
export function createModernClients(parts: {
  readonly open: (client: Client) => Server;
  readonly watch: (client: Client, tell: (changed: readonly ListName[]) => void) => () => void;
  readonly subscribe: (
    client: Client,
    uri: string,
    signal: AbortSignal,
    onUpdated: () => void,
  ) => Promise<Result<void>>;
  readonly onError: (error: Error) => void;
}): ModernClients {
  const handlers = new Map<string, { handler: McpHttpHandler; forget: () => void }>();

  function handlerOf(client: Client): McpHttpHandler {
    const known = handlers.get(client.id);
    if (known !== undefined) return known.handler;
    const handler = createMcpHandler(() => parts.open(client), {
      legacy: 'reject',
      // A stream opens at once and stays alive while a person decides; no client's patience for headers ends first.
      responseMode: 'sse',
      maxRequestBodySize: BODY_MAX,
      maxSubscriptions: STREAMS_MAX,
      onerror: parts.onError,
    });
    const forget = parts.watch(client, (changed) => {
      if (changed.includes('tools')) handler.notify.toolsChanged();
      if (changed.includes('prompts')) handler.notify.promptsChanged();
      if (changed.includes('resources')) handler.notify.resourcesChanged();
    });
    handlers.set(client.id, { handler, forget });
    return handler;
  }

  function drop(client_id: string): Promise<void> {
    const known = handlers.get(client_id);
    handlers.delete(client_id);
    known?.forget();
    return known?.handler.close().catch(parts.onError) ?? Promise.resolve();
  }

  return {
    fetch: (client, request, options) => {
      const handler = handlerOf(client);
      // The SDK serves the stream; the resources behind it are ours to watch.
      const listen = Listen.safeParse(options?.parsedBody);
      if (methodOf(options?.parsedBody) === 'subscriptions/listen' && listen.success)
        for (const uri of new Set(listen.data.params.notifications.resourceSubscriptions))
          void parts.subscribe(client, uri, request.signal, () =>
            handler.notify.resourceUpdated(uri),
          );
      return handler.fetch(request, options);
    },
    drop: (client_id) => void drop(client_id),
    close: async () => {
      await Promise.all([...handlers.keys()].map(drop));
    },
  };
}
