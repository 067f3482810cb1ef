import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SCALE } from '../../scale.ts';
import { adminRequest } from '../cli/admin-request.ts';
import { eventually, field, list } from '../cli/gatehouse-home.ts';
import { freePort } from '../cli/http-peer.ts';
import { GatewayHome } from '../gateway/gateway-home.ts';
import { Inspector } from './inspector.ts';
import { SERVERS, type SoakServer } from './plan.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const NODE = join(root, 'node_modules/.bin/node');
const fixture = (name: string) => join(root, 'test/fixtures/servers', name);

const AGENT = 'soak';
const CALL_S = 2;
/** Two stop in every pause; the others live through those in which samples are taken. */
const IDLE_S = SCALE < 0.1 ? { short: 1, long: 4 } : { short: 2, long: 10 };
const SHORT = ['s5', 'h1'];

/** A home with the ten servers and a `serve` process that can be looked into. */
export class SoakHome extends GatewayHome {
  /** In the environment of every server, and so of whatever it starts. */
  readonly mark = `SOAK_RUN=${randomUUID()}`;
  readonly runs = join(this.folder, 'runs');
  #peers: ChildProcess | null = null;
  #inspector: Inspector | null = null;

  get pid(): number {
    const pid = this.serving?.child.pid;
    if (pid === undefined) throw new Error('It does not serve.');
    return pid;
  }

  get inspector(): Inspector {
    if (this.#inspector === null) throw new Error('It does not serve.');
    return this.#inspector;
  }

  async begin(): Promise<void> {
    mkdirSync(this.runs);
    mkdirSync(this.path, { mode: 0o700 });
    const port = await this.#startPeers();
    const registry = SERVERS.map((server) => [server.id, this.#registration(server, port)]);
    writeFileSync(
      join(this.path, 'mcp_servers.json'),
      JSON.stringify(Object.fromEntries(registry)),
    );
    this.port = await freePort();
    const debugging = await freePort();
    this.serving = this.start(['serve', '--port', String(this.port)], undefined, {
      NODE_OPTIONS: `--inspect=127.0.0.1:${debugging}`,
    });
    await this.serving.says('Stop it with');
    this.#inspector = await Inspector.at(debugging);
    await Promise.all(SERVERS.map(({ id }) => this.#confirm(id)));
    await Promise.all(SERVERS.map(({ id }) => this.admin('POST', `/mcp/${id}/probe`)));
    await this.agent(AGENT, 'mcp:\n  online_tool: {"*": ["*"]}\n');
  }

  async tokenOf(label: string): Promise<string> {
    const made = await this.admin('POST', `/agents/${AGENT}/token`, { label });
    return String(field(made, 'token'));
  }

  /** Starts `gatehouse connect` for the bearer of a token. */
  connectCommand(token: string) {
    return {
      command: NODE,
      args: [join(root, 'out/main/cli.js'), 'connect', '--agent', AGENT],
      env: {
        ...{ PATH: process.env['PATH'] ?? '', HOME: this.folder },
        ...{ GATEHOUSE_HOME: this.path, GATEHOUSE_TOKEN: token },
      },
    };
  }

  async admin(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await adminRequest(this, method, path, body);
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** What the owner says of each server, by its id. */
  async states(): Promise<Map<string, { state: string; pid: number | null }>> {
    const servers = list(field(await this.admin('GET', '/mcp'), 'servers'));
    return new Map(
      servers.map((server) => {
        const connection = field(server, 'connection');
        const state = String(field(connection, 'state'));
        const pid = state === 'ready' ? field(connection, 'pid') : null;
        return [String(field(server, 'id')), { state, pid: typeof pid === 'number' ? pid : null }];
      }),
    );
  }

  override async close(): Promise<void> {
    this.#inspector?.close();
    await super.close();
    this.#peers?.kill('SIGKILL');
  }

  #registration(server: SoakServer, port: number): Record<string, unknown> {
    const idle_s = SHORT.includes(server.id) ? IDLE_S.short : IDLE_S.long;
    const timeouts = { start_s: 20, idle_s, call_s: CALL_S };
    switch (server.kind) {
      case 'stdio':
      case 'modern stdio': {
        const [name, value] = this.mark.split('=');
        const script = server.kind === 'stdio' ? 'soak.mjs' : 'soak-modern.mjs';
        const runs = `--runs=${join(this.runs, server.id)}`;
        return {
          ...{ transport: 'stdio', timeouts, env: { [String(name)]: value } },
          command_argv: ['node', fixture(script), runs],
        };
      }
      case 'http':
      case 'modern http': {
        const path = server.kind === 'http' ? `older/${server.id}` : 'modern';
        return { transport: 'http', url: `http://127.0.0.1:${port}/${path}`, timeouts };
      }
    }
  }

  async #confirm(id: string): Promise<void> {
    const launch = await this.admin('GET', `/mcp/${id}/launch`);
    await this.admin('POST', `/mcp/${id}/confirm`, {
      launch_hash: field(launch, 'launch_hash'),
    });
  }

  async #startPeers(): Promise<number> {
    const port = await freePort();
    this.#peers = spawn(NODE, [fixture('soak-http.mjs'), `--runs=${join(this.runs, 'http')}`], {
      env: { ...process.env, PORT: String(port) },
      // It ends with us, also when we are killed.
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    await eventually(
      () =>
        new Promise<true | undefined>((resolve) => {
          const socket = connect(port, '127.0.0.1', () => {
            socket.destroy();
            resolve(true);
          });
          socket.on('error', () => resolve(undefined));
        }),
      20_000,
    );
    return port;
  }
}
