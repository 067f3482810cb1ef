import { join } from 'node:path';
import {
  Client as V2Client,
  StreamableHTTPClientTransport as V2Http,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as V2Stdio } from '@modelcontextprotocol/client/stdio';
import { Client as V1Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as V1Stdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as V1Http } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CLI, worded } from '../connect/connect-home.ts';
import { NODE, type PeersHome, peerFile } from './peers-home.ts';

/** A client of one kind, on a token of its own. */
export interface PeerClient {
  list(): Promise<string[]>;
  /** The text of the result, with `isError` in front when it is set. */
  call(name: string, tag: string, options?: CallOptions): Promise<string>;
  close(): Promise<void>;
}
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeout?: number;
}

export type Connect = (home: PeersHome, token: string) => Promise<PeerClient>;

const headers = (token: string) => ({
  requestInit: { headers: { authorization: `Bearer ${token}` } },
});

interface Launch {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
  readonly stderr: 'ignore';
}

const PATH = process.env['PATH'] ?? '';

export const connectLaunch = (home: PeersHome, token: string): Launch => ({
  command: NODE,
  args: [CLI, 'connect', '--agent', 'peers'],
  env: { PATH, HOME: home.folder, GATEHOUSE_HOME: home.path, GATEHOUSE_TOKEN: token },
  stderr: 'ignore',
});

const remoteLaunch = (home: PeersHome, token: string): Launch => ({
  command: NODE,
  args: [peerFile('mcp-remote/dist/proxy.js'), home.url, '--header', 'Authorization:${BEARER}'],
  env: { PATH, HOME: join(home.folder, 'remote'), BEARER: `Bearer ${token}` },
  stderr: 'ignore',
});

async function v1(transport: V1Stdio | V1Http): Promise<PeerClient> {
  const client = new V1Client({ name: 'v1-peer', version: '1.0.0' });
  // The SDK's own type of a transport is not exact about optional fields.
  await client.connect(transport as Parameters<V1Client['connect']>[0]);
  return {
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, tag, options) =>
      worded(await client.callTool({ name, arguments: { tag } }, undefined, options)),
    close: () => client.close(),
  };
}

async function v2(mode: 'auto' | 'legacy', transport: V2Stdio | V2Http): Promise<PeerClient> {
  const client = new V2Client(
    { name: 'v2-peer', version: '1.0.0' },
    { versionNegotiation: { mode } },
  );
  await client.connect(transport);
  if ((client.getProtocolEra() === 'modern') !== (mode === 'auto'))
    throw new Error(`It speaks the ${client.getProtocolEra()} era.`);
  return {
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, tag, options) =>
      worded(await client.callTool({ name, arguments: { tag } }, options)),
    close: () => client.close(),
  };
}

/** The clients that people's applications are made of, each over each door that it can use. */
export const CLIENTS: Readonly<Record<string, Connect>> = {
  'SDK v1 over HTTP': (home, token) => v1(new V1Http(new URL(home.url), headers(token))),
  'SDK v1 over connect': (home, token) => v1(new V1Stdio(connectLaunch(home, token))),
  'SDK v2 in the older era over HTTP': (home, token) =>
    v2('legacy', new V2Http(new URL(home.url), headers(token))),
  'SDK v2 over HTTP': (home, token) => v2('auto', new V2Http(new URL(home.url), headers(token))),
  'SDK v2 over connect': (home, token) => v2('auto', new V2Stdio(connectLaunch(home, token))),
  'mcp-remote before an SDK v1 client': (home, token) => v1(new V1Stdio(remoteLaunch(home, token))),
};
