import { openHttp } from '../client.ts';
import { inPeers, NODE, serverArgs, versionOf } from '../places.ts';
import { startOneEach } from './one-each.ts';
import type { Subject } from './subject.ts';

const script = inPeers('supergateway', 'dist', 'index.js');
const quoted = (words: readonly string[]) => words.map((word) => `"${word}"`).join(' ');

export const supergateway = (): Subject => ({
  ...{ id: 'supergateway', title: 'supergateway', version: versionOf('supergateway') },
  ...{ kind: 'peer', perServer: true },
  notes:
    'Streamable HTTP with sessions (`--stateful`), which starts the server once a session; without it every request starts one.',
  prepare: async () => undefined,
  start: (setup) =>
    startOneEach(
      setup,
      (port, server) => [
        ...[NODE, script, '--stdio', quoted([NODE, ...serverArgs(server)])],
        ...['--outputTransport', 'streamableHttp', '--stateful', '--logLevel', 'none'],
        ...['--port', String(port)],
      ],
      (port) => openHttp(`http://127.0.0.1:${port}/mcp`),
    ),
});
