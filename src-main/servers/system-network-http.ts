import http from 'node:http';
import tls from 'node:tls';
import type { FetchLike } from '@modelcontextprotocol/client';
import { z } from 'zod';

const LOOPBACK = 'localhost,127.0.0.1,[::1]';
/** Where Node keeps the dispatcher of its own fetch. */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1');
const Constructed = z.custom<object>((value) => typeof value === 'object' && value !== null);

/**
 * For the whole process, once, at its start: trusts the certificates of the system beside the built-in
 * ones, and uses the proxies that the environment names, never for this machine itself. Verification
 * is never switched off. Gives what could not be done, as sentences for the log.
 */
export function followSystemNetwork(
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const problems: string[] = [];
  try {
    const known = tls.getCACertificates('default');
    const system = tls.getCACertificates('system');
    tls.setDefaultCACertificates([...new Set([...known, ...system])]);
  } catch (error) {
    problems.push(`The system’s certificates could not be used: ${String(error)}`);
  }
  const names = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'];
  const proxies = Object.fromEntries(names.map((name) => [name, env[name]]));
  if (Object.values(proxies).every((value) => value === undefined || value === '')) return problems;
  try {
    http.setGlobalProxyFromEnv({ ...proxies, no_proxy: withoutProxy(env) });
  } catch (error) {
    problems.push(`The proxy of the environment could not be used: ${String(error)}`);
  }
  return problems;
}

/**
 * The same at the first call and nothing at later ones: reading the system's certificates takes a
 * while, so only an owner that speaks to a remote server does it.
 */
export function followSystemNetworkOnce(
  env: Readonly<Record<string, string | undefined>>,
  report: (problem: string) => void,
): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    for (const problem of followSystemNetwork(env)) report(problem);
  };
}

const withoutProxy = (env: Readonly<Record<string, string | undefined>>): string =>
  [env['no_proxy'] ?? env['NO_PROXY'] ?? '', LOOPBACK].filter((part) => part !== '').join(',');

/**
 * Node's fetch without its own time limits (300 s for headers and between two pieces of a body): a
 * stream may be silent for long, and a call has limits of its own. Where Node keeps its dispatcher
 * elsewhere, its limits stay. `limits` in milliseconds, 0 for none.
 */
export function patientFetch(
  limits: { readonly headers_ms: number; readonly body_ms: number } = { headers_ms: 0, body_ms: 0 },
): FetchLike {
  let dispatcher: unknown;
  return async (url, init) => {
    dispatcher ??= patientDispatcher(limits.headers_ms, limits.body_ms);
    const more = dispatcher === null ? {} : { dispatcher };
    return await fetch(url, { ...init, ...more });
  };
}

function patientDispatcher(headersTimeout: number, bodyTimeout: number): object | null {
  const current: unknown = Reflect.get(globalThis, DISPATCHER);
  if (typeof current !== 'object' || current === null) return null;
  const kind: unknown = current.constructor;
  if (typeof kind !== 'function') return null;
  const options = { headersTimeout, bodyTimeout, noProxy: withoutProxy(process.env) };
  const built = Constructed.safeParse(Reflect.construct(kind, [options]));
  return built.success && 'dispatch' in built.data ? built.data : null;
}
