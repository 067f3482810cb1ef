import { direct } from './direct.ts';
import { fiberplane } from './fiberplane.ts';
import { gatehouse, gatehouseWithoutCache } from './gatehouse.ts';
import { mcpHub } from './mcp-hub.ts';
import { mcpProxy } from './mcp-proxy.ts';
import { myCoolProxy } from './my-cool-proxy.ts';
import { relay } from './relay.ts';
import type { Subject } from './subject.ts';
import { supergateway } from './supergateway.ts';

/** Everyone who takes part; the direct client twice, as a measure of noise. */
export const allSubjects = (): Subject[] => [
  direct('direct', 'direct client (limit)'),
  direct('direct-again', 'direct client, again'),
  relay,
  gatehouse,
  gatehouseWithoutCache,
  mcpProxy(),
  supergateway(),
  fiberplane(),
  mcpHub(),
  myCoolProxy(),
];
