import { direct } from './direct.ts';
import { gatehouse } from './gatehouse.ts';
import { mcpProxy } from './mcp-proxy.ts';
import { relay } from './relay.ts';
import type { Subject } from './subject.ts';

/** Everyone who takes part; the direct client twice, as a measure of noise. */
export const allSubjects = (): Subject[] => [
  direct('direct', 'direct client (limit)'),
  direct('direct-again', 'direct client, again'),
  relay,
  gatehouse,
  mcpProxy(),
];
