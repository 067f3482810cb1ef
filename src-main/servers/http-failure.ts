import { SdkError, SdkHttpError } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { type Failure, failure } from '../kernel/failure.ts';

/** Why a request over HTTP failed, and whether the server can have acted on it. */
export interface Refusal {
  readonly failure: Failure;
  readonly delivered: 'no' | 'maybe';
}

const DNS = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_NONAME', 'EAI_FAIL', 'EAI_NODATA'];
const NOT_REACHED = ['EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'UND_ERR_CONNECT_TIMEOUT'];
const TLS =
  /^(ERR_TLS|ERR_SSL|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|EPROTO$|HOSTNAME_MISMATCH|INVALID_CA)/;

const WithCode = z.object({ code: z.string(), message: z.string().default('') });
const WithParts = z.object({
  cause: z.unknown().optional(),
  errors: z.array(z.unknown()).optional(),
});

/** A status that is not 2xx, as a failure for a person. */
export function statusFailure(status: number, host: string): Failure {
  const params = { status, host };
  if (status === 401) {
    return failure('auth_required', `${host} asks for a sign-in (HTTP 401).`, {
      fix: 'Check the stored secret that this server’s auth setting names.',
      params,
    });
  }
  if (status === 403) {
    return failure('auth_required', `${host} refuses these credentials (HTTP 403).`, {
      fix: 'Use credentials that may reach this server.',
      params,
    });
  }
  const hint =
    status === 404
      ? 'Check the path of the address.'
      : status >= 300 && status < 400
        ? 'Use the address that it redirects to, if that is the intended server.'
        : status >= 500
          ? 'The server has a problem of its own; try again later.'
          : 'Check the address and the transport (http or sse).';
  return failure('http_status', `${host} answered with HTTP ${status}.`, { fix: hint, params });
}

/** The failure behind whatever a transport threw. */
export function refusalOf(error: unknown, host = 'The server'): Refusal {
  if (error instanceof SdkHttpError) {
    const { status } = error;
    const wasRefused = status !== undefined && status >= 300 && status < 500 && status !== 408;
    return {
      failure: statusFailure(status ?? 0, host),
      delivered: wasRefused ? 'no' : 'maybe',
    };
  }
  const network = networkCode(error, 0);
  if (network !== null) return { ...networkFailure(network.code, network.message, host) };
  const text = innermostMessage(error);
  if (text === 'bad port') return badPort(host);
  return {
    failure: failure(
      error instanceof SdkError && /closed|connected/i.test(error.code)
        ? 'unavailable'
        : 'protocol',
      `The exchange with the server failed: ${text.slice(0, 300)}`,
    ),
    delivered: 'maybe',
  };
}

/** Ports that fetch never connects to (WHATWG Fetch, "bad port"). */
const badPort = (host: string): Refusal => ({
  failure: failure('refused', `No HTTP client may use the port of ${host}.`, {
    fix: 'The port belongs to another protocol: run the server on another one, and correct its address.',
    params: { host, reason: 'bad port' },
  }),
  delivered: 'no',
});

/** What a wrapper such as "fetch failed" hides. */
function innermostMessage(error: unknown): string {
  let inner = error;
  for (let depth = 0; depth < 5 && inner instanceof Error; depth += 1) {
    if (!(inner.cause instanceof Error) || inner.cause.message === '') break;
    inner = inner.cause;
  }
  return inner instanceof Error ? inner.message : String(inner);
}

function networkFailure(code: string, message: string, host: string): Refusal {
  const params = { host, reason: code };
  if (DNS.includes(code)) {
    return {
      failure: failure('dns', `The name ${host} cannot be found (${code}).`, {
        fix: 'Check the address for a typing mistake, and the network.',
        params,
      }),
      delivered: 'no',
    };
  }
  if (code === 'ECONNREFUSED') {
    return {
      failure: failure('refused', `Nothing answers at ${host}: the connection was refused.`, {
        fix: 'Start the server, or check the port.',
        params,
      }),
      delivered: 'no',
    };
  }
  if (TLS.test(code)) {
    return {
      failure: failure('tls', `No secure connection to ${host}: ${message} (${code}).`, {
        fix: 'Check the server’s certificate; a private authority is named with NODE_EXTRA_CA_CERTS.',
        params,
      }),
      delivered: 'no',
    };
  }
  return {
    failure: failure('unavailable', `The connection to ${host} failed (${code}).`, { params }),
    delivered: NOT_REACHED.includes(code) ? 'no' : 'maybe',
  };
}

/** The first system error code in a chain of causes; fetch hides it one or two levels deep. */
function networkCode(error: unknown, depth: number): { code: string; message: string } | null {
  if (depth > 5 || typeof error !== 'object' || error === null) return null;
  const own = WithCode.safeParse(error);
  if (own.success && /^[A-Z][A-Z0-9_]+$/.test(own.data.code) && !(error instanceof SdkError)) {
    return own.data;
  }
  const parts = WithParts.safeParse(error);
  if (!parts.success) return null;
  for (const part of [...(parts.data.errors ?? []), parts.data.cause]) {
    const found = networkCode(part, depth + 1);
    if (found !== null) return found;
  }
  return null;
}
