import {
  Client,
  type DiscoverResult,
  isSpecType,
  type Transport,
} from '@modelcontextprotocol/client';
import { failure } from '../kernel/failure.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { Topic } from '../kernel/topic.ts';
import type { DeclaredAbilities } from './client-abilities.ts';
import type { ListKind } from './connection.ts';
import { refusalOf } from './http-failure.ts';
import { NotSent } from './not-sent.ts';
import { ServerLogs } from './server-logs.ts';
import { ServerQuestions } from './server-questions.ts';
import { TappedTransport } from './tapped-transport.ts';
import { Turns } from './turns.ts';

/** The stateless revision; the older ones are the SDK's own list. */
export const MODERN_VERSION = '2026-07-28';
export const LEGACY_VERSIONS = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
];

/** A connected client with what its link needs of it. */
export interface ConnectedClient {
  readonly client: Client;
  readonly tap: TappedTransport;
  /** Each message at once: a call that follows it must not run by an older list. */
  readonly listChanged: Topic<ListKind>;
  readonly resourceUpdated: Topic<string>;
  readonly turns: Turns;
  readonly questions: ServerQuestions;
  /** What the server was told that it may ask for. */
  readonly declared: DeclaredAbilities;
}

/** How the era of the server is found: known already, or by the SDK's probe on the connection itself. */
export type EraChoice =
  | { readonly kind: 'legacy'; readonly versions?: readonly string[] }
  | { readonly kind: 'modern'; readonly discover: DiscoverResult }
  | { readonly kind: 'probe' };

export interface ClientOptions {
  readonly client_version: string;
  /** What the server may ask back: as its registration lists it. */
  readonly declared: DeclaredAbilities;
  readonly signal: AbortSignal;
}

const NEVER_MS = 2 ** 31 - 1;

/**
 * Connects an SDK client that declares `declared`, and nothing else. Whatever the server asks of its
 * own accord goes to the owner whose turn it is, or gets an error at once, never silence.
 */
export async function connectClient(
  transport: Transport,
  era: EraChoice,
  options: ClientOptions,
): Promise<Result<ConnectedClient>> {
  const listChanged = new Topic<ListKind>();
  const resourceUpdated = new Topic<string>();
  const turns = new Turns();
  const questions = new ServerQuestions(options.declared, turns);
  const client = new Client(
    { name: 'gatehouse', title: 'Gatehouse', version: options.client_version },
    {
      capabilities: { ...options.declared },
      inputRequired: { autoFulfill: false },
      ...(era.kind === 'probe'
        ? { versionNegotiation: { mode: 'auto', probe: { timeoutMs: NEVER_MS } } }
        : {}),
      ...(era.kind === 'legacy' && era.versions !== undefined
        ? { supportedProtocolVersions: [...era.versions] }
        : {}),
    },
  );
  client.setNotificationHandler('notifications/tools/list_changed', () =>
    listChanged.emit('tools'),
  );
  client.setNotificationHandler('notifications/prompts/list_changed', () =>
    listChanged.emit('prompts'),
  );
  client.setNotificationHandler('notifications/resources/list_changed', () => {
    listChanged.emit('resources');
    listChanged.emit('resourceTemplates');
  });
  client.setNotificationHandler('notifications/resources/updated', ({ params }) =>
    resourceUpdated.emit(params.uri),
  );
  client.fallbackRequestHandler = (asked, context) =>
    questions.answer(asked.method, asked.params, context.mcpReq.signal);
  // Errors beside a request are not fatal, and a server can cause any number of them.
  client.onerror = () => undefined;
  const tap = new TappedTransport(transport);
  try {
    await client.connect(tap, {
      signal: options.signal,
      timeout: NEVER_MS,
      ...(era.kind === 'modern' ? { prior: { kind: 'modern', discover: era.discover } } : {}),
      ...(era.kind === 'legacy' ? { prior: { kind: 'legacy' } } : {}),
    });
    const isModern = client.getProtocolEra() === 'modern';
    turns.isExclusive = !isModern && Object.keys(options.declared).length > 0;
    tap.onServerLog = new ServerLogs(turns, isModern).receive;
    return ok({
      client,
      tap,
      listChanged,
      resourceUpdated,
      turns,
      questions,
      declared: options.declared,
    });
  } catch (error) {
    return connectFailure(error, tap, options.signal);
  }
}

function connectFailure(error: unknown, tap: TappedTransport, signal: AbortSignal): Result<never> {
  if (signal.aborted) return fail('cancelled', 'The connection attempt was cancelled.');
  if (error instanceof NotSent) return fail(error.failure);
  const answered = tap.initializeResult;
  if (
    isSpecType.InitializeResult(answered) &&
    !LEGACY_VERSIONS.includes(answered.protocolVersion)
  ) {
    const ours = [MODERN_VERSION, ...LEGACY_VERSIONS].join(', ');
    const theirs = answered.protocolVersion.slice(0, 40);
    return fail(
      'protocol',
      `The server speaks protocol version ${theirs}; Gatehouse speaks ${ours}.`,
      {
        fix: 'Update the server, or Gatehouse.',
        params: { server_version: theirs, client_versions: ours },
      },
    );
  }
  if (answered !== null && !isSpecType.InitializeResult(answered)) {
    return fail('protocol', 'The server’s answer to initialize is not what the protocol says.', {
      fix: 'Check that this really is an MCP server.',
    });
  }
  const refusal = refusalOf(error).failure;
  return fail(
    refusal.code === 'protocol'
      ? failure('protocol', refusal.message, { fix: 'Check that this really is an MCP server.' })
      : refusal,
  );
}
