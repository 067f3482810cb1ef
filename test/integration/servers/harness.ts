import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { openJournal } from '../../../src-main/journal/journal-db.ts';
import type { Clock } from '../../../src-main/kernel/clock.ts';
import { systemClock } from '../../../src-main/kernel/clock.ts';
import { homePaths } from '../../../src-main/kernel/home-paths.ts';
import { openLog } from '../../../src-main/kernel/log-file.ts';
import type { Result } from '../../../src-main/kernel/result.ts';
import type { Surface } from '../../../src-main/kernel/surface.ts';
import { openRegistry } from '../../../src-main/registry/open-registry.ts';
import type { RegistrationDraft } from '../../../src-main/registry/registration.ts';
import { createRedactor } from '../../../src-main/secrets/create-redactor.ts';
import { envFileStore } from '../../../src-main/secrets/env-file.ts';
import type { CallOptions, CallOutcome, Link } from '../../../src-main/servers/connection.ts';
import { createSupervisor } from '../../../src-main/servers/create-supervisor.ts';
import { createDescribeLaunch } from '../../../src-main/servers/describe-launch-file.ts';
import { createLaunchEnvironment } from '../../../src-main/servers/tool-process.ts';
import { openTrust } from '../../../src-main/trust/trust-db.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';

export const PERSON: Surface = { kind: 'cli', pid: process.pid, terminal: null };
const fixtures = fileURLToPath(new URL('../../fixtures/servers/', import.meta.url));
const modules = fileURLToPath(new URL('../../../node_modules/', import.meta.url));

/** argv of a fixture server, run by the very Node that runs the tests. */
export const fixture = (name: string, ...args: string[]): string[] => [
  process.execPath,
  join(fixtures, name),
  ...args,
];
/** argv of an installed server package's entry. */
export const installed = (entry: string, ...args: string[]): string[] => [
  process.execPath,
  join(modules, entry),
  ...args,
];

/** Unwraps a result that the test needs to go well. */
export function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.message}`);
  return result.value;
}

export interface BenchOptions {
  readonly clock?: Clock;
  readonly own?: Record<string, string | undefined>;
  readonly runners?: readonly string[];
  readonly message_max_bytes?: number;
  readonly home?: string;
  /** Runs when a start reads its secrets: after the look-up of its command, before the spawn. */
  readonly onSecretsRead?: () => void;
}

/** A whole home with the real registry, trust, journal, secrets and supervisor in a fresh folder. */
export async function openBench(options: BenchOptions = {}) {
  const folder = options.home ?? tempFolder();
  const paths = homePaths(join(folder, 'home'));
  mkdirSync(paths.state, { recursive: true, mode: 0o700 });
  const clock = options.clock ?? systemClock;
  const key = randomBytes(32);
  const redactor = createRedactor();
  const redact = (value: unknown) => redactor.json(value);
  const log = openLog({ path: paths.log, redact, level: 'debug' });
  const trust = must(openTrust({ path: paths.trustDb, key, clock, key_source: 'file' }));
  const journal = must(await openJournal({ path: paths.journalDb, key, redact, clock }));
  const registry = must(await openRegistry({ paths, trust, clock, watch: true }));
  const secrets = envFileStore(paths.envFile);
  let runners: readonly string[] = options.runners ?? ['npx', 'node', 'python3', process.execPath];
  const environment = createLaunchEnvironment({
    home: folder,
    own: options.own ?? { ...process.env, SHELL: '' },
  });
  const supervisor = createSupervisor({
    registry,
    secrets: () => {
      options.onSecretsRead?.();
      return secrets;
    },
    settings: () => ({ runners }),
    redactor,
    journal,
    clock,
    paths,
    log,
    environment,
    version: '9.9.9',
    ...(options.message_max_bytes === undefined
      ? {}
      : { message_max_bytes: options.message_max_bytes }),
  });
  const describeLaunch = createDescribeLaunch({ environment, runners: () => runners });
  onTestFinished(async () => {
    await supervisor.close();
    await registry.close();
    await journal.close();
    trust.close();
    log.close();
  });
  const confirm = async (id: string) => {
    const entry = registry.get(id);
    if (entry === undefined) throw new Error(`no server ${id}`);
    const described = await describeLaunch(id, entry.written);
    return must(await registry.confirm(id, entry.launch_hash, described.executable, PERSON));
  };
  return {
    folder,
    paths,
    registry,
    journal,
    secrets,
    supervisor,
    redactor,
    describeLaunch,
    confirm,
    allow: (more: string) => {
      runners = [...runners, more];
    },
    /** A file that a fixture writes its notes to. */
    notes: join(folder, 'notes'),
    readNotes: (): string[] => {
      try {
        return readFileSync(join(folder, 'notes'), 'utf8').split('\n').filter(Boolean);
      } catch {
        return [];
      }
    },
    add: async (id: string, draft: RegistrationDraft) =>
      must(await registry.add(id, draft, PERSON)),
    addConfirmed: async (id: string, draft: RegistrationDraft) => {
      must(await registry.add(id, draft, PERSON));
      return await confirm(id);
    },
    journalOf: (...kinds: ('launch' | 'stop')[]) =>
      journal.list({ kinds }).entries.map((entry) => ({
        kind: entry.kind,
        server_id: entry.server_id,
        outcome: entry.outcome,
        detail: entry.detail,
      })),
  };
}

export const stdio = (command_argv: string[], more: Partial<RegistrationDraft> = {}) =>
  ({ transport: 'stdio', command_argv, ...more }) as const satisfies RegistrationDraft;

const NEVER = new AbortController().signal;

/** A call with generous limits that nothing holds back. */
export const call = (
  link: Link,
  name: string,
  args: Record<string, unknown> = {},
  more: Partial<CallOptions> = {},
): Promise<CallOutcome> =>
  link.callTool(name, args, {
    signal: NEVER,
    beforeSend: () => ({ ok: true, value: undefined }),
    idle_ms: 20_000,
    total_ms: 30_000,
    ...more,
  });

/** The first text of an answered call. */
export const textOf = (outcome: CallOutcome): string => {
  if (outcome.outcome !== 'answered') throw new Error(JSON.stringify(outcome));
  const [first] = Array.isArray(outcome.result['content']) ? outcome.result['content'] : [];
  return String(first?.text);
};

export const isError = (outcome: CallOutcome): boolean =>
  outcome.outcome === 'answered' && outcome.result['isError'] === true;

export const toolNames = async (link: Link): Promise<unknown[]> =>
  must(await link.listPage('tools', null, NEVER)).items.map((tool) =>
    typeof tool === 'object' && tool !== null && 'name' in tool ? tool.name : null,
  );

export const isRunning = (pid: number): boolean => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/\) [ZX] /.test(stat);
  } catch {
    return false;
  }
};

/** Waits until `check` holds; fails the test after `limit` milliseconds. */
export async function until(check: () => boolean, limit = 5_000): Promise<void> {
  const end = performance.now() + limit;
  while (!check()) {
    if (performance.now() > end) throw new Error(`not within ${limit} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
