import { randomUUID } from 'node:crypto';
import { type Failure, failure } from '../kernel/failure.ts';
import type { Registration } from '../registry/registration.ts';
import type { Children } from './children-file.ts';
import { declaredAbilities } from './client-abilities.ts';
import { keepListening } from './keep-listening.ts';
import type { LaunchPlan } from './launch-plan.ts';
import { createLink } from './mcp-link.ts';
import type { Guard } from './mcp-request.ts';
import type { OpenLink } from './open-link.ts';
import type { StderrLog } from './stderr-log.ts';
import { connectStdio } from './stdio-era.ts';
import { type ProcessEnd, type StdioProcess, startStdioProcess } from './stdio-process.ts';
import { StdioTransport } from './stdio-transport.ts';
import { tellingLine } from './telling-line.ts';

const STDERR_READ_MS = 50;

export interface StdioConnectOptions {
  readonly server_id: string;
  readonly registration: Registration;
  readonly plan: LaunchPlan;
  readonly children: Children;
  readonly stderr: StderrLog;
  /** A sign of life on stderr. */
  readonly onSign: () => void;
  readonly lastSign: () => number;
  /** Once per process, when its tree is gone. */
  readonly onEnded: (end: ProcessEnd & { readonly pid: number; readonly reason: string }) => void;
  /** Every request of the link goes through it. */
  readonly guard: Guard;
  readonly client_version: string;
  readonly silence_ms: number;
  readonly skip_probe: boolean;
  readonly signal: AbortSignal;
  readonly message_max_bytes: number;
}

/** A failed start. `duringProbe`: the process ended by itself when it was asked for its era. */
export interface StdioRefusal {
  readonly ok: false;
  readonly failure: Failure;
  readonly duringProbe: boolean;
}

/** Starts a server's process and connects to it. Whatever fails, the whole tree is gone when it returns. */
export async function openStdio(
  options: StdioConnectOptions,
): Promise<{ readonly ok: true; readonly value: OpenLink } | StdioRefusal> {
  const token = randomUUID();
  const { stderr } = options;
  let readTimer: NodeJS.Timeout | undefined;
  const hear = (text: string): void => {
    stderr.push(text);
    readTimer ??= setTimeout(() => {
      readTimer = undefined;
      stderr.read();
    }, STDERR_READ_MS);
  };
  const transport = new StdioTransport((line) =>
    hear(`[its stdout holds other text than messages] ${line}\n`),
  );
  const started = await startStdioProcess({
    plan: options.plan,
    token,
    message_max_bytes: options.message_max_bytes,
    onSpawned: (pid) => options.children.add(options.server_id, pid, token),
    onLine: transport.receive,
    onStderr: (text) => {
      hear(text);
      options.onSign();
    },
  });
  if (!started.ok) {
    options.children.remove(token);
    return { ...started, duringProbe: false };
  }
  const child = started.value;
  const { promise: closed, resolve } = Promise.withResolvers<Failure>();
  let reason: Failure | null = null;
  let tell: (why: Failure) => void = () => undefined;
  const end = (why: Failure): void => {
    reason ??= why;
    resolve(reason);
    tell(reason);
    transport.lost();
  };
  const gone = child.ended.then(async (how) => {
    clearTimeout(readTimer);
    stderr.end();
    end(how.failure ?? exitFailure(how, tellingLine(stderr.lines)));
    await child.stop();
    options.children.remove(token);
    options.onEnded({ ...how, pid: child.pid, reason: reason?.code ?? 'exited' });
  });
  const close = async (why: Failure): Promise<void> => {
    end(why);
    await child.stop();
    await gone;
  };
  transport.attach(child);
  const stop = AbortSignal.any([options.signal, abortedWhen(child.ended)]);
  const connected = await connectStdio(transport, {
    client_version: options.client_version,
    declared: declaredAbilities(options.registration.capabilities),
    signal: stop,
    silence_ms: options.silence_ms,
    lastSign: options.lastSign,
    skip_probe: options.skip_probe,
  });
  if (!connected.ok) {
    const hasEnded = stop.aborted && !options.signal.aborted;
    await close(connected.failure);
    const how = await child.ended;
    const why =
      how.failure ?? (hasEnded ? exitFailure(how, tellingLine(stderr.lines)) : connected.failure);
    return { ok: false, failure: why, duringProbe: hasEnded && !options.skip_probe };
  }
  const { client, tap } = connected.value;
  tell = (why) => tap.lose(why);
  if (reason !== null) end(reason);
  const link = createLink({
    server_id: options.server_id,
    pid: child.pid,
    registration: options.registration,
    connected: connected.value,
    guard: options.guard,
    isHttp: false,
    closed,
    onGone: (why) => void close(why),
  });
  if (client.getProtocolEra() === 'modern') void keepListening(client, closed);
  return { ok: true, value: { link, close } };
}

function abortedWhen(ended: StdioProcess['ended']): AbortSignal {
  const controller = new AbortController();
  void ended.then(() => controller.abort());
  return controller.signal;
}

/** Why a process that ended by itself did so, with its last words. */
function exitFailure(end: ProcessEnd, line: string): Failure {
  const how = end.signal === null ? `with code ${end.exit_code ?? '?'}` : `by ${end.signal}`;
  const words = line.trim().slice(0, 300);
  return failure('exited', `The server ended ${how}${words === '' ? '.' : `: ${words}`}`, {
    fix: 'Read its log; often a setting or a secret is missing.',
    params: {
      exit_code: end.exit_code ?? -1,
      signal: end.signal ?? '',
      last_line: words,
    },
  });
}
