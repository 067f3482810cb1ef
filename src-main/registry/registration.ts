import { z } from 'zod';

const Auth = z.strictObject({
  kind: z.enum(['none', 'env_bearer', 'env_header', 'oauth']).default('none'),
  env_key: z.string().default(''),
  header_name: z.string().default('Authorization'),
});

const Timeouts = z.strictObject({
  start_s: z.number().int().min(1).max(3600).default(60),
  idle_s: z.number().int().min(0).max(86_400).default(300),
  call_s: z.number().int().min(1).max(86_400).default(120),
});

export const TRANSPORTS = ['stdio', 'sse', 'http'] as const;
export const CAPABILITIES = [
  'tools',
  'resources',
  'prompts',
  'sampling',
  'elicitation',
  'roots',
] as const;

/** One entry of `mcp_servers.json` with its defaults filled in (DESIGN.md 3). Unknown keys stay in the file. */
export const Registration = z.object({
  name: z.string().max(200).default(''),
  transport: z.enum(TRANSPORTS),
  command_argv: z.array(z.string()).max(200).default([]),
  cwd: z.string().default(''),
  env: z.record(z.string(), z.string()).default({}),
  env_keys: z.array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/)).default([]),
  url: z.string().default(''),
  auth: Auth.prefault({}),
  enabled: z.boolean().default(true),
  capabilities: z.array(z.enum(CAPABILITIES)).default(['tools', 'resources', 'prompts']),
  tool_risk_overrides: z.record(z.string(), z.enum(['low', 'medium', 'high'])).default({}),
  timeouts: Timeouts.prefault({}),
});
export type Registration = z.output<typeof Registration>;
export type RegistrationDraft = z.input<typeof Registration>;
export type RegistrationChanges = Partial<RegistrationDraft>;
