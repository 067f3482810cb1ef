import { openStdio } from '../client.ts';
import { NODE, serverArgs } from '../places.ts';
import type { Subject } from './subject.ts';

/** The SDK's own client on the server's pipes: what nothing in between costs. */
export const direct = (id: string, title: string): Subject => ({
  ...{ id, title, version: '@modelcontextprotocol/client 2.4.0, stdio', kind: 'limit' },
  ...{
    perServer: true,
    notes: 'The client starts the server itself; nothing stands between them.',
  },
  prepare: async () => undefined,
  start: async ({ servers }) => {
    const now = performance.now();
    const open = (id: string) => {
      const server = servers.find((one) => one.id === id);
      if (server === undefined) throw new Error(`no server ${id}`);
      return openStdio(NODE, serverArgs(server));
    };
    return {
      ...{ roots: [], spawned: now, ready: now, open },
      openers: servers.map(
        ({ id }) =>
          () =>
            open(id),
      ),
    };
  },
});
