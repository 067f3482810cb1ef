import { field } from '../cli/gatehouse-home.ts';
import { type GatewayHome, messagesOf } from './gateway-home.ts';

/** A request of the 2026-07-28 revision as it stands on the wire: its body, and the headers that belong to it. */
export function stateless(
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  capabilities: Readonly<Record<string, unknown>> = {},
): { body: Record<string, unknown>; headers: Record<string, string> } {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  const about = params['name'] ?? params['uri'];
  return {
    body: { jsonrpc: '2.0', id: 1, method, params: { _meta, ...params } },
    headers: {
      ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': method },
      ...(typeof about === 'string' ? { 'mcp-name': about } : {}),
    },
  };
}

export const initialize = (capabilities = {}) => ({
  ...{ jsonrpc: '2.0', id: 'hello', method: 'initialize' },
  params: {
    protocolVersion: '2025-11-25',
    capabilities,
    clientInfo: { name: 'by hand', version: '1' },
  },
});

export const call = (id: unknown, name: string, args = {}) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name, arguments: args },
});

/** A session of the 2025 era, written by hand. */
export class WireSession {
  readonly #home: GatewayHome;
  readonly #token: string;
  readonly id: string;

  constructor(home: GatewayHome, token: string, id: string) {
    this.#home = home;
    this.#token = token;
    this.id = id;
  }

  static async open(home: GatewayHome, token: string, more = {}): Promise<WireSession> {
    const opened = await home.post(initialize(), token, more);
    await opened.text();
    const session = new WireSession(home, token, opened.headers.get('mcp-session-id') ?? '');
    await session.post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return session;
  }

  headers(more: Record<string, string> = {}): Record<string, string> {
    return { 'mcp-session-id': this.id, 'mcp-protocol-version': '2025-11-25', ...more };
  }

  post(body: unknown, signal?: AbortSignal): Promise<Response> {
    return this.#home.post(body, this.#token, this.headers(), signal);
  }

  /** All messages of the answer's stream. */
  async ask(body: unknown): Promise<unknown[]> {
    return messagesOf(await (await this.post(body)).text());
  }

  /** The result of a request of these parameters. */
  async result(method: string, params = {}): Promise<unknown> {
    return field((await this.ask({ jsonrpc: '2.0', id: 99, method, params })).at(-1), 'result');
  }

  bare(method: 'GET' | 'DELETE', signal?: AbortSignal): Promise<Response> {
    return fetch(this.#home.url, {
      method,
      headers: this.headers({
        ...{ authorization: `Bearer ${this.#token}`, accept: 'text/event-stream' },
      }),
      ...(signal === undefined ? {} : { signal }),
    });
  }
}

/** What comes over a stream, as it comes; settles when it ends. */
export function follow(response: Response): { heard: unknown[]; ended: Promise<void> } {
  const heard: unknown[] = [];
  const read = async () => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines)
        if (line.startsWith('data: {')) heard.push(JSON.parse(line.slice('data: '.length)));
    }
  };
  return { heard, ended: read().catch(() => undefined) };
}
