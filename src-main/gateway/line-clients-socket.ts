import type { Duplex } from 'node:stream';
import type { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Clock } from '../kernel/clock.ts';
import type { Client } from '../trust/client-tokens.ts';
import { type ClientInfo, type Era, infoOfServer } from './client-peer.ts';
import { LineTransport } from './line-transport.ts';
import type { ListName } from './list-changes.ts';
import { tellOf } from './session-store-http.ts';

export interface LineView {
  readonly client_id: string;
  readonly era: Era;
  readonly info: ClientInfo;
  readonly since: number;
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
  era: Era;
  server: Server | null;
  close(): Promise<void>;
}

/** Clients over a stream of lines, of either era; the first message decides, as the SDK has it. */
export function createLineClients(parts: {
  readonly clock: Clock;
  readonly open: (client: Client, era: Era) => Server;
  readonly watch: (client: Client, tell: (changed: readonly ListName[]) => void) => () => void;
  readonly onChange: () => void;
  readonly onError: (error: Error) => void;
  readonly maxSubscriptions: number;
}): LineClients {
  const lines = new Set<Line>();

  return {
    serve: (client, stream) => {
      const transport = new LineTransport(stream);
      const line: Line = {
        ...{ client, since: parts.clock.now(), era: 'legacy', server: null },
        close: () => handle.close(),
      };
      const forget = parts.watch(client, (changed) => {
        if (line.server !== null) tellOf(line.server, changed).catch(() => undefined); // it is closing
      });
      lines.add(line);
      const handle = serveStdio(
        ({ era }) => {
          line.era = era;
          line.server = parts.open(client, era);
          return line.server;
        },
        { transport, onerror: parts.onError, maxSubscriptions: parts.maxSubscriptions },
      );
      stream.once('close', () => {
        lines.delete(line);
        forget();
        void handle.close();
        parts.onChange();
      });
      parts.onChange();
    },
    views: () =>
      [...lines].map(({ client, era, server, since }) => ({
        ...{ client_id: client.id, era, since },
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
