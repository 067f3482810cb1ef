import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Era } from './client-peer.ts';
import type { ReadAnswer } from './exposed.ts';
import { RESOURCE_NOT_FOUND } from './exposed-answers.ts';
import { inboundOf } from './inbound-request.ts';
import type { Serving } from './mcp-server.ts';
import { NOT_CACHED } from './serve-lists.ts';
import { serveRequest } from './serve-request.ts';

const Uri = z.string().min(1).max(16_384);
const PromptParams = z.looseObject({
  name: z.string(),
  arguments: z.record(z.string(), z.string()).optional(),
});

/** Resources, prompts and completion. */
export function serveReads(serving: Serving): void {
  const { server, client, era, exposed, guarded } = serving;
  server.setRequestHandler(
    'resources/read',
    { params: z.looseObject({ uri: Uri }) },
    ({ uri }, context) =>
      guarded(() =>
        serveRequest(serving, inboundOf(context), [uri], async ({ owner, signal }) => ({
          ...resultOf(await exposed.readResource({ client, owner, signal, uri }), era),
          ...(era === 'modern' ? NOT_CACHED : {}),
        })),
      ),
  );
  server.setRequestHandler('prompts/get', { params: PromptParams }, (params, context) =>
    guarded(() =>
      serveRequest(
        serving,
        inboundOf(context),
        [params.name, params.arguments ?? {}],
        async ({ owner, signal }) => ({
          ...resultOf(
            await exposed.getPrompt({
              ...{ client, owner, signal },
              name: params.name,
              arguments: params.arguments ?? {},
            }),
            era,
          ),
        }),
      ),
    ),
  );
  server.setRequestHandler(
    'completion/complete',
    { params: z.looseObject({}) },
    (params, context) =>
      guarded(() =>
        serveRequest(serving, inboundOf(context), [params], async ({ owner, signal }) => ({
          ...resultOf(await exposed.complete({ client, owner, signal, params }), era),
        })),
      ),
  );
}

/** The newer era has no code of its own for a resource that is not there (2026-07-28, changes). */
const codeIn = (era: Era, code: number): number =>
  era === 'modern' && code === RESOURCE_NOT_FOUND ? ProtocolErrorCode.InvalidParams : code;

function resultOf(answer: ReadAnswer, era: Era): Readonly<Record<string, unknown>> {
  if (answer.kind === 'error')
    throw new ProtocolError(codeIn(era, answer.code), answer.message, answer.data);
  return answer.result;
}
