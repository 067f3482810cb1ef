import type { Duplex } from 'node:stream';
import type { Server } from '@modelcontextprotocol/server';
import {
  type StdioServerHandle,
  StdioServerTransport,
  serveStdio,
} from '@modelcontextprotocol/server/stdio';
import type { Client } from '../trust/client-tokens.ts';

/** Clients that speak JSON-RPC lines over a stream of their own. */
export interface ClientLines {
  serve(client: Client, stream: Duplex): void;
  /** Ends every line of one client. */
  drop(client_id: string): void;
  /** Ends every line. What was written before is sent first. */
  close(): Promise<void>;
}

export function createClientLines(parts: {
  readonly serverOf: (client: Client, era: 'legacy' | 'modern') => Server;
  readonly onBug: (bug: unknown) => void;
}): ClientLines {
  const lines = new Map<
    Duplex,
    { readonly client_id: string; readonly handle: StdioServerHandle }
  >();

  async function end(stream: Duplex, handle: StdioServerHandle): Promise<void> {
    await handle.close().catch(parts.onBug);
    stream.end();
  }

  return {
    serve: (client, stream) => {
      const transport = new StdioServerTransport(stream, stream);
      const handle = serveStdio(({ era }) => parts.serverOf(client, era), { transport });
      lines.set(stream, { client_id: client.id, handle });
      stream.once('close', () => lines.delete(stream));
    },
    drop: (client_id) => {
      for (const [stream, line] of lines)
        if (line.client_id === client_id) void end(stream, line.handle);
    },
    close: async () => {
      await Promise.all([...lines].map(([stream, { handle }]) => end(stream, handle)));
    },
  };
}
