import {
  isCallToolResult,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { assertNever } from '../kernel/result.ts';
import type { ClientAbilities } from '../servers/request-owner.ts';
import { argumentsText } from './ambiguous-arguments.ts';
import { callProgress, isProgressToken } from './call-progress.ts';
import type { ExposedResult } from './exposed.ts';
import { type InboundRequest, inboundOf } from './inbound-request.ts';
import type { Serving } from './mcp-server.ts';
import { isFields } from './present-result-text.ts';
import { type OwnedRequest, serveRequest } from './serve-request.ts';

const CallParams = z.looseObject({ name: z.string(), arguments: z.unknown().optional() });
export type CallParams = z.infer<typeof CallParams>;

/** What the schema of the SDK's way says, without it: nearly every call of a client passes here. */
export const isCallParams = (params: unknown): params is CallParams =>
  isFields(params) && typeof params['name'] === 'string';

/** MCP's CallToolResult of one call, or a ProtocolError. */
export type CallTool = (
  params: CallParams,
  inbound: InboundRequest,
) => Promise<Record<string, unknown>>;

export function serveCalls(serving: Serving): CallTool {
  const callTool: CallTool = (params, inbound) =>
    serving.guarded(() =>
      serveRequest(serving, inbound, [params.name, params.arguments ?? {}], (request) =>
        answerCall(serving, params, request),
      ),
    );
  serving.server.setRequestHandler('tools/call', { params: CallParams }, (params, context) =>
    callTool(params, inboundOf(context)),
  );
  return callTool;
}

async function answerCall(
  { server, client, era, exposed }: Serving,
  { name, arguments: args }: CallParams,
  { owner, signal, channel }: OwnedRequest,
): Promise<Record<string, unknown>> {
  const progress = callProgress((told) => {
    const { progress_token: progressToken, notify } = channel();
    if (isProgressToken(progressToken))
      notify('notifications/progress', { progressToken, ...told });
  });
  try {
    const answer = await exposed.callTool({
      ...{ client, name, owner, signal },
      ...{ arguments_json: argumentsText(args), onStep: progress.onStep },
    });
    switch (answer.kind) {
      case 'result':
        if (era === 'legacy') return forOlderClients(server, answer);
        if (answer.lacks) refuseUndeclared(answer.lacks, owner.abilities);
        return answer.result;
      case 'unknown_tool':
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`);
      case 'own_fault':
        throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error');
      default:
        return assertNever(answer);
    }
  } finally {
    progress.stop();
  }
}

/**
 * The protocol's own error for a client that does not declare what the server needs. What the client
 * does declare and its agent may not use is said by the result.
 */
function refuseUndeclared(needed: ClientAbilities, declared: ClientAbilities): void {
  const isMissing = (ability: keyof ClientAbilities) =>
    needed[ability] !== undefined && declared[ability] === undefined;
  const requiredCapabilities = {
    ...(isMissing('elicitation') ? { elicitation: {} } : {}),
    ...(isMissing('sampling') ? { sampling: {} } : {}),
    ...(isMissing('roots') ? { roots: {} } : {}),
  };
  if (Object.keys(requiredCapabilities).length > 0)
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities });
}

/**
 * The older revisions know only objects as structured content and as the root of an output schema; the
 * SDK wraps such a schema for them, and this wraps what belongs to it. Everything else stays as it is.
 */
const forOlderClients = (
  server: Server,
  { result, outputSchema }: ExposedResult,
): Record<string, unknown> =>
  result['structuredContent'] !== undefined && isCallToolResult(result)
    ? server.projectCallToolResult(result, outputSchema ?? undefined)
    : result;
