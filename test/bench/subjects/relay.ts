import { openHttp } from '../client.ts';
import { at, NODE, serverArgs } from '../places.ts';
import { startOneEach } from './one-each.ts';
import type { Subject } from './subject.ts';

const script = at('test', 'bench', 'relay.mjs');

/** The least that speaks HTTP on one side and stdio on the other: the floor of the HTTP hop. */
export const relay: Subject = {
  ...{ id: 'relay', title: 'bare relay (floor)', version: 'test/bench/relay.mjs', kind: 'floor' },
  ...{ perServer: true, notes: '40 lines; no checks, no records, no sessions. Not a product.' },
  prepare: async () => undefined,
  start: (setup) =>
    startOneEach(
      setup,
      (port, server) => [NODE, script, String(port), NODE, ...serverArgs(server)],
      (port) => openHttp(`http://127.0.0.1:${port}/mcp`),
    ),
};
