import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio';
import { Client as V1Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as V1Transport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { eventually, field } from '../cli/gatehouse-home.ts';
import { freePort } from '../cli/http-peer.ts';
import { GatewayHome } from '../gateway/gateway-home.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
export const CLI = join(root, 'out/main/cli.js');
export const NODE = join(root, 'node_modules/.bin/node');
const fixture = join(root, 'test/fixtures/servers/counting.mjs');

export type Era = '2025, SDK v1' | '2025, SDK v2' | '2026-07-28';
export const ERAS: readonly Era[] = ['2025, SDK v1', '2025, SDK v2', '2026-07-28'];

export interface ConnectedClient {
  readonly pid: number;
  list(): Promise<string[]>;
  /** The text of the result, with `isError` in front when it is set. */
  call(name: string, args: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

export interface RawClient {
  readonly child: ChildProcessWithoutNullStreams;
  send(message: unknown): void;
  /** Every line on stdout so far. */
  readonly lines: string[];
  readonly stderr: () => string;
  /** The message that fits, now or later. */
  received(fits: (message: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>;
  readonly ended: Promise<number | null>;
}

/** A home with one server that counts its runs, an agent, and clients that start `gatehouse connect`. */
export class ConnectHome extends GatewayHome {
  readonly runsFile = join(this.folder, 'runs.txt');
  token_ = '';
  client_id = '';
  readonly #open = new Set<{ close(): Promise<void> }>();

  static async open(): Promise<ConnectHome> {
    const home = new ConnectHome();
    await home.json(['settings', 'set', JSON.stringify({ gateway: { port: await freePort() } })]);
    await home.add('counting', ['node', fixture, `--runs=${home.runsFile}`]);
    await home.json(['probe', 'counting']);
    await home.agent('writer', 'mcp:\n  online_tool: {counting: ["*"]}\n');
    const made = await home.token('writer');
    home.token_ = made.token;
    home.client_id = made.id;
    return home;
  }

  /** What the counting server has run, one line each. */
  runs(): string[] {
    return existsSync(this.runsFile)
      ? readFileSync(this.runsFile, 'utf8').split('\n').filter(Boolean)
      : [];
  }

  owner(): { kind: string; pid: number } | null {
    return ownerOf(this.path);
  }

  /** The process that owns the home once it is another than `before`, and its door is open. */
  nextOwner(before: number | null): Promise<{ kind: string; pid: number }> {
    return eventually(() => {
      const owner = this.owner();
      return owner !== null &&
        owner.pid !== before &&
        existsSync(join(this.path, 'state/admin.sock'))
        ? owner
        : undefined;
    }, 20_000);
  }

  clientEnvironment(token = this.token_): Record<string, string> {
    return {
      PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
      HOME: this.folder,
      GATEHOUSE_HOME: this.path,
      GATEHOUSE_TOKEN: token,
    };
  }

  async client(era: Era): Promise<ConnectedClient> {
    const launch = {
      command: NODE,
      args: [CLI, 'connect', '--agent', 'writer'],
      env: this.clientEnvironment(),
      stderr: 'ignore' as const,
    };
    const made = era === '2025, SDK v1' ? await v1(launch) : await v2(launch, era);
    this.#open.add(made);
    return made;
  }

  /** A client by hand: what really stands on the wire. */
  raw(environment: Record<string, string> = {}, words: readonly string[] = []): RawClient {
    const child = spawn(NODE, [...words, CLI, 'connect', '--agent', 'writer'], {
      env: { ...this.clientEnvironment(), ...environment },
      stdio: 'pipe',
    });
    const lines: string[] = [];
    let rest = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const parts = `${rest}${text}`.split('\n');
      rest = parts.pop() ?? '';
      lines.push(...parts);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.stdin.on('error', () => undefined);
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    this.#open.add({
      close: async () => {
        child.kill('SIGKILL');
        await ended;
      },
    });
    return {
      child,
      lines,
      ended,
      stderr: () => stderr,
      send: (message) => child.stdin.write(`${JSON.stringify(message)}\n`),
      received: (fits) =>
        eventually(
          () => lines.map((line): Record<string, unknown> => JSON.parse(line)).find(fits),
          20_000,
        ),
    };
  }

  /** Every client leaves, and then the owner that one of them started. */
  async leave(): Promise<void> {
    await Promise.all([...this.#open].map((one) => one.close().catch(() => undefined)));
    this.#open.clear();
    await this.endOwnerOf(this.path);
  }

  /** Ends whoever owns a home below our folder. */
  async endOwnerOf(path: string): Promise<void> {
    const owner = ownerOf(path);
    if (owner === null || !isOfHome(owner.pid, path)) return;
    process.kill(owner.pid, 'SIGTERM');
    await eventually(() => (isOfHome(owner.pid, path) ? undefined : true), 10_000);
  }

  override async close(): Promise<void> {
    await this.leave();
    await super.close();
  }
}

function ownerOf(path: string): { kind: string; pid: number } | null {
  try {
    const record: unknown = JSON.parse(readFileSync(join(path, 'state', 'owner.json'), 'utf8'));
    return { kind: String(field(record, 'kind')), pid: Number(field(record, 'pid')) };
  } catch {
    return null; // nobody
  }
}

function isOfHome(pid: number, path: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`GATEHOUSE_HOME=${path}`);
  } catch {
    return false; // it has ended
  }
}

interface Launch {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
  readonly stderr: 'ignore';
}

async function v1(launch: Launch): Promise<ConnectedClient> {
  const client = new V1Client({ name: 'v1-peer', version: '1.0.0' });
  const transport = new V1Transport(launch);
  await client.connect(transport as Parameters<V1Client['connect']>[0]);
  return {
    pid: transport.pid ?? 0,
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => worded(await client.callTool({ name, arguments: args })),
    close: () => client.close(),
  };
}

async function v2(launch: Launch, era: Era): Promise<ConnectedClient> {
  const mode = era === '2026-07-28' ? 'auto' : 'legacy';
  const client = new ModernClient(
    { name: 'v2-peer', version: '1.0.0' },
    { versionNegotiation: { mode } },
  );
  const transport = new ModernTransport(launch);
  await client.connect(transport);
  if (mode === 'auto' && client.getProtocolEra() !== 'modern') throw new Error('not modern');
  return {
    pid: transport.pid ?? 0,
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => worded(await client.callTool({ name, arguments: args })),
    close: () => client.close(),
  };
}

/** The text of a result, with `isError` in front when it is set. */
export function worded(result: unknown): string {
  const content = field(result, 'content');
  const first: unknown = Array.isArray(content) ? content[0] : undefined;
  const isError =
    typeof result === 'object' && result !== null && 'isError' in result && result.isError === true;
  return `${isError ? 'isError ' : ''}${String(field(first, 'text'))}`;
}
