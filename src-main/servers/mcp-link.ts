import { type Failure, failure } from '../kernel/failure.ts';
import { newId } from '../kernel/ids.ts';
import { assertNever, fail, ok, type Result } from '../kernel/result.ts';
import { Topic } from '../kernel/topic.ts';
import type { Registration } from '../registry/registration.ts';
import { asRecord, outcomeOf, sessionIsGone } from './call-outcome.ts';
import type { CallOutcome, Link, ListKind, RawPage } from './connection.ts';
import { ServerLogLevel } from './log-levels.ts';
import { type ConnectedClient, MODERN_VERSION } from './mcp-client.ts';
import { type Answer, type Guard, request } from './mcp-request.ts';
import { createOwnedRequests } from './owned-request.ts';
import { headersOfCall, type ParamHeader, paramHeaders } from './param-headers.ts';
import type { RequestOwner } from './request-owner.ts';
import { ResourceSubscriptions } from './resource-subscriptions.ts';

export interface LinkParts {
  readonly server_id: string;
  readonly pid: number | null;
  readonly registration: Registration;
  readonly connected: ConnectedClient;
  readonly guard: Guard;
  readonly isHttp: boolean;
  /** Settles when the transport is gone. */
  readonly closed: Promise<Failure>;
  /** The link is of no more use: the session was forgotten, or the server cannot be reached or refuses us. */
  readonly onGone: (reason: Failure) => void;
}

const METHODS: Record<ListKind, { method: string; field: string }> = {
  tools: { method: 'tools/list', field: 'tools' },
  resources: { method: 'resources/list', field: 'resources' },
  resourceTemplates: { method: 'resources/templates/list', field: 'resourceTemplates' },
  prompts: { method: 'prompts/list', field: 'prompts' },
};
const METHOD_NOT_FOUND = -32_601;
const SERVER_TEXT_MAX = 200;
const INSTRUCTIONS_MAX = 100_000;
const FIRST_LOG_LEVEL = 'info';
const SET_LEVEL_MS = 5_000;
const NEVER = new AbortController().signal;

/** A link over a connected SDK client. Results pass through as the server sent them. */
export function createLink(parts: LinkParts): Link {
  const { client, tap, turns, questions, declared } = parts.connected;
  const { registration, guard } = parts;
  const isModern = client.getProtocolEra() === 'modern';
  tap.isPlain = !isModern && !parts.isHttp;
  const advertised = client.getServerCapabilities() ?? {};
  const allowed = (kind: 'tools' | 'resources' | 'prompts'): boolean =>
    advertised[kind] !== undefined && registration.capabilities.includes(kind);
  const offers = {
    tools: allowed('tools'),
    resources: allowed('resources'),
    prompts: allowed('prompts'),
    completions:
      advertised.completions !== undefined && (allowed('prompts') || allowed('resources')),
    logging: advertised.logging !== undefined,
    subscribe: allowed('resources') && advertised.resources?.subscribe === true,
  };
  const identity = client.getServerVersion();
  const limit = registration.timeouts.call_s * 1000;
  const declaredHeaders = new Map<string, readonly ParamHeader[]>();
  const mirrorsHeaders = isModern && parts.isHttp;

  const ask = async (
    method: string,
    params: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<Answer> =>
    await guard(method, () =>
      request(client, tap, method, params, { signal, idle_ms: limit, total_ms: limit }),
    );

  const logging = new ServerLogLevel(
    offers.logging && !isModern,
    async (level) =>
      await request(
        client,
        tap,
        'logging/setLevel',
        { level },
        {
          signal: NEVER,
          idle_ms: SET_LEVEL_MS,
          total_ms: SET_LEVEL_MS,
        },
      ),
  );
  void logging.want(FIRST_LOG_LEVEL);
  const ownedRequest = createOwnedRequests({
    client,
    tap,
    turns,
    questions,
    declared,
    guard,
    wantLogs: (level) => logging.want(level),
  });

  /** One that the server may answer with questions first. */
  const askFor = async (
    owner: RequestOwner | undefined,
    method: string,
    params: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<Result<Record<string, unknown>>> =>
    resultOf(
      method,
      await ownedRequest(method, params, { owner, signal, idle_ms: limit, total_ms: limit }),
    );

  const resultOf = (method: string, answer: Answer): Result<Record<string, unknown>> => {
    switch (answer.kind) {
      case 'result': {
        const result = asRecord(answer.result);
        if (result === null) {
          return fail('protocol', `The server’s answer to ${method} is not an object.`);
        }
        if (result['resultType'] === undefined) return ok(result);
        const { resultType: _discriminator, ...rest } = result;
        return ok(rest);
      }
      case 'error': {
        const reason = noteSession(answer);
        return reason === null
          ? fail('protocol', `The server refused ${method}: ${answer.message.slice(0, 500)}`, {
              params: { method, error_code: answer.code },
            })
          : fail(reason);
      }
      case 'stuck':
        return fail('protocol', answer.message, { params: { method } });
      case 'not_sent':
      case 'unknown':
        noteSession(answer);
        return fail(answer.failure);
      default:
        return assertNever(answer);
    }
  };

  /** Closes the link when an answer shows that it is of no more use; gives the reason if that is our session's end. */
  const noteSession = (answer: Answer): Failure | null => {
    const reason = sessionIsGone(answer, tap.sessionId !== undefined);
    if (reason !== null) parts.onGone(reason);
    else if (parts.isHttp && answer.kind === 'not_sent' && isUnreachable(answer.failure)) {
      parts.onGone(answer.failure);
    }
    return reason;
  };

  /** Remembers which arguments a tool wants mirrored; one with broken declarations is the catalog's to hold back. */
  const noteHeaders = (tool: unknown): void => {
    const entry = asRecord(tool);
    if (entry === null || typeof entry['name'] !== 'string') return;
    const headers = paramHeaders(entry['inputSchema']);
    if (headers !== null && headers.length > 0) declaredHeaders.set(entry['name'], headers);
  };

  async function listPage(
    kind: ListKind,
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<Result<RawPage>> {
    const empty = ok<RawPage>({ items: [], next_cursor: null });
    if (!offers[kind === 'resourceTemplates' ? 'resources' : kind]) return empty;
    const { method, field } = METHODS[kind];
    const answer = await ask(method, cursor === null ? {} : { cursor }, signal);
    if (answer.kind === 'error' && answer.code === METHOD_NOT_FOUND) return empty;
    const result = resultOf(method, answer);
    if (!result.ok) return result;
    const items = result.value[field];
    if (!Array.isArray(items)) {
      return fail('protocol', `The server’s answer to ${method} holds no list of ${field}.`);
    }
    const next = result.value['nextCursor'];
    if (kind === 'tools' && mirrorsHeaders) items.forEach(noteHeaders);
    return ok({
      items,
      next_cursor: typeof next === 'string' ? next : null,
    });
  }

  const callTool: Link['callTool'] = async (name, args, options): Promise<CallOutcome> => {
    const mirrored = mirrorsHeaders ? declaredHeaders.get(name) : undefined;
    const answer = await ownedRequest(
      'tools/call',
      { name, arguments: args },
      { ...options, ...(mirrored === undefined ? {} : { headers: headersOfCall(mirrored, args) }) },
    );
    const gone = noteSession(answer);
    return gone === null ? outcomeOf(answer) : { outcome: 'not_sent', failure: gone };
  };

  let end: Failure | null = null;
  const ended = new Topic<Failure>();
  void parts.closed.then((reason) => {
    end = reason;
    ended.emit(reason);
  });

  const subscriptions = new ResourceSubscriptions({
    client,
    closed: parts.closed,
    ask: async (method, uri, signal) => resultOf(method, await ask(method, { uri }, signal)),
  });

  return {
    server_id: parts.server_id,
    link_id: newId(),
    protocol_version: client.getNegotiatedProtocolVersion() ?? (isModern ? MODERN_VERSION : ''),
    server_name: (identity?.name ?? '').slice(0, SERVER_TEXT_MAX),
    server_version: (identity?.version ?? '').slice(0, SERVER_TEXT_MAX),
    instructions: (client.getInstructions() ?? '').slice(0, INSTRUCTIONS_MAX),
    pid: parts.pid,
    offers,
    listPage,
    callTool,
    readResource: async (uri, signal, owner) =>
      offers.resources
        ? await askFor(owner, 'resources/read', { uri }, signal)
        : fail(notOffered('resources')),
    getPrompt: async (name, args, signal, owner) =>
      offers.prompts
        ? await askFor(owner, 'prompts/get', { name, arguments: args }, signal)
        : fail(notOffered('prompts')),
    complete: async (params, signal) =>
      offers.completions
        ? resultOf('completion/complete', await ask('completion/complete', { ...params }, signal))
        : fail(notOffered('completions')),
    subscribe: async (uri, signal) =>
      offers.subscribe
        ? await subscriptions.subscribe(uri, signal)
        : fail(notOffered('subscriptions to resources')),
    isFollowed: () => subscriptions.size > 0,
    unsubscribe: async (uri) => await subscriptions.unsubscribe(uri),
    onResourceUpdated: (listener) =>
      parts.connected.resourceUpdated.subscribe((uri) => {
        if (subscriptions.size > 0) listener(uri);
      }),
    onListChanged: (listener) => parts.connected.listChanged.subscribe(listener),
    giveUp: (reason) => {
      if (!tap.isAwaited) parts.onGone(reason);
    },
    closed: parts.closed,
    onClosed: (listener) => {
      if (end !== null) listener(end);
      return ended.subscribe(listener);
    },
  };
}

/** A new connection is needed, with the secret as it then is. */
const isUnreachable = (reason: Failure): boolean =>
  ['refused', 'dns', 'tls'].includes(reason.code) || reason.params?.['status'] === 401;

const notOffered = (what: string): Failure =>
  failure(
    'unavailable',
    `The server does not offer ${what}, or its registration does not allow them.`,
  );
