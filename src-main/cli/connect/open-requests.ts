import { errorLine, type JsonObject, keyOf, type RpcId, resultLine } from './relay-line.ts';

const SERVER_ERROR = -32_000;
const OPEN_MAX = 2000;
/** Characters of all requests that are kept for sending (again). */
const KEPT_MAX = 16 * 1024 * 1024;
const REVISION_KEY = 'io.modelcontextprotocol/protocolVersion';

export interface OpenRequest {
  readonly id: RpcId;
  readonly method: string;
  readonly params: JsonObject;
  /** null: too much is kept already, or it may not be sent twice. */
  line: string | null;
  /** How many owners it was written to. */
  written: number;
  /** Of a subscriptions/listen: what the owner agreed to tell. */
  agreed: JsonObject | null;
}

/** Requests of the client that have no answer yet, in the order in which they came. */
export class OpenRequests {
  readonly #open = new Map<string, OpenRequest>();
  #kept = 0;

  get size(): number {
    return this.#open.size;
  }

  /** More is kept than may wait. */
  get full(): boolean {
    return this.#kept > KEPT_MAX;
  }

  /** Null when its id is in use, it is one too many, or it has to wait and is too large for that. */
  add(
    { id, method, params }: Pick<OpenRequest, 'id' | 'method' | 'params'>,
    line: string,
    waits: boolean,
  ): OpenRequest | null {
    const key = keyOf(id);
    if (this.#open.size >= OPEN_MAX) return null;
    if (waits && this.#kept + line.length > KEPT_MAX) return null;
    if (this.#open.has(key)) return null;
    // What a tool is called with is not looked at, and may be large.
    const known = method === 'tools/call' ? { _meta: params['_meta'] } : params;
    const request = { id, method, params: known, line, written: 0, agreed: null };
    this.#open.set(key, request);
    this.#kept += line.length;
    return request;
  }

  get(id: RpcId): OpenRequest | undefined {
    return this.#open.get(keyOf(id));
  }

  remove(request: OpenRequest): void {
    this.forgetLine(request);
    this.#open.delete(keyOf(request.id));
  }

  forgetLine(request: OpenRequest): void {
    this.#kept -= request.line?.length ?? 0;
    request.line = null;
  }

  all(): OpenRequest[] {
    return [...this.#open.values()];
  }
}

/**
 * What the client is told of a request whose owner went away; null when the next owner may get it. A
 * call may have run, so it is never sent again. A subscription goes on; anything else gets one more try.
 */
export function answerOfLost({ id, method, params, line, written }: OpenRequest): string | null {
  if (written === 0) return null;
  if (method === 'tools/call') return outcomeUnknown(id, params);
  if (method === 'subscriptions/listen' && line !== null) return null;
  if (written === 1 && line !== null) return null;
  return unavailable(id, 'Gatehouse changed its process while this request was open. Try again.');
}

export const unavailable = (id: RpcId, reason: string): string =>
  errorLine(id, SERVER_ERROR, reason);

function outcomeUnknown(id: RpcId, params: JsonObject): string {
  const meta = params['_meta'];
  const modern = typeof meta === 'object' && meta !== null && REVISION_KEY in meta;
  const text =
    '[MCP_OUTCOME_UNKNOWN] The Gatehouse process that had this call went away before it answered. ' +
    'The call may have run: look before you repeat it.';
  return resultLine(id, {
    ...(modern ? { resultType: 'complete' } : {}),
    content: [{ type: 'text', text }],
    isError: true,
  });
}
