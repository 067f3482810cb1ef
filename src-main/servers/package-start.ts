import { delimiter } from 'node:path';
import { type Failure, failure } from '../kernel/failure.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Registration } from '../registry/registration.ts';
import type { RegisteredServer } from '../registry/registry.ts';
import type { LaunchEnvironment } from './base-environment.ts';
import type { Packages, PreparedLaunch } from './packages.ts';
import type { ExpandedLaunch } from './placeholders.ts';
import type { Executable } from './resolve-executable-file.ts';
import { startBudget } from './start-budget.ts';
import type { StderrLog } from './stderr-log.ts';

const AS_WRITTEN: PreparedLaunch = { run: 'written', env: {}, facts: null };

/**
 * What a start runs, installed first where need be. npm's lines count as signs of life as the server's
 * own do; without them the time of the start ends it.
 */
export async function preparePackage(
  server: RegisteredServer,
  packages: Packages | undefined,
  options: {
    readonly signal: AbortSignal;
    readonly stderr: StderrLog;
    readonly onSign: () => void;
  },
): Promise<Result<PreparedLaunch>> {
  if (packages === undefined) return ok(AS_WRITTEN);
  let lastSign = performance.now();
  let lastLine = '';
  const limit_s = server.registration.timeouts.start_s;
  const budget = startBudget(limit_s * 1000, () => lastSign);
  const prepared = await packages.prepare(server, {
    signal: AbortSignal.any([options.signal, budget.signal]),
    say: (line) => {
      lastSign = performance.now();
      lastLine = line.slice(0, 300);
      options.stderr.push(`${line}\n`);
      options.onSign();
    },
  });
  budget.end();
  if (prepared.ok || options.signal.aborted || !budget.signal.aborted) return prepared;
  return fail(
    'start_timeout',
    `“${server.id}” was not installed within ${limit_s} s. Its last words: ${lastLine}`,
    {
      fix: 'Raise its start timeout, or look whether the package registry can be reached.',
      params: { id: server.id, limit_s, last_line: lastLine },
    },
  );
}

/** What the plan of a launch is made from, and what the journal says of it. */
export function effectiveParts(
  registration: Registration,
  prepared: PreparedLaunch,
  written: {
    readonly expanded: ExpandedLaunch;
    readonly environment: LaunchEnvironment;
    readonly executable: Executable | null;
  },
): { readonly plan: typeof written; readonly detail: Readonly<Record<string, unknown>> } {
  const { base } = written.environment;
  if (prepared.run === 'written') {
    const { facts, env } = prepared;
    return {
      plan: {
        ...written,
        environment: { ...written.environment, base: { ...base, ...env } },
      },
      detail: facts === null ? {} : { as_written_because: facts.fallback },
    };
  }
  const { node, file, args_from, facts, bin_folder } = prepared;
  const { expanded } = written;
  const PATH = [bin_folder, base['PATH'] ?? ''].join(delimiter);
  return {
    plan: {
      executable: node,
      environment: { ...written.environment, base: { ...base, PATH } },
      expanded: { ...expanded, argv: ['node', file, ...expanded.argv.slice(args_from)] },
    },
    detail: {
      effective: {
        command_argv: [node.real, file, ...registration.command_argv.slice(args_from)],
        executable: node.real,
        package: { name: facts.name, version: facts.version, spec: facts.spec },
      },
    },
  };
}

const ENDED = ['exited', 'start_timeout', 'protocol'];

/** A failed start as a person should read it: what of it may be the package's, and not the server's. */
export function tellOfPackage(id: string, why: Failure, prepared: PreparedLaunch): Failure {
  const { facts } = prepared;
  if (facts === null || !ENDED.includes(why.code)) return why;
  if (facts.fallback?.code === 'install_failed')
    return failure('install_failed', `${facts.fallback.text} npx failed too: ${why.message}`, {
      fix: 'Look whether the package registry can be reached; the log has the words of npm.',
      params: { ...why.params, package: facts.name },
    });
  const isHeld = !facts.scripts_allowed && (prepared.run === 'written' || facts.scripts.length > 0);
  if (!isHeld) return why;
  const whose = facts.scripts.length === 0 ? 'packages' : facts.scripts.slice(0, 5).join(', ');
  const held = `Install scripts (${whose}) were held back. If it needs them and you trust them: gatehouse package scripts ${id} allow`;
  return { ...why, fix: why.fix === undefined ? held : `${why.fix} ${held}` };
}
