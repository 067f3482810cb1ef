import type { Journal } from '../journal/journal.ts';
import { type Failure, failure } from '../kernel/failure.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { RegisteredServer } from '../registry/registry.ts';
import type { Redactor } from '../secrets/redactor.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import type { LaunchEnvironment } from './base-environment.ts';
import type { Children } from './children-file.ts';
import { connectHttp } from './connect-http.ts';
import { openStdio, type StdioRefusal } from './connect-stdio.ts';
import { lookUpCommand } from './describe-launch-file.ts';
import { type LaunchPlan, launchPlan } from './launch-plan.ts';
import { sameExecutable } from './may-run.ts';
import type { Guard } from './mcp-request.ts';
import type { OpenLink } from './open-link.ts';
import { effectiveParts, preparePackage, tellOfPackage } from './package-start.ts';
import type { Packages } from './packages.ts';
import { expandLaunch } from './placeholders.ts';
import { authHeaders, type ResolvedValues, resolveValues } from './secret-values.ts';
import { startBudget } from './start-budget.ts';
import type { StderrLog } from './stderr-log.ts';
import { MESSAGE_MAX_BYTES } from './stdio-process.ts';

/** Without an answer and without a sign of life for so long, the older handshake is tried. */
const PROBE_SILENCE_MS = 3_000;

/** What a server said last, for the record of an end that nobody asked for: lines, and characters of each. */
const WORDS = { lines: 5, chars: 300 };
const lastWords = (stderr: StderrLog): string[] =>
  stderr.lines.slice(-WORDS.lines).map((line) => line.slice(0, WORDS.chars));

export interface OpenServerParts {
  readonly secrets: () => SecretStore;
  readonly runners: () => readonly string[];
  readonly redactor: Redactor;
  readonly journal: Journal;
  readonly children: Children;
  readonly environment: () => Promise<LaunchEnvironment>;
  /** Asked before each remote connection: certificates and proxies of the system, read at the first. */
  readonly network: () => void;
  readonly client_version: string;
  readonly message_max_bytes?: number;
  /** Absent: every command runs as written. */
  readonly packages?: Packages | undefined;
}

export interface OpenServerOptions {
  readonly signal: AbortSignal;
  readonly stderr: StderrLog;
  /** A sign of life on stderr while it starts. */
  readonly onSign: () => void;
  /** A remote connection is journaled only once its `record` is called. */
  readonly unrecorded?: boolean;
  /** Known to end when it is asked for the newer era. */
  readonly endsOnProbe: boolean;
  readonly onEndsOnProbe: () => void;
  readonly guard: Guard;
}

/**
 * Opens a server that may run: every check, then the journal, and only then a process or a request.
 * `parts` and `options` are plain values; the state of the connection is kept by the caller.
 */
export async function openServer(
  server: RegisteredServer,
  parts: OpenServerParts,
  options: OpenServerOptions,
): Promise<Result<OpenLink>> {
  const { registration } = server;
  return registration.transport === 'stdio'
    ? await openProcess(server, parts, options)
    : await openRemote(server, registration.transport, parts, options);
}

async function openProcess(
  server: RegisteredServer,
  parts: OpenServerParts,
  options: OpenServerOptions,
): Promise<Result<OpenLink>> {
  const { registration } = server;
  const environment = await parts.environment();
  const looked = await lookUpCommand(registration, environment, parts.runners());
  if (looked.refusal !== null) return fail(looked.refusal);
  if (looked.missing !== null) return fail(looked.missing);
  const same = sameExecutable(server, looked.executable?.real ?? null);
  if (!same.ok) return same;
  const values = await valuesOf(server, parts, environment);
  if (!values.ok) return values;
  const expanded = expandLaunch(registration, values.value.lookup);
  if (!expanded.ok) return expanded;
  const prepared = await preparePackage(server, parts.packages, options);
  if (!prepared.ok) return prepared;
  const effective = effectiveParts(registration, prepared.value, {
    expanded: expanded.value,
    environment,
    executable: looked.executable,
  });
  const plan = launchPlan({ registration, secrets: values.value.secrets, ...effective.plan });
  if (!plan.ok) return plan;
  const detail = {
    command_argv: registration.command_argv,
    executable: looked.executable?.real ?? plan.value.file,
    ...effective.detail,
    cwd: plan.value.cwd,
    env_names: [...Object.keys(registration.env), ...values.value.secrets.keys()],
  };
  const first = await startOnce(server, plan.value, detail, parts, options, options.endsOnProbe);
  if (first.ok) return ok(first.value);
  const told = (why: Failure) => fail(tellOfPackage(server.id, why, prepared.value));
  if (!first.duringProbe || options.signal.aborted) return told(first.failure);
  // Some servers end at any request before initialize; they get one more start, without the question.
  const second = await startOnce(server, plan.value, detail, parts, options, true);
  if (!second.ok) return told(second.failure);
  options.onEndsOnProbe();
  return ok(second.value);
}

async function startOnce(
  server: RegisteredServer,
  plan: LaunchPlan,
  detail: Readonly<Record<string, unknown>>,
  parts: OpenServerParts,
  options: OpenServerOptions,
  skip_probe: boolean,
): Promise<{ readonly ok: true; readonly value: OpenLink } | StdioRefusal> {
  const journaled = journalLaunch(server, detail, parts);
  if (!journaled.ok) return { ok: false, failure: journaled.failure, duringProbe: false };
  const began = performance.now();
  let lastSign = began;
  const budget = startBudget(server.registration.timeouts.start_s * 1000, () => lastSign);
  const isLate = (): boolean => budget.signal.aborted && !options.signal.aborted;
  const opened = await openStdio({
    server_id: server.id,
    registration: server.registration,
    plan,
    children: parts.children,
    stderr: options.stderr,
    onSign: () => {
      lastSign = performance.now();
      options.onSign();
    },
    lastSign: () => lastSign,
    guard: options.guard,
    onEnded: (end) => {
      const reason = isLate() ? 'start_timeout' : end.reason;
      parts.journal.append({
        kind: 'stop',
        server_id: server.id,
        outcome: reason,
        duration_ms: Math.round(performance.now() - began),
        detail: {
          ...{ pid: end.pid, exit_code: end.exit_code, signal: end.signal },
          ...(reason === 'cancelled' ? {} : { last_words: lastWords(options.stderr) }),
        },
      });
    },
    client_version: parts.client_version,
    silence_ms: PROBE_SILENCE_MS,
    skip_probe,
    signal: AbortSignal.any([options.signal, budget.signal]),
    message_max_bytes: parts.message_max_bytes ?? MESSAGE_MAX_BYTES,
  });
  budget.end();
  if (!opened.ok && opened.failure.code === 'spawn_failed') {
    parts.journal.append({ kind: 'stop', server_id: server.id, outcome: 'spawn_failed' });
  }
  if (!opened.ok && isLate()) {
    return { ok: false, failure: lateFailure(server, options.stderr.lastLine), duringProbe: false };
  }
  return opened;
}

async function openRemote(
  server: RegisteredServer,
  kind: 'http' | 'sse',
  parts: OpenServerParts,
  options: OpenServerOptions,
): Promise<Result<OpenLink>> {
  const { registration } = server;
  const environment = await parts.environment();
  const values = await valuesOf(server, parts, environment);
  if (!values.ok) return values;
  const expanded = expandLaunch(registration, values.value.lookup);
  if (!expanded.ok) return expanded;
  const headers = authHeaders(registration, values.value.secrets);
  if (!headers.ok) return headers;
  const url = URL.canParse(expanded.value.url) ? new URL(expanded.value.url) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return fail('invalid_entry', `The address of “${server.id}” is not a http or https address.`, {
      fix: 'Correct its url.',
    });
  }
  const detail = { url: registration.url, auth: registration.auth.kind };
  let isRecorded = false;
  const record = (): Result<unknown> => {
    if (isRecorded) return ok();
    const journaled = journalLaunch(server, detail, parts);
    isRecorded = journaled.ok;
    return journaled;
  };
  const journaled = options.unrecorded === true ? ok() : record();
  if (!journaled.ok) return journaled;
  parts.network();
  const began = performance.now();
  const limit = registration.timeouts.start_s * 1000;
  const budget = startBudget(limit, () => began);
  const opened = await connectHttp({
    server_id: server.id,
    registration,
    endpoint: {
      url,
      kind,
      headers: headers.value,
      message_max_bytes: parts.message_max_bytes ?? MESSAGE_MAX_BYTES,
    },
    client_version: parts.client_version,
    guard: options.guard,
    signal: AbortSignal.any([options.signal, budget.signal]),
  });
  budget.end();
  const noteStop = (reason: string): void => {
    if (!isRecorded) return;
    parts.journal.append({
      kind: 'stop',
      server_id: server.id,
      outcome: reason,
      duration_ms: Math.round(performance.now() - began),
    });
  };
  if (!opened.ok) {
    const isLate = budget.signal.aborted && !options.signal.aborted;
    const reason = isLate ? lateFailure(server, '') : opened.failure;
    noteStop(reason.code);
    return fail(reason);
  }
  void opened.value.link.closed.then((reason) => noteStop(reason.code));
  return ok({ ...opened.value, record });
}

const valuesOf = async (
  server: RegisteredServer,
  parts: OpenServerParts,
  environment: LaunchEnvironment,
): Promise<Result<ResolvedValues>> =>
  await resolveValues(server.registration, parts.secrets(), parts.redactor, environment.own);

function journalLaunch(
  server: RegisteredServer,
  detail: Readonly<Record<string, unknown>>,
  parts: OpenServerParts,
): Result<unknown> {
  return parts.journal.append({
    kind: 'launch',
    server_id: server.id,
    detail: {
      transport: server.registration.transport,
      launch_hash: server.launch_hash,
      ...detail,
    },
  });
}

const lateFailure = (server: RegisteredServer, lastLine: string) => {
  const limit = server.registration.timeouts.start_s;
  const words = lastLine === '' ? '' : ` Its last words: ${lastLine.slice(0, 300)}`;
  return failure('start_timeout', `“${server.id}” was not ready within ${limit} s.${words}`, {
    fix: 'Raise its start timeout if it needs longer, for example to install itself.',
    params: { id: server.id, limit_s: limit, last_line: lastLine.slice(0, 300) },
  });
};
