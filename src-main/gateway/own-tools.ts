import type { AgentProfile } from '../agents/agent-profiles.ts';
import type { OwnToolName } from '../catalog/exposed-names.ts';
import type { McpObject } from './exposed.ts';
import { SEARCH_LIMIT, SEARCH_LIMIT_MAX } from './own-tools-search.ts';

/** Those of our own tools that are here today; the names of the others are kept free. */
export type OwnTool = Extract<OwnToolName, 'result_read' | 'tool_search' | 'tool_call'>;

const text = (description: string) => ({ type: 'string', description });
const whole = (minimum: number, maximum: number, description: string) => ({
  type: 'integer',
  minimum,
  maximum,
  description,
});

const DEFINITIONS: Readonly<Record<OwnTool, McpObject>> = {
  result_read: {
    name: 'result_read',
    title: 'Read on in a long result',
    description:
      'Reads a part of the text of an earlier result of yours that was too long to be shown whole. The answer says where to go on.',
    inputSchema: {
      type: 'object',
      properties: {
        id: text('The id that stood under the beginning of the result.'),
        start_char: whole(0, Number.MAX_SAFE_INTEGER, 'First character to read, from 0.'),
        max_chars: whole(1, Number.MAX_SAFE_INTEGER, 'At most so many characters.'),
      },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
  },
  tool_search: {
    name: 'tool_search',
    title: 'Find tools',
    description:
      'Finds tools by words of their name, description and parameters. Call one that it finds with tool_call.',
    inputSchema: {
      type: 'object',
      properties: {
        query: text('Words that say what the tool should do.'),
        limit: whole(1, SEARCH_LIMIT_MAX, `At most so many tools; ${SEARCH_LIMIT} by default.`),
      },
      required: ['query'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
  },
  tool_call: {
    name: 'tool_call',
    title: 'Call a found tool',
    description: 'Calls a tool by the name that tool_search gave, with the arguments it asks for.',
    inputSchema: {
      type: 'object',
      properties: {
        name: text('The name, exactly as tool_search gave it.'),
        arguments: { type: 'object', description: 'Arguments that fit its inputSchema.' },
      },
      required: ['name'],
      additionalProperties: false,
    },
  },
};

/** An agent that lists both searches: its list of tools is our own ones, the others are found and called. */
export const searches = ({ local_tools }: AgentProfile): boolean =>
  local_tools.includes('tool_search') && local_tools.includes('tool_call');

/** The own tools of this agent, ordered by name; who may use no server has no use for them. */
export function ownToolsOf(agent: AgentProfile): readonly OwnTool[] {
  const usesServers = Object.values(agent.servers).some((globs) => globs.length > 0);
  if (!usesServers || agent.problem !== null || agent.approval.low === 'deny') return [];
  const search: readonly OwnTool[] = searches(agent) ? ['tool_call', 'tool_search'] : [];
  return agent.local_tools.includes('result_read') ? ['result_read', ...search] : search;
}

export const ownDefinition = (name: OwnTool): McpObject => DEFINITIONS[name];
