import {
  isCallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { assertNever } from '../kernel/result.ts';
import { AmbiguousArguments } from './ambiguous-arguments.ts';
import { callProgress, isProgressToken } from './call-progress.ts';
import type { ExposedResult } from './exposed.ts';
import type { Serving } from './mcp-server.ts';
import { serveRequest } from './serve-request.ts';

const CallParams = z.looseObject({ name: z.string(), arguments: z.unknown().optional() });

export function serveCalls(serving: Serving): void {
  const { server, client, era, exposed, guarded } = serving;
  server.setRequestHandler('tools/call', { params: CallParams }, (params, context) =>
    guarded(() =>
      serveRequest(serving, context, [params.name, params.arguments ?? {}], async (request) => {
        const progress = callProgress((told) => {
          const { progress_token: progressToken, notify } = request.channel();
          if (isProgressToken(progressToken))
            notify('notifications/progress', { progressToken, ...told });
        });
        try {
          const answer = await exposed.callTool({
            client,
            name: params.name,
            arguments_json: textOf(params.arguments),
            owner: request.owner,
            signal: request.signal,
            onStep: progress.onStep,
          });
          switch (answer.kind) {
            case 'result':
              return era === 'modern' ? answer.result : forOlderClients(server, answer);
            case 'unknown_tool':
              throw new ProtocolError(
                ProtocolErrorCode.InvalidParams,
                `Unknown tool: ${params.name}`,
              );
            case 'own_fault':
              throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error');
            default:
              return assertNever(answer);
          }
        } finally {
          progress.stop();
        }
      }),
    ),
  );
}

const textOf = (given: unknown): string =>
  given instanceof AmbiguousArguments ? given.text : JSON.stringify(given ?? {});

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
