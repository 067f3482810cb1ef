import { z } from 'zod';
import { Failure, Instant } from './common.ts';
import { WayOut } from './way-out.ts';

export const Settings = z.strictObject({
  language: z.enum(['system', 'en', 'zh-CN']),
  theme: z.enum(['system', 'light', 'dark']),
  secret_store: z.enum(['keychain', 'file']),
  close_to_tray: z.enum(['ask', 'yes', 'no']),
  runners: z.array(z.string()),
  approvals: z.strictObject({
    /** Who may answer while the desktop app owns the home. */
    answer_from: z.enum(['window', 'cli']),
    expire_s: z.number().int().min(5).max(86_400),
    hold_s: z.number().int().min(1).max(3600),
  }),
  gateway: z.strictObject({
    port: z.number().int().min(1).max(65_535),
    /** Longest exposed tool name. */
    name_chars: z.number().int().min(32).max(64),
    /** So long a client's session may be silent before it must show that it is there. */
    session_idle_s: z.number().int().min(1).max(86_400),
  }),
  probes: z.strictObject({
    /** How often remote servers are looked at in the background; 0: only what was never looked at, once, at the start. */
    every_s: z.number().int().min(0).max(86_400),
  }),
  journal: z.strictObject({
    keep_days: z.number().int().min(1).max(3650),
    keep_mb: z.number().int().min(1).max(100_000),
  }),
});
export type Settings = z.infer<typeof Settings>;

/** A finding of the doctor that is not about a server, for those who say it in another language. */
export const DoctorSaid = z.object({
  code: z.enum([
    ...['home', 'home_closed', 'unchecked'],
    ...['key_in_keychain', 'key_in_file', 'key_missing', 'store_works', 'store_fails'],
    ...['registry_read', 'registry_unreadable', 'entry_invalid'],
    ...['gateway_listens', 'gateway_off'],
    ...['trust_whole', 'trust_broken', 'journal_whole', 'journal_broken'],
  ] as const),
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type DoctorSaid = z.infer<typeof DoctorSaid>;

export const DoctorCheck = z.object({
  id: z.string(),
  level: z.enum(['ok', 'note', 'warning', 'error']),
  title: z.string(),
  detail: z.string(),
  /** What to do, in words or as command lines. */
  fix: z.string().nullable(),
  /** What `detail` and `fix` say; not with `failure`. */
  said: DoctorSaid.optional(),
  /** The server it is about. */
  server_id: z.string().optional(),
  /** What `detail` says, for those who say it in another language. */
  failure: Failure.optional(),
  /** What `fix` says, for those who make buttons of it. */
  ways: z.array(WayOut).optional(),
  since: Instant.optional(),
  /** When it is tried again by itself. */
  retry_at: Instant.optional(),
});
export const Doctor = z.object({ checks: z.array(DoctorCheck) });
export type Doctor = z.infer<typeof Doctor>;

/** Who owns the home and what waits: enough for tray, title bar and the headless start. */
export const Status = z.object({
  version: z.string(),
  home: z.string(),
  owner: z.object({ kind: z.enum(['cli', 'serve', 'desktop']), pid: z.number() }),
  integrity_key: z.enum(['keychain', 'file', 'missing']),
  secret_store: z.object({
    kind: z.enum(['keychain', 'file']),
    available: z.boolean(),
    reason: z.string(),
  }),
  servers: z.object({
    total: z.number(),
    ok: z.number(),
    needs_you: z.number(),
    failing: z.number(),
    disabled: z.number(),
  }),
  /** `off`: this owner does not listen. `address` is the URL for clients; `clients` have a token. */
  gateway: z.object({
    state: z.enum(['listening', 'off', 'failed']),
    address: z.string().nullable(),
    failure: Failure.nullable(),
    clients: z.number(),
  }),
  approvals: z.number(),
  trust_items: z.number(),
  paused: z.boolean(),
  /** Whether this door's caller may answer approvals and confirm, and if not, why. */
  may_approve: z.boolean(),
});
export type Status = z.infer<typeof Status>;

export const SecretSuggestion = z.object({
  place: z.enum(['env', 'header', 'argv', 'url']),
  name: z.string(),
  value: z.string().nullable(),
  reason: z.string(),
});

export const ImportCandidate = z.object({
  source_name: z.string(),
  id: z.string(),
  /** A RegistrationDraft with all security fields filled in. */
  registration: z.object({
    name: z.string(),
    transport: z.enum(['stdio', 'sse', 'http']),
    command_argv: z.array(z.string()),
    cwd: z.string(),
    env: z.record(z.string(), z.string()),
    env_keys: z.array(z.string()),
    url: z.string(),
    auth: z.object({
      kind: z.enum(['none', 'env_bearer', 'env_header', 'oauth']),
      env_key: z.string(),
      header_name: z.string(),
    }),
    enabled: z.boolean(),
    timeouts: z.object({ start_s: z.number().optional(), call_s: z.number().optional() }),
  }),
  secrets: z.array(SecretSuggestion),
  placeholders: z.array(z.string()),
  suggestions: z.array(
    z.object({ code: z.string(), text: z.string(), argv: z.array(z.string()).optional() }),
  ),
  not_imported: z.array(z.string()),
  disabled_in_source: z.boolean(),
});
export type ImportCandidate = z.infer<typeof ImportCandidate>;

export const Paste = z.object({
  format: z.string(),
  candidates: z.array(ImportCandidate),
  rejected: z.array(
    z.object({
      source_name: z.string(),
      reason: z.string(),
      line: z.number().optional(),
      column: z.number().optional(),
    }),
  ),
  duplicates: z.array(z.string()),
});
export type Paste = z.infer<typeof Paste>;

export const RequestFailure = z.object({ ok: z.literal(false), failure: Failure });
