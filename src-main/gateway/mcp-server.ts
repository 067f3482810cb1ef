import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { Client } from '../trust/client-tokens.ts';
import type { Era } from './client-peer.ts';
import type { Exposed } from './exposed.ts';
import type { ParkedRequests } from './parked-requests.ts';
import { type CallTool, serveCalls } from './serve-calls.ts';
import { serveLists } from './serve-lists.ts';
import { serveReads } from './serve-reads.ts';
import { serveSession } from './serve-session.ts';

/** Results leave as they came: the SDK would parse them again and drop what its schemas do not name. */
class PassingServer extends Server {
  protected override _wrapHandler(
    _method: string,
    handler: Parameters<Server['_wrapHandler']>[1],
  ): Parameters<Server['_wrapHandler']>[1] {
    return handler;
  }
}

export interface McpServerParts {
  readonly version: string;
  readonly exposed: Exposed;
  readonly parked: ParkedRequests;
  /** What a bug threw; the client learns only that there was one. */
  readonly onBug: (bug: unknown) => void;
}

/** What every group of handlers works with. */
export interface Serving {
  readonly server: Server;
  readonly client: Client;
  readonly era: Era;
  readonly exposed: Exposed;
  readonly parked: ParkedRequests;
  /** Runs `work`; a bug becomes an internal error that says nothing. */
  guarded<T>(work: () => T | Promise<T>): Promise<T>;
  /** Of a session: what `logging/setLevel` asked for. */
  logLevel: string;
}

/** What the gateway says of itself: MCP's Implementation. */
export const serverInfo = (version: string) => ({ name: 'gatehouse', title: 'Gatehouse', version });

export interface McpServer {
  readonly server: Server;
  /** The handler of `tools/call`, for a call that needs nothing else of the server. */
  readonly callTool: CallTool;
}

/**
 * MCP for one client: for one exchange (2026-07-28), or for one session or connection. The same
 * handlers serve both eras; what differs is how the client is asked back and told of changes.
 */
export function createMcpServer(
  { version, exposed, parked, onBug }: McpServerParts,
  client: Client,
  era: Era,
): McpServer {
  const server = new PassingServer(serverInfo(version), {
    capabilities: {
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      completions: {},
      logging: {},
    },
  });
  const serving: Serving = {
    ...{ server, client, era, exposed, parked, logLevel: 'info' },
    guarded: async (work) => {
      try {
        return await work();
      } catch (error) {
        if (error instanceof ProtocolError) throw error;
        onBug(error);
        throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error');
      }
    },
  };
  serveLists(serving);
  const callTool = serveCalls(serving);
  serveReads(serving);
  if (era === 'legacy') serveSession(serving);
  return { server, callTool };
}
