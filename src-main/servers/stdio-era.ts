import { setTimeout as sleep } from 'node:timers/promises';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type DiscoverResult,
  isSpecType,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import { fail, type Result } from '../kernel/result.ts';
import type { DeclaredAbilities } from './client-abilities.ts';
import { type ConnectedClient, connectClient, MODERN_VERSION } from './mcp-client.ts';
import { NotSent } from './not-sent.ts';
import type { ProbeAnswer, StdioTransport } from './stdio-transport.ts';

export interface StdioEraOptions {
  readonly client_version: string;
  readonly declared: DeclaredAbilities;
  readonly signal: AbortSignal;
  /** After so long without an answer and without a sign of life, `initialize` is tried. */
  readonly silence_ms: number;
  /** Instant of the last sign of life (stderr), on the clock of `performance.now()`. */
  readonly lastSign: () => number;
  /** Known to end when it is asked with `server/discover`. */
  readonly skip_probe: boolean;
}

/** A server that has refused `initialize` has read, and answered, the question before it. */
const LATE_MS = 100;

/**
 * The handshake over one process, in either era: `server/discover` first; anything but a modern answer,
 * or silence, means `initialize` (specification 2026-07-28, stdio, backward compatibility). A modern
 * answer that comes after the silence still counts if `initialize` is then refused.
 */
export async function connectStdio(
  transport: StdioTransport,
  options: StdioEraOptions,
): Promise<Result<ConnectedClient>> {
  if (options.skip_probe) return await connectClient(transport, { kind: 'legacy' }, options);
  const probing = transport
    .probe(discoverRequest(options.client_version))
    .catch((error: unknown): null => {
      if (error instanceof NotSent) return null;
      throw error;
    });
  const first = await Promise.race([probing, silence(options)]);
  if (options.signal.aborted) return fail('cancelled', 'The connection attempt was cancelled.');
  const verdict = judge(first);
  if (verdict.kind === 'modern') return await connectClient(transport, verdict, options);
  if (verdict.kind === 'foreign') {
    return fail(
      'protocol',
      `The server speaks protocol version ${verdict.versions}; Gatehouse speaks ${MODERN_VERSION} and older ones.`,
      {
        fix: 'Update Gatehouse.',
        params: { server_version: verdict.versions, client_versions: MODERN_VERSION },
      },
    );
  }
  const legacy = await connectClient(transport, { kind: 'legacy' }, options);
  if (legacy.ok || options.signal.aborted || first !== null) return legacy;
  const late = judge(await Promise.race([probing, sleep(LATE_MS, null)]));
  return late.kind === 'modern' ? await connectClient(transport, late, options) : legacy;
}

type Verdict =
  | { readonly kind: 'modern'; readonly discover: DiscoverResult }
  | { readonly kind: 'foreign'; readonly versions: string }
  | { readonly kind: 'legacy' };

const UNSUPPORTED_PROTOCOL_VERSION = -32_022;
const Supported = z.object({ supported: z.array(z.string().max(40)).min(1).max(50) });

function judge(answer: ProbeAnswer | null): Verdict {
  if (answer === null) return { kind: 'legacy' };
  if (answer.kind === 'result') {
    const discover = answer.result;
    return isSpecType.DiscoverResult(discover) &&
      discover.supportedVersions.includes(MODERN_VERSION)
      ? { kind: 'modern', discover }
      : { kind: 'legacy' };
  }
  if (answer.code !== UNSUPPORTED_PROTOCOL_VERSION) return { kind: 'legacy' };
  const data = Supported.safeParse(answer.data);
  if (!data.success) return { kind: 'legacy' };
  // Revisions are dates: all of them later than ours means that `initialize` is gone there, too.
  return data.data.supported.every((version) => version > MODERN_VERSION)
    ? { kind: 'foreign', versions: data.data.supported.join(', ') }
    : { kind: 'legacy' };
}

const discoverRequest = (version: string) => ({
  jsonrpc: '2.0' as const,
  id: 'gatehouse-discover',
  method: 'server/discover',
  params: {
    _meta: {
      [PROTOCOL_VERSION_META_KEY]: MODERN_VERSION,
      [CLIENT_INFO_META_KEY]: { name: 'gatehouse', version },
      [CLIENT_CAPABILITIES_META_KEY]: {},
    },
  },
});

/** Settles with null after `silence_ms` without a sign of life, or when the attempt is given up. */
async function silence(options: StdioEraOptions): Promise<null> {
  const began = performance.now();
  while (!options.signal.aborted) {
    const quiet = performance.now() - Math.max(began, options.lastSign());
    if (quiet >= options.silence_ms) return null;
    await sleep(Math.max(10, options.silence_ms - quiet), undefined, {
      signal: options.signal,
    }).catch(() => undefined);
  }
  return null;
}
