import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openHttp } from '../client.ts';
import { inPeers, NODE, serverArgs, versionOf } from '../places.ts';
import { startOneForAll } from './one-for-all.ts';
import type { Subject } from './subject.ts';

const script = inPeers('@fiberplane/mcp-gateway', 'bin', 'mcp-gateway.js');

export const fiberplane = (): Subject => ({
  ...{ id: 'fiberplane', title: '@fiberplane/mcp-gateway', kind: 'peer', perServer: false },
  version: versionOf('@fiberplane/mcp-gateway'),
  notes:
    'One process, a URL for each server (`/s/<name>/mcp`), shared sessions (default); it records all traffic in SQLite. A list of all servers is one request to each URL.',
  prepare: async ({ servers, folder }) => {
    const entries = servers.map((server) => [
      server.id,
      { type: 'stdio', command: NODE, args: serverArgs(server) },
    ]);
    // Its README shows a list under `servers`; what it reads is this.
    const mcpServers = Object.fromEntries(entries);
    writeFileSync(join(folder, 'mcp.json'), JSON.stringify({ mcpServers }));
  },
  start: async ({ servers, folder }) => {
    const launched = await startOneForAll(folder, (port) => [
      ...[NODE, script, '--port', String(port), '--storage-dir', folder],
    ]);
    const open = (id: string) => openHttp(`http://127.0.0.1:${launched.port}/s/${id}/mcp`);
    return {
      ...launched,
      open,
      openers: servers.map(
        ({ id }) =>
          () =>
            open(id),
      ),
    };
  },
});
