import { z } from 'zod';
import { Failure, Instant } from './common.ts';
import { ServerId } from './server.ts';

/** Gatehouse's own tools at the gateway. */
export const LocalTool = z.enum([
  ...(['skill_list', 'skill_search', 'skill_read', 'result_read'] as const),
  ...(['tool_search', 'tool_call'] as const),
]);
export type LocalTool = z.infer<typeof LocalTool>;

/** `none`: the client sees raw tool names; meant for an agent with one server. */
export const Prefix = z.enum(['server', 'none']);
export type Prefix = z.infer<typeof Prefix>;

export const AgentName = ServerId;

/** Nothing fails by it; `code` + `params` translate, `text` is the English sentence. */
export const AgentWarning = z.object({
  code: z.enum(['prefix_none_many_servers', 'unknown_server', 'unknown_tool', 'all_servers']),
  params: z.record(z.string(), z.string()),
  text: z.string(),
});
export type AgentWarning = z.infer<typeof AgentWarning>;

export const Agent = z.object({
  name: z.string(),
  description: z.string(),
  built_in: z.boolean(),
  paused: z.boolean(),
  /** Server id -> globs on tool names; the id `*` stands for every server. */
  servers: z.record(z.string(), z.array(z.string())),
  approval: z.object({ low: z.string(), medium: z.string(), high: z.string() }),
  prefix: Prefix,
  local_tools: z.array(LocalTool),
  /** Whether servers may ask the client's model (MCP's sampling). */
  sampling: z.boolean(),
  /** Empty: no limit of its own. */
  roots: z.array(z.string()),
  hosts: z.array(z.string()),
  limits: z.object({ result_inline_chars: z.number() }),
  warnings: z.array(AgentWarning),
  /** Absolute path of its YAML; null for `you`. */
  file: z.string().nullable(),
  /** Clients that have a token of it. */
  clients: z.number(),
  /** Its file says something else than what was accepted: `trust/list` has `file:agents/<name>.yml`. */
  pending: z.boolean(),
  problem: Failure.nullable(),
});
export type Agent = z.infer<typeof Agent>;

/** With the accepted YAML; null where nothing is accepted, and for `you`. */
export const AgentDetail = Agent.extend({ text: z.string().nullable() });
export type AgentDetail = z.infer<typeof AgentDetail>;

const Names = z.array(z.string().min(1).max(256)).max(500);

export const AgentChanges = z.strictObject({
  description: z.string().max(2000).optional(),
  approval: z
    .strictObject({
      low: z.enum(['allow', 'ask', 'deny']).optional(),
      medium: z.enum(['allow', 'ask', 'deny']).optional(),
      high: z.enum(['ask', 'deny']).optional(),
    })
    .optional(),
  roots: Names.optional(),
  hosts: Names.optional(),
  prefix: Prefix.optional(),
  local_tools: z.array(LocalTool).optional(),
  sampling: z.boolean().optional(),
  result_inline_chars: z.number().int().min(1).max(10_000_000).optional(),
});
export type AgentChanges = z.infer<typeof AgentChanges>;

export const AgentAllow = z.strictObject({
  name: AgentName,
  /** `*` stands for every server, also for those that are added later. */
  server_id: z.union([ServerId, z.literal('*')]),
  /** Globs on raw tool names; empty takes the server away. */
  tools: Names,
});

/** How a client is here right now: by which generation of MCP, and through which door. */
export const ConnectedClient = z.object({
  era: z.enum(['2025', '2026-07-28']),
  /** `stdio`: by `gatehouse connect`. */
  transport: z.enum(['http', 'stdio']),
  /** Its own words; empty when it did not say. */
  client_name: z.string(),
  client_version: z.string(),
  since: Instant,
  open_requests: z.number(),
});
export type ConnectedClient = z.infer<typeof ConnectedClient>;

/** An AI application with a token for the gateway. */
export const Client = z.object({
  id: z.string(),
  agent: z.string(),
  label: z.string(),
  created_at: Instant,
  last_used_at: Instant.nullable(),
  /** How long a call of it waits for a person before `[APPROVAL_PENDING]`; null: the setting's. */
  hold_s: z.number().nullable(),
  connected: z.array(ConnectedClient),
});
export type Client = z.infer<typeof Client>;

/** Shown once: only the token's hash is kept. `url` is where the client connects to. */
export const ClientToken = z.object({
  token: z.string(),
  client_id: z.string(),
  agent: z.string(),
  label: z.string(),
  url: z.string(),
  /** Why the gateway does not listen there; whoever does would get the token. */
  problem: Failure.nullable(),
});
export type ClientToken = z.infer<typeof ClientToken>;

/** What a person pastes into one client's configuration. */
export const Snippet = z.object({
  /** `claude-desktop`, `vscode`, …: stable, for icons and the command line. */
  id: z.string(),
  /** The client's own name, not translated. */
  name: z.string(),
  /** `http`: the client speaks to the gateway itself. `connect`: it starts `gatehouse connect`. */
  by: z.enum(['http', 'connect']),
  format: z.enum(['json', 'jsonc', 'toml', 'yaml']),
  /** Where the text belongs on this platform; `~` is the person's home folder. */
  path: z.string(),
  /** A whole file; in one that exists already only the inner entry is added. */
  text: z.string(),
});
export type Snippet = z.infer<typeof Snippet>;

export const Snippets = z.object({
  agent: z.string(),
  url: z.string(),
  problem: Failure.nullable(),
  snippets: z.array(Snippet),
});
export type Snippets = z.infer<typeof Snippets>;
