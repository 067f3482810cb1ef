import { z } from 'zod';
import { Change, Failure, Instant, RiskLevel } from './common.ts';

export const ServerId = z
  .string()
  .max(63)
  .regex(/^[a-z0-9]+([_-][a-z0-9]+)*$/, 'lower-case letters and digits, joined by single - or _');
export const SecretName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, 'a variable name');

export const Transport = z.enum(['stdio', 'sse', 'http']);
export type Transport = z.infer<typeof Transport>;

export const Auth = z.strictObject({
  kind: z.enum(['none', 'env_bearer', 'env_header', 'oauth']),
  env_key: z.string(),
  header_name: z.string(),
});
export type Auth = z.infer<typeof Auth>;

export const Capability = z.enum([
  'tools',
  'resources',
  'prompts',
  'sampling',
  'elicitation',
  'roots',
]);
export type Capability = z.infer<typeof Capability>;

/** All seconds. `idle_s: 0` keeps the server running. */
export const Timeouts = z.strictObject({
  start_s: z.number().int().min(1).max(3600),
  idle_s: z.number().int().min(0).max(86_400),
  call_s: z.number().int().min(1).max(86_400),
});
export type Timeouts = z.infer<typeof Timeouts>;

/** What a person writes about a server: DESIGN.md 3, `mcp_servers.json`. */
export const Registration = z.strictObject({
  name: z.string().max(200),
  transport: Transport,
  command_argv: z.array(z.string()).max(200),
  cwd: z.string(),
  env: z.record(z.string(), z.string()),
  env_keys: z.array(SecretName),
  url: z.string(),
  auth: Auth,
  enabled: z.boolean(),
  capabilities: z.array(Capability),
  tool_risk_overrides: z.record(z.string(), RiskLevel),
  timeouts: Timeouts,
});
export type Registration = z.infer<typeof Registration>;

/** A draft may leave out everything that has a default. */
export const RegistrationDraft = Registration.partial()
  .required({ transport: true })
  .extend({ timeouts: Timeouts.partial().optional(), auth: Auth.partial().optional() });
export type RegistrationDraft = z.infer<typeof RegistrationDraft>;

export const LaunchWarning = z.object({
  code: z.enum([
    'inline_code',
    'placeholder_in_launch',
    'env_loads_code',
    'privileged',
    'secret_in_argv',
    'secret_in_env',
    'secret_in_url',
    'plain_http',
    'not_found_on_path',
  ]),
  text: z.string(),
});

/** Why an `npx` launch runs as written and is not replaced; `text` is a whole sentence in English. */
export const PackageFallback = z.object({
  code: z.enum([
    'other_options',
    'several_packages',
    'no_package',
    'not_from_registry',
    'npm_settings',
    'local_copy',
    'global_copy',
    'npm_missing',
    'node_missing',
    'not_confirmed',
    'install_failed',
    'no_bin',
    'not_node',
  ]),
  text: z.string(),
});
export type PackageFallback = z.infer<typeof PackageFallback>;

/** The npm package behind an `npx` launch. It is installed once and run by node, unless `fallback` says why not. */
export const Package = z.object({
  /** As written, e.g. `@scope/name@^1`; empty when npx is used in another way than for one package. */
  spec: z.string(),
  name: z.string(),
  /** The exact one that runs: written, or resolved at the first start; null before that. */
  version: z.string().nullable(),
  /** Whether the version is written out, so that there is nothing to update. */
  is_exact: z.boolean(),
  /** Whether that version lies ready, so that a start needs no npm. */
  installed: z.boolean(),
  /** `name@version` of what brings install scripts in it; known once it is installed. */
  scripts: z.array(z.string()),
  /** Whether a person let install scripts of this package run. */
  scripts_allowed: z.boolean(),
  fallback: PackageFallback.nullable(),
});
export type Package = z.infer<typeof Package>;

/** What runs in place of the written command; the same yes covers it. */
export const Effective = z.object({
  /** The real path of node, then the package's own file; until it is installed, its place is named instead. */
  command_argv: z.array(z.string()),
  /** Real path of the program that runs it; null when not found. */
  executable: z.string().nullable(),
  package: Package,
});
export type Effective = z.infer<typeof Effective>;

/** Everything a person must see before saying yes to a launch. */
export const Launch = z.object({
  server_id: z.string(),
  launch_hash: z.string(),
  transport: Transport,
  command_argv: z.array(z.string()),
  /** Real path of the executable after PATH look-up; null when not found, or for a URL. */
  executable: z.string().nullable(),
  /** null: it runs as written, and nothing could replace it. With `package.fallback` it is the written command. */
  effective: Effective.nullable(),
  cwd: z.string(),
  env: z.record(z.string(), z.string()),
  env_keys: z.array(z.string()),
  url: z.string(),
  auth: Auth,
  /** Beside the launch, but accepted with the same yes. */
  capabilities: z.array(Capability),
  tool_risk_overrides: z.record(z.string(), RiskLevel),
  warnings: z.array(LaunchWarning),
  /** Why it cannot start at all, e.g. the runner is not on the allow-list. */
  refusal: Failure.nullable(),
  confirmed: z.boolean(),
  /** What differs from the launch confirmed last; empty for a first one. */
  changes: z.array(Change),
});
export type Launch = z.infer<typeof Launch>;

/** What went wrong last with a server that is well again, or was stopped since. */
export const PastFailure = z.object({ at: Instant, failure: Failure });

export const Connection = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('stopped'),
    /** It ended for want of use; absent: it never ran, or somebody ended it. */
    because: z.literal('idle').optional(),
    last_failure: PastFailure.optional(),
  }),
  z.object({ state: z.literal('starting'), since: Instant }),
  z.object({ state: z.literal('installing'), since: Instant, last_line: z.string() }),
  z.object({
    state: z.literal('ready'),
    since: Instant,
    protocol_version: z.string(),
    server_name: z.string(),
    server_version: z.string(),
    pid: z.number().nullable(),
    last_failure: PastFailure.optional(),
  }),
  z.object({
    state: z.literal('failed'),
    since: Instant,
    failure: Failure,
    /** Before this instant nobody but a person tries again; absent: the next use may. */
    retry_at: Instant.optional(),
  }),
]);
export type Connection = z.infer<typeof Connection>;

export const ProbeStatus = z.enum(['ok', 'unreachable', 'auth_failed']);
export const ProbedTool = z.object({
  name: z.string(),
  description: z.string(),
  risk: RiskLevel,
});

/** Result of a connection test with discovery. */
export const ProbeReport = z.object({
  server_id: z.string(),
  status: ProbeStatus,
  reason: Failure.nullable(),
  latency_ms: z.number().nullable(),
  protocol_version: z.string().nullable(),
  at: Instant,
  /** Since when tests have ended with this status and this reason's code. */
  since: Instant,
  tools: z.array(ProbedTool),
  resources: z.number(),
  resource_templates: z.number(),
  prompts: z.number(),
  /** Definitions set aside, each with its reason; the rest of the server works. */
  quarantined: z.array(z.object({ name: z.string(), reason: z.string() })),
  /** Ways in which the server breaks the protocol without being unusable. */
  misbehaviour: z.array(z.string()),
});
export type ProbeReport = z.infer<typeof ProbeReport>;

export const ToolCounts = z.object({
  low: z.number(),
  medium: z.number(),
  high: z.number(),
  held: z.number(),
  quarantined: z.number(),
});

export const Server = z.object({
  id: z.string(),
  registration: Registration,
  launch_hash: z.string(),
  /** `unconfirmed`: never said yes to this launch; `changed`: it differs from the confirmed one;
   * `pending`: the launch holds, but other security fields were edited from outside and the accepted ones apply. */
  trust: z.enum(['confirmed', 'unconfirmed', 'changed', 'pending']),
  changes: z.array(Change),
  connection: Connection,
  probe: ProbeReport.omit({ tools: true, quarantined: true })
    .extend({ stale: z.boolean() })
    .nullable(),
  tools: ToolCounts.nullable(),
  /** Names in env_keys, auth or placeholders for which no value is stored. */
  missing_secrets: z.array(z.string()),
  /** null unless the command is npx. */
  package: Package.nullable(),
});
export type Server = z.infer<typeof Server>;

/** An entry that could not be read: shown and skipped, the others work. */
export const InvalidServer = z.object({
  id: z.string(),
  message: z.string(),
  line: z.number().nullable(),
  column: z.number().nullable(),
});

export const Registry = z.object({
  path: z.string(),
  /** Set when the file cannot be read: nothing is written until a person mends it. */
  problem: z
    .object({ message: z.string(), line: z.number().nullable(), column: z.number().nullable() })
    .nullable(),
  config_version: z.number(),
  servers: z.array(Server),
  invalid: z.array(InvalidServer),
});
export type Registry = z.infer<typeof Registry>;

/** What the written range or tag leads to now, beside what runs. */
export const PackageCheck = z.object({
  server_id: z.string(),
  name: z.string(),
  spec: z.string(),
  /** null: not resolved yet, so the next start takes `newest`. */
  current: z.string().nullable(),
  newest: z.string(),
});
export type PackageCheck = z.infer<typeof PackageCheck>;

export const ServerLog = z.object({ lines: z.array(z.string()), dropped: z.number() });
