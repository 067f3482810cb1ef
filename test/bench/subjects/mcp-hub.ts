import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSse, renamed } from '../client.ts';
import { inPeers, NODE, serverArgs, versionOf } from '../places.ts';
import { startOneForAll } from './one-for-all.ts';
import type { Subject } from './subject.ts';

const script = inPeers('mcp-hub', 'dist', 'cli.js');

export const mcpHub = (): Subject => ({
  ...{ id: 'mcp-hub', title: 'mcp-hub', version: versionOf('mcp-hub'), kind: 'peer' },
  ...{ perServer: false },
  notes:
    'One process and one URL for all servers, over SSE. Its catalogue of servers to install is in its cache, so that it waits for no network.',
  prepare: async ({ servers, folder }) => {
    const entries = servers.map((server) => [
      server.id,
      { command: NODE, args: serverArgs(server) },
    ]);
    const mcpServers = Object.fromEntries(entries);
    writeFileSync(join(folder, 'hub.json'), JSON.stringify({ mcpServers }));
    const cache = join(folder, 'data', 'mcp-hub', 'cache');
    mkdirSync(cache, { recursive: true });
    const registry = { version: '1', generatedAt: Date.now(), totalServers: 1, servers: [ENTRY] };
    writeFileSync(
      join(cache, 'registry.json'),
      JSON.stringify({ registry, lastFetchedAt: Date.now(), serverDocumentation: {} }),
    );
  },
  start: async ({ folder }) => {
    const launched = await startOneForAll(
      folder,
      (port) => [NODE, script, '--port', String(port), '--config', join(folder, 'hub.json')],
      () => ({
        XDG_DATA_HOME: join(folder, 'data'),
        XDG_STATE_HOME: join(folder, 'state'),
        XDG_CONFIG_HOME: join(folder, 'config'),
      }),
    );
    const open = () => openSse(`http://127.0.0.1:${launched.port}/mcp`);
    return {
      ...launched,
      open: async (server) => renamed(await open(), (tool) => `${server}__${tool}`),
      openers: [open],
    };
  },
});

/** An entry of its catalogue, which it would else download. */
const ENTRY = { id: 'none', name: 'none', description: 'none', author: 'none', url: '', stars: 0 };
