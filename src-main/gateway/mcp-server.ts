import {
  isCallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { assertNever } from '../kernel/result.ts';
import type { RequestOwner } from '../servers/request-owner.ts';
import type { Client } from '../trust/client-tokens.ts';
import { callProgress } from './call-progress.ts';
import type { Exposed, ExposedResult } from './exposed.ts';

/** Results leave as they came: the SDK would parse them again and drop what its schemas do not name. */
class PassingServer extends Server {
  protected override _wrapHandler(
    _method: string,
    handler: Parameters<Server['_wrapHandler']>[1],
  ): Parameters<Server['_wrapHandler']>[1] {
    return handler;
  }
}

const ListParams = z.looseObject({ cursor: z.string().optional() });
const CallParams = z.looseObject({ name: z.string(), arguments: z.unknown() });

export interface McpServerParts {
  readonly version: string;
  readonly exposed: Exposed;
  /** What a bug threw; the client learns only that there was one. */
  readonly onBug: (bug: unknown) => void;
}

/** One exchange's MCP server, of one client. `ambiguous_text` is a body whose call must be refused. */
export function createMcpServer(
  parts: McpServerParts,
  client: Client,
  { era, ambiguous_text }: { era: 'legacy' | 'modern'; ambiguous_text: string | null },
): Server {
  const { exposed, version, onBug } = parts;
  const server = new PassingServer(
    { name: 'gatehouse', title: 'Gatehouse', version },
    { capabilities: { tools: {} } },
  );

  server.setRequestHandler('tools/list', { params: ListParams }, async ({ cursor }) => {
    if (cursor !== undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such page.');
    const list = guarded(() => exposed.tools(client));
    // Differs by token, and changes without a word to clients that keep no stream.
    return { tools: list, ...(era === 'modern' ? { ttlMs: 0, cacheScope: 'private' } : {}) };
  });

  server.setRequestHandler('tools/call', { params: CallParams }, async (params, { mcpReq }) => {
    const progress = callProgress(mcpReq._meta?.progressToken, (told) => {
      const { progressToken, progress: done, total, message } = told;
      mcpReq
        .notify({
          method: 'notifications/progress',
          params: {
            progressToken,
            progress: done,
            ...(total === undefined ? {} : { total }),
            ...(message === undefined ? {} : { message }),
          },
        })
        .catch(() => undefined); // the client is gone; its call is being aborted
    });
    try {
      const answer = await exposed.callTool({
        ...{ client, owner: silent(client) },
        name: params.name,
        arguments_json: ambiguous_text ?? JSON.stringify(params.arguments ?? {}),
        signal: mcpReq.signal,
        onStep: progress.onStep,
      });
      progress.stop();
      switch (answer.kind) {
        case 'result':
          return era === 'modern' ? answer.result : forOlderClients(server, answer);
        case 'unknown_tool':
          throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
        case 'own_fault':
          throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error');
        default:
          return assertNever(answer);
      }
    } catch (error) {
      progress.stop();
      throw error instanceof ProtocolError ? error : hidden(error);
    }
  });
  return server;

  function guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (bug) {
      throw hidden(bug);
    }
  }

  function hidden(bug: unknown): ProtocolError {
    onBug(bug);
    return new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error');
  }
}

/** Answers nothing that a server asks back. */
const silent = ({ id }: Client): RequestOwner => ({
  ...{ key: id, abilities: {}, log_level: null },
  ask: async () => ({}),
  onLog: () => undefined,
});

/**
 * The older revisions know only objects as structured content and as the root of an output schema; the
 * SDK wraps such a schema for them, and this wraps what belongs to it. Everything else stays as it is.
 */
const forOlderClients = (
  server: Server,
  { result, outputSchema }: ExposedResult,
): Record<string, unknown> =>
  isCallToolResult(result)
    ? server.projectCallToolResult(result, outputSchema ?? undefined)
    : result;
