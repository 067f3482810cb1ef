import { openHttp } from '../client.ts';
import { inPeers, NODE, serverArgs, versionOf } from '../places.ts';
import { startOneEach } from './one-each.ts';
import type { Subject } from './subject.ts';

const script = inPeers('mcp-proxy', 'dist', 'bin', 'mcp-proxy.mjs');

export const mcpProxy = (): Subject => ({
  ...{ id: 'mcp-proxy', title: 'mcp-proxy', version: versionOf('mcp-proxy'), kind: 'peer' },
  ...{ perServer: true, notes: 'Streamable HTTP only (`--server stream`), no event store.' },
  prepare: async () => undefined,
  start: (setup) =>
    startOneEach(
      setup,
      (port, server) => [
        ...[NODE, script, '--port', String(port), '--server', 'stream', '--no-eventStore'],
        ...['--', NODE, ...serverArgs(server)],
      ],
      (port) => openHttp(`http://127.0.0.1:${port}/mcp`),
    ),
});
