import type { Duplex } from 'node:stream';
import type { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Clock } from '../kernel/clock.ts';
import type { Client } from '../trust/client-tokens.ts';
import { type ClientInfo, type Era, infoOfServer } from './client-peer.ts';
import { LineTransport } from './line-transport.ts';
import type { ListChanges } from './list-changes.ts';
import { cancelledIdsOf, type RequestId, requestIdsOf } from './message-ids.ts';
import { followedUris } from './modern-clients.ts';
import type { ResourceWatches } from './resource-watches.ts';
import { tellOf } from './session-store-http.ts';

export interface LineView {
  readonly client_id: string;
  readonly era: Era;
  readonly info: ClientInfo;
  readonly since: number;
  readonly open_requests: number;
}

export interface LineClients {
  serve(client: Client, stream: Duplex): void;
  views(): readonly LineView[];
  drop(client_id: string): void;
  close(): Promise<void>;
}

interface Line {
  readonly client: Client;
  readonly since: number;
  readonly transport: LineTransport;
  era: Era;
  server: Server | null;
  /** The newer era may be told at once; the older one after `initialized`. */
  hears: boolean;
  close(): Promise<void>;
}

/** Clients over a stream of lines, of either era; the first message decides, as the SDK has it. */
export function createLineClients(parts: {
  readonly clock: Clock;
  readonly open: (client: Client, era: Era) => Server;
  readonly lists: Pick<ListChanges, 'watch' | 'soon'>;
  readonly watches: (client: Client, onUpdated: (uri: string) => void) => ResourceWatches;
  readonly onChange: () => void;
  readonly onError: (error: Error) => void;
  readonly maxSubscriptions: number;
}): LineClients {
  const lines = new Set<Line>();

  function open(line: Line, era: Era): Server {
    const server = parts.open(line.client, era);
    line.era = era;
    line.server = server;
    line.hears = era === 'modern';
    server.oninitialized = () => {
      line.hears = true;
      parts.lists.soon();
      parts.onChange();
    };
    parts.onChange();
    return server;
  }

  return {
    serve: (client, stream) => {
      const transport = new LineTransport(stream);
      const line: Line = {
        ...{ client, transport, since: parts.clock.now() },
        ...{ era: 'legacy', server: null, hears: false },
        close: () => handle.close(),
      };
      const forget = parts.lists.watch(client, (changed) => {
        if (line.server === null || !line.hears) return false;
        tellOf(line.server, changed).catch(() => undefined); // it is closing
        return true;
      });
      const watches = parts.watches(client, (uri) => {
        line.server?.sendResourceUpdated({ uri }).catch(() => undefined); // it is closing
      });
      lines.add(line);
      const handle = serveStdio(({ era }) => open(line, era), {
        ...{ transport, onerror: parts.onError, maxSubscriptions: parts.maxSubscriptions },
      });
      followSubscriptions(transport, watches);
      stream.once('close', () => {
        lines.delete(line);
        forget();
        watches.close();
        parts.onChange();
      });
      parts.onChange();
    },
    views: () =>
      [...lines].map(({ client, era, server, since, transport }) => ({
        ...{ client_id: client.id, era, since, open_requests: transport.running },
        info: server === null ? { name: '', version: '' } : infoOfServer(server),
      })),
    drop: (client_id) => {
      for (const line of lines) if (line.client.id === client_id) void line.close();
    },
    close: async () => {
      await Promise.all([...lines].map((line) => line.close()));
    },
  };
}

/** The SDK keeps the subscriptions of a line; the resources behind them are ours to follow. */
function followSubscriptions(transport: LineTransport, watches: ResourceWatches): void {
  const subscribed = new Map<RequestId, () => void>();
  const unfollow = (id: RequestId): void => {
    subscribed.get(id)?.();
    subscribed.delete(id);
  };
  const deliver = transport.onmessage;
  const send = transport.send.bind(transport);
  // A stream that was refused, or has ended, is answered.
  transport.send = (message) => {
    if (!('method' in message) && message.id !== undefined) unfollow(message.id);
    return send(message);
  };
  transport.onmessage = (message, extra) => {
    const uris = followedUris(message);
    for (const id of requestIdsOf(message))
      if (uris !== null) subscribed.set(id, watches.follow(uris));
    for (const id of cancelledIdsOf(message)) unfollow(id);
    deliver?.(message, extra);
  };
}
