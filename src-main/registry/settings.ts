import { z } from 'zod';

const whole = (min: number, max: number) => z.number().int().min(min).max(max);

/** Commands that a registration may start by name (DESIGN.md 4, step 2). */
export const DEFAULT_RUNNERS = [
  ...['npx', 'node', 'uvx', 'uv', 'python', 'python3'],
  ...['docker', 'podman', 'deno', 'bun', 'bunx', 'pnpm', 'yarn'],
];

const Approvals = z.strictObject({
  /** Who may answer while the desktop app owns the home. */
  answer_from: z.enum(['window', 'cli']).default('window'),
  expire_s: whole(5, 86_400).default(300),
  hold_s: whole(1, 3600).default(45),
});

/** `settings.json` with its defaults filled in. */
export const Settings = z.strictObject({
  language: z.enum(['system', 'en', 'zh-CN']).default('system'),
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  secret_store: z.enum(['keychain', 'file']).default('keychain'),
  close_to_tray: z.enum(['ask', 'yes', 'no']).default('ask'),
  /** Bare names, or paths that such a name may resolve to. */
  runners: z.array(z.string().min(1).max(4096)).max(200).default(DEFAULT_RUNNERS),
  approvals: Approvals.prefault({}),
  gateway: z
    .strictObject({
      port: whole(1, 65_535).default(7420),
      /** Longest exposed tool name: clients put a prefix of their own before it. */
      name_chars: whole(32, 64).default(48),
      /** So long a session may be silent before it must answer a ping, or ends. */
      session_idle_s: whole(1, 86_400).default(1_800),
    })
    .prefault({}),
  probes: z
    .strictObject({
      /**
       * How often remote servers and those that run are looked at, and failed ones at most; 0: only what
       * was never looked at, at the start.
       */
      every_s: whole(0, 86_400).default(300),
    })
    .prefault({}),
  journal: z
    .strictObject({
      keep_days: whole(1, 3650).default(365),
      keep_mb: whole(1, 100_000).default(1000),
    })
    .prefault({}),
});
export type Settings = z.output<typeof Settings>;

export const DEFAULT_SETTINGS: Settings = Settings.parse({});

/** The fields that hold only as accepted: an edit from outside waits for a person. */
export const AcceptedSettings = z.object({
  runners: Settings.shape.runners.unwrap(),
  answer_from: Approvals.shape.answer_from.unwrap(),
  /** Shorter limits remove history, so an edit from outside must not bring them. */
  journal: Settings.shape.journal.unwrap(),
});
export type AcceptedSettings = z.output<typeof AcceptedSettings>;

export const SETTING_NAMES = [
  ...Object.keys(Settings.shape),
  ...Object.keys(Approvals.shape),
  ...['port', 'name_chars', 'session_idle_s', 'every_s', 'keep_days', 'keep_mb'],
];
