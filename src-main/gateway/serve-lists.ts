import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { McpObject } from './exposed.ts';
import type { Serving } from './mcp-server.ts';

const ListParams = z.looseObject({ cursor: z.string().optional() });

/** Lists are answered from what is known, whole, and differ by token only. */
export function serveLists({ server, client, exposed, era, guarded }: Serving): void {
  const lists = {
    'tools/list': () => ({ tools: exposed.tools(client) }),
    'prompts/list': () => ({ prompts: exposed.prompts(client) }),
    'resources/list': () => ({ resources: exposed.resources(client) }),
    'resources/templates/list': () => ({ resourceTemplates: exposed.resourceTemplates(client) }),
  } satisfies Record<string, () => McpObject>;
  for (const [method, list] of Object.entries(lists))
    server.setRequestHandler(method, { params: ListParams }, ({ cursor }) =>
      guarded(() => {
        if (cursor !== undefined)
          throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such page.');
        return { ...list(), ...(era === 'modern' ? NOT_CACHED : {}) };
      }),
    );
}

/** Changes are told to who listens; who does not must ask again. */
export const NOT_CACHED = { ttlMs: 0, cacheScope: 'private' } as const;
