import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { adminRequest } from '../cli/admin-request.ts';
import { field } from '../cli/gatehouse-home.ts';
import { GatewayHome } from '../gateway/gateway-home.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
export const NODE = join(ROOT, 'node_modules/.bin/node');

/** A file of a package that `npm test` installs in test/peers; throws when it is not there. */
export function peerFile(...path: readonly string[]): string {
  const file = join(ROOT, 'test/peers/node_modules', ...path);
  if (!existsSync(file)) throw new Error(`${file} is missing: npm test installs test/peers.`);
  return file;
}

/** A registration as it stands in mcp_servers.json. */
export type Entry = Readonly<Record<string, unknown>>;

/** A home whose registry is written by hand, as people do, and confirmed at the command line. */
export class PeersHome extends GatewayHome {
  /** Before the first process on this home. */
  writeRegistry(entries: Readonly<Record<string, Entry>>): void {
    mkdirSync(this.path, { recursive: true, mode: 0o700 });
    writeFileSync(join(this.path, 'mcp_servers.json'), JSON.stringify(entries, null, 2));
  }

  /** At the command line, with or without an owner. */
  async confirm(id: string): Promise<void> {
    const shown = await this.json(['server', 'confirm', id], 4);
    await this.json(['server', 'confirm', id, String(field(shown, 'launch_hash'))]);
  }

  /** One request to the owner's admin door, which is what the command line sends; throws unless it is done. */
  async door(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await adminRequest(this, method, path, body);
    if (answer.status === 200) return answer.body;
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }

  /** Confirms and probes servers, and accepts agents, all at once; `serve` is up. */
  async ready(servers: readonly string[], agents: readonly string[]): Promise<void> {
    const item = (name: string) => ({ item: `file:agents/${name}.yml` });
    await Promise.all(agents.map((name) => this.door('POST', '/trust/accept', item(name))));
    await Promise.all(
      servers.map(async (id) => {
        const launch = await this.door('GET', `/mcp/${id}/launch`);
        const launch_hash = field(launch, 'launch_hash');
        await this.door('POST', `/mcp/${id}/confirm`, { launch_hash });
        const report = await this.door('POST', `/mcp/${id}/probe`, {});
        if (field(report, 'status') !== 'ok') throw new Error(JSON.stringify(report));
      }),
    );
  }

  /** A client token; `hold_s` is how long a call of this client waits for a person. */
  async tokenOf(agent: string, hold_s?: number): Promise<string> {
    const body = hold_s === undefined ? {} : { hold_s };
    return String(field(await this.door('POST', `/agents/${agent}/token`, body), 'token'));
  }

  /** Before the first process on this home; accepted with `ready`. */
  writeAgent(name: string, yaml: string): void {
    mkdirSync(join(this.path, 'agents'), { recursive: true });
    writeFileSync(join(this.path, 'agents', `${name}.yml`), `name: ${name}\n${yaml}`);
  }

  acceptAgent(name: string): Promise<unknown> {
    return this.json(['trust', 'accept', `file:agents/${name}.yml`]);
  }
}
