import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { McpHandlerRequestOptions } from '@modelcontextprotocol/server';
import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { Client } from '../trust/client-tokens.ts';
import { requestOwner } from './client-peer.ts';
import type { Exposed } from './exposed.ts';
import type { ConnectedClient } from './gateway.ts';
import { createLineClients } from './line-clients-socket.ts';
import { type Signal, watchLists } from './list-changes.ts';
import { createMcpServer, serverInfo } from './mcp-server.ts';
import { createModernClients, STREAMS_MAX } from './modern-clients.ts';
import { createParkedRequests } from './parked-requests.ts';
import { recordRefusedCalls } from './record-refused-calls.ts';
import { createResourceWatches } from './resource-watches.ts';
import { createSessionStore, type SessionStore } from './session-store-http.ts';

type AnswerRequest = (
  client: Client,
  request: Request,
  options: McpHandlerRequestOptions,
) => Promise<Response>;

export interface Clients {
  /** A request of the stateless era, and one of the era of sessions. */
  readonly modern: AnswerRequest;
  readonly older: AnswerRequest;
  readonly direct: SessionStore['direct'];
  line(client: Client, stream: Duplex): void;
  views(): readonly ConnectedClient[];
  /** Settles when no tool call runs any more. */
  idle(): Promise<void>;
  /** Ends all that the client has here; what it waits for is still answered, with that it has ended. */
  drop(client_id: string): Promise<void>;
  close(): Promise<void>;
}

/** How long what was ended has to say so. */
const LAST_ANSWERS_MS = 200;

/** Every way in which a client can be here: per request, by session, over a line. */
export function createClients(parts: {
  readonly version: string;
  readonly exposed: Exposed;
  readonly sessionIdleMs: () => number;
  readonly changes: readonly Signal[];
  readonly journal: Pick<Journal, 'append'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly onBug: (bug: unknown) => void;
  readonly onChange: () => void;
}): Clients {
  const { clock, log, onBug, onChange } = parts;
  const calls = new Set<Promise<unknown>>();
  const stops = new Set<AbortController>();
  let isEnding = false;
  const exposed: Exposed = {
    ...parts.exposed,
    callTool: async (call) => {
      // Not AbortSignal.any, which costs more than many calls do.
      const stop = new AbortController();
      const abort = () => stop.abort(call.signal.reason);
      if (call.signal.aborted || isEnding) abort();
      call.signal.addEventListener('abort', abort, { once: true });
      stops.add(stop);
      const work = parts.exposed.callTool({ ...call, signal: stop.signal });
      calls.add(work);
      try {
        return await work;
      } finally {
        calls.delete(work);
        stops.delete(stop);
        call.signal.removeEventListener('abort', abort);
      }
    },
  };
  const parked = createParkedRequests();
  const server = { version: parts.version, exposed, parked, onBug };
  const lists = watchLists({ exposed, topics: parts.changes, onBug });
  const onError = (error: Error) =>
    log.debug('a request of a client', { error: error.message.slice(0, 500) });
  const watches = (client: Client, onUpdated: (uri: string) => void) =>
    createResourceWatches({
      ...{ onUpdated, onBug },
      subscribe: (uri, signal, told) =>
        exposed.subscribe({ ...{ client, uri, signal }, onUpdated: told, owner: nobody(client) }),
    });

  const sessions = createSessionStore({
    ...{ clock, lists, onChange, onBug, idleMs: parts.sessionIdleMs },
    onNoSession: (client, body) => recordRefusedCalls(parts.journal, client, body),
    open: (client) => createMcpServer(server, client, 'legacy'),
  });
  const lines = createLineClients({
    ...{ clock, lists, watches, onChange, onError, maxSubscriptions: STREAMS_MAX },
    open: (client, era) => createMcpServer(server, client, era).server,
  });
  const modern = createModernClients({
    ...{ clock, lists, watches, onChange, onError, tools: exposed.tools },
    open: (client) => createMcpServer(server, client, 'modern'),
    serverInfo: serverInfo(parts.version),
  });
  const http = { transport: 'http' } as const;

  const idle = async () => {
    while (calls.size > 0) await Promise.allSettled([...calls]);
  };

  return {
    modern: modern.answer,
    older: sessions.answer,
    direct: (...request) => sessions.direct(...request) ?? modern.direct(...request),
    line: lines.serve,
    views: () =>
      [
        ...sessions.views().map((view) => ({ ...view, ...http, era: '2025' as const })),
        ...modern.views().map((view) => ({ ...view, ...http, era: '2026-07-28' as const })),
        ...lines.views().map(({ era, ...view }) => ({
          ...{ ...view, era: era === 'modern' ? ('2026-07-28' as const) : ('2025' as const) },
          transport: 'stdio' as const,
        })),
      ].map(({ info, ...view }) => ({
        ...view,
        client_name: info.name,
        client_version: info.version,
      })),
    idle,
    drop: async (client_id) => {
      parked.drop(client_id);
      sessions.drop(client_id);
      lines.drop(client_id);
      await sleep(LAST_ANSWERS_MS);
      await modern.drop(client_id);
    },
    close: async () => {
      // Whoever waits is told what is known of its call before its connection goes.
      isEnding = true;
      for (const stop of stops) stop.abort();
      await Promise.race([idle(), sleep(LAST_ANSWERS_MS)]);
      await new Promise(setImmediate);
      lists.close();
      parked.close();
      await Promise.all([sessions.close(), lines.close(), modern.close()]);
    },
  };
}

/** Of a stream of changes: nothing can be asked there. */
const nobody = (client: Client) =>
  requestOwner({
    client_id: client.id,
    abilities: {},
    log_level: null,
    channel: () => ({ progress_token: undefined, notify: () => undefined }),
    ask: () => Promise.resolve({}),
  });
