import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client as V1Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as V1Transport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { tell } from '../cli/admin-request.ts';
import { eventually, field, GatehouseHome, list, type Running } from '../cli/gatehouse-home.ts';
import { freePort } from '../cli/http-peer.ts';

/** A home with a `serve` process and an agent that may use the servers named in `tools`. */
export class GatewayHome extends GatehouseHome {
  port = 0;
  serving: Running | null = null;

  get url(): string {
    return `http://127.0.0.1:${this.port}/mcp`;
  }

  async agent(name: string, yaml: string): Promise<void> {
    mkdirSync(join(this.path, 'agents'), { recursive: true, mode: 0o700 });
    writeFileSync(join(this.path, 'agents', `${name}.yml`), `name: ${name}\n${yaml}`);
    await this.json(['trust', 'accept', `file:agents/${name}.yml`]);
  }

  /** Writes policy.yml from outside, and accepts it. */
  async policy(rules: readonly unknown[]): Promise<void> {
    writeFileSync(join(this.path, 'policy.yml'), JSON.stringify({ version: 1, rules }));
    await this.json(['trust', 'accept', 'file:policy.yml']);
  }

  async serve(): Promise<void> {
    this.port = await freePort();
    this.serving = this.start(['serve', '--port', String(this.port)]);
    await this.serving.says('Stop it with');
  }

  async token(agent: string, label?: string): Promise<{ token: string; id: string }> {
    const made = this.#serves()
      ? await tell(this, 'POST', `/agents/${agent}/token`, label === undefined ? {} : { label })
      : await this.json([
          ...['agent', 'token', agent],
          ...(label === undefined ? [] : ['--label', label]),
        ]);
    return { token: String(field(made, 'token')), id: String(field(made, 'client_id')) };
  }

  /** The one question that waits now. */
  waiting(): Promise<unknown> {
    return eventually(
      async () =>
        list(
          this.#serves()
            ? await tell(this, 'GET', '/approvals')
            : await this.json(['approvals', 'list']),
        )[0],
    );
  }

  async answer(answer: 'once' | 'deny'): Promise<unknown> {
    const question = await this.waiting();
    const id = String(field(question, 'id'));
    if (this.#serves()) await tell(this, 'POST', `/approvals/${id}/answer`, { answer });
    else await this.json(['approvals', 'answer', id, answer]);
    return question;
  }

  /** Then what a command would ask is asked at the owner's door: no process for each. */
  #serves(): boolean {
    const child = this.serving?.child;
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  }

  /** One request, written by hand: what really stands on the wire. */
  post(
    body: unknown,
    token: string | null,
    headers: Record<string, string> = {},
    signal?: AbortSignal,
  ): Promise<Response> {
    return fetch(this.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    });
  }

  /** A request of the 2026-07-28 revision by hand, without parameters of its own. */
  ask(method: string, token: string, headers: Record<string, string> = {}): Promise<Response> {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    return this.post({ jsonrpc: '2.0', id: 1, method, params: { _meta } }, token, {
      ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': method },
      ...headers,
    });
  }

  /** A call of the 2026-07-28 revision by hand; its JSON-RPC answer. */
  async callByHand(token: string, name: string, args: string): Promise<unknown> {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${JSON.stringify(name)},"arguments":${args},"_meta":${JSON.stringify(meta)}}}`;
    const response = await this.post(body, token, {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    });
    return messagesOf(await response.text()).at(-1);
  }
}

/** The JSON-RPC messages of an answer, a stream or a single one. */
export const messagesOf = (text: string): unknown[] =>
  text.startsWith('{')
    ? [JSON.parse(text)]
    : text
        .split('\n')
        .filter((line) => line.startsWith('data: {'))
        .map((line) => JSON.parse(line.slice('data: '.length)));

/** A request as bytes; everything that comes back until the connection ends. */
export const raw = (port: number, text: string, host = '127.0.0.1'): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, host, () => socket.write(text));
    let heard = '';
    socket.setEncoding('utf8').on('data', (more: string) => {
      heard += more;
    });
    socket.on('close', () => resolve(heard));
    socket.on('error', reject);
  });

const withToken = (token: string) => ({
  requestInit: { headers: { authorization: `Bearer ${token}` } },
});

export interface AnyClient {
  list(): Promise<unknown[]>;
  call(
    name: string,
    args: Record<string, unknown>,
    options?: { signal?: AbortSignal; onprogress?: (told: { progress: number }) => void },
  ): Promise<unknown>;
  close(): Promise<void>;
}

/** The maintenance line of the SDK: `initialize`, the 2025 revisions. */
export async function v1Client(url: string, token: string): Promise<AnyClient> {
  const client = new V1Client({ name: 'v1-peer', version: '1.0.0' });
  const transport = new V1Transport(new URL(url), withToken(token));
  // The SDK's own type of a transport is not exact about optional fields.
  await client.connect(transport as Parameters<V1Client['connect']>[0]);
  return {
    list: async () => (await client.listTools()).tools,
    call: (name, args, options) => client.callTool({ name, arguments: args }, undefined, options),
    close: () => client.close(),
  };
}

/** The current SDK, which must find the stateless revision by itself. */
export async function modernClient(url: string, token: string): Promise<AnyClient> {
  const client = new ModernClient(
    { name: 'modern-peer', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' } },
  );
  await client.connect(new ModernTransport(new URL(url), withToken(token)));
  if (client.getProtocolEra() !== 'modern') throw new Error('The modern era was not found.');
  return {
    list: async () => (await client.listTools()).tools,
    call: (name, args, options) => client.callTool({ name, arguments: args }, options),
    close: () => client.close(),
  };
}
