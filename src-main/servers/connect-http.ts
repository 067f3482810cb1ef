import { SseError } from '@modelcontextprotocol/client';
import { type Failure, failure } from '../kernel/failure.ts';
import { fail, type Result } from '../kernel/result.ts';
import type { Registration } from '../registry/registration.ts';
import { declaredAbilities } from './client-abilities.ts';
import { type HttpEndpoint, openHttp } from './http-transport-http.ts';
import { keepListening } from './keep-listening.ts';
import { connectClient, type EraChoice, LEGACY_VERSIONS } from './mcp-client.ts';
import { createLink } from './mcp-link.ts';
import type { Guard } from './mcp-request.ts';
import type { OpenLink } from './open-link.ts';

const RETIRE_MS = 500;

export interface HttpConnectOptions {
  readonly server_id: string;
  readonly registration: Registration;
  readonly endpoint: HttpEndpoint;
  /** Every request of the link goes through it. */
  readonly guard: Guard;
  readonly client_version: string;
  readonly signal: AbortSignal;
}

/** Connects to a remote server: the modern era is tried first, the SSE transport only knows the older one. */
export async function connectHttp(options: HttpConnectOptions): Promise<Result<OpenLink>> {
  const first: EraChoice = options.endpoint.kind === 'sse' ? { kind: 'legacy' } : { kind: 'probe' };
  const attempt = await connectOnce(options, first);
  if (attempt.ok || options.signal.aborted) return attempt.ok ? attempt : fail(attempt.failure);
  // A server that refuses the newest version with a 400 names those it takes in the text (an older habit).
  const older = olderVersions(attempt.refusedText);
  if (older.length === 0) return fail(attempt.failure);
  const again = await connectOnce(options, { kind: 'legacy', versions: older });
  return again.ok ? again : fail(again.failure);
}

type Attempt =
  | { readonly ok: true; readonly value: OpenLink }
  | { readonly ok: false; readonly failure: Failure; readonly refusedText: string };

async function connectOnce(options: HttpConnectOptions, era: EraChoice): Promise<Attempt> {
  const http = openHttp(options.endpoint);
  // The SDK's probe knows no signal: closing the transport ends it.
  const giveUp = (): void => void http.transport.close();
  options.signal.addEventListener('abort', giveUp, { once: true });
  const connected = await connectClient(http.transport, era, {
    ...options,
    declared: declaredAbilities(options.registration.capabilities),
  });
  options.signal.removeEventListener('abort', giveUp);
  if (!connected.ok) {
    await http.transport.close();
    const isOurs = connected.failure.code === 'cancelled';
    return {
      ok: false,
      failure: isOurs ? connected.failure : (http.problem() ?? connected.failure),
      refusedText: http.problem()?.code === 'http_status' ? http.refusedText() : '',
    };
  }
  const { client, tap } = connected.value;
  const { promise: closed, resolve } = Promise.withResolvers<Failure>();
  let closing: Promise<void> | undefined;
  const close = (reason: Failure): Promise<void> => {
    closing ??= (async () => {
      resolve(reason);
      // Others of a lost session are about to hear of it themselves, and then know that they did not run.
      if (reason.params?.['reason'] === 'session_ended') await tap.retire(reason, RETIRE_MS);
      tap.lose(reason);
      await http.endSession();
      await client.close();
    })();
    return closing;
  };
  client.onclose = () => void close(failure('unavailable', 'The server closed the connection.'));
  tap.onTransportError = (error) => {
    const problem = http.problem();
    if (problem?.code === 'message_too_large') void close(problem);
    else if (error instanceof SseError) {
      // The stream of the older transport is its lifeline: a new one is a new session.
      void close(problem ?? failure('unavailable', 'The server’s event stream broke off.'));
    }
  };
  const link = createLink({
    server_id: options.server_id,
    pid: null,
    registration: options.registration,
    connected: connected.value,
    guard: options.guard,
    isHttp: true,
    closed,
    onGone: (reason) => void close(reason),
  });
  if (client.getProtocolEra() === 'modern') void keepListening(client, closed);
  return { ok: true, value: { link, close } };
}

/** Versions of the older era that a refusal's text names, newest first. */
export function olderVersions(text: string): readonly string[] {
  const named = new Set(text.match(/\b20\d\d-\d\d-\d\d\b/g) ?? []);
  return LEGACY_VERSIONS.filter((version) => named.has(version)).filter(
    (version) => version !== LEGACY_VERSIONS[0],
  );
}
