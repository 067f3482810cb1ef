import { z } from 'zod';
import { request } from './request-spec.ts';
import * as view from './views/agent.ts';
import { Done, Empty } from './views/common.ts';

/** Agents, their clients, and how a client is connected. */
export const agentRequests = {
  'agent/list': request('GET /agents', Empty, z.array(view.Agent)),
  'agent/show': request(
    'GET /agents/{name}',
    z.strictObject({ name: z.string().max(64) }),
    view.AgentDetail,
  ),
  /** Writes and accepts a file that allows nothing yet. */
  'agent/create': request(
    'POST /agents',
    z.strictObject({ name: view.AgentName, description: z.string().max(2000).optional() }),
    view.AgentDetail,
  ),
  'agent/remove': request(
    'DELETE /agents/{name}',
    z.strictObject({
      name: view.AgentName,
      /** Takes the tokens of its clients back; without it an agent with clients stays. */
      revoke_clients: z.boolean().optional(),
    }),
    Done,
  ),
  'agent/allow': request('POST /agents/{name}/allow', view.AgentAllow, view.AgentDetail),
  'agent/set': request(
    'PUT /agents/{name}',
    z.strictObject({ name: view.AgentName, changes: view.AgentChanges }),
    view.AgentDetail,
  ),
  /** The whole YAML; invalid_entry and unreadable_file name line and column. */
  'agent/set-text': request(
    'PUT /agents/{name}/text',
    z.strictObject({ name: view.AgentName, text: z.string().max(256 * 1024) }),
    view.AgentDetail,
  ),

  'agent/token': request(
    'POST /agents/{name}/token',
    z.strictObject({
      name: z.string().max(64),
      /** What the person calls the client; the agent's name when absent. */
      label: z.string().min(1).max(64).optional(),
      hold_s: z.number().int().min(1).max(3600).optional(),
    }),
    view.ClientToken,
  ),
  /** Texts for the common clients; without `token` they hold `<TOKEN>`. */
  'connect/snippets': request(
    'POST /agents/{agent}/snippets',
    z.strictObject({
      agent: z.string().max(64),
      token: z
        .string()
        .regex(/^gth_[A-Za-z0-9_-]{43}$/, 'a client token')
        .optional(),
    }),
    view.Snippets,
  ),
  'client/list': request('GET /clients', Empty, z.array(view.Client)),
  'client/revoke': request(
    'DELETE /clients/{id}',
    z.strictObject({ id: z.string().min(1).max(128) }),
    Done,
  ),
} as const;
