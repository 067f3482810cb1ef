import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GatehouseHome } from '../cli/gatehouse-home.ts';

const fixture = fileURLToPath(new URL('../../fixtures/servers/scripted.mjs', import.meta.url));

export interface Script {
  readonly tools?: readonly Record<string, unknown>[];
  readonly prompts?: readonly Record<string, unknown>[];
  readonly resources?: readonly Record<string, unknown>[];
  readonly results?: Readonly<Record<string, unknown>>;
  readonly contents?: Readonly<Record<string, string>>;
}

/** A real server process in `home` whose lists and results a test writes down, and what it was asked. */
export class ScriptedServer {
  readonly #file: string;
  readonly #notes: string;
  readonly argv: readonly string[];

  constructor(home: GatehouseHome, id: string, script: Script) {
    this.#file = join(home.work, `${id}.json`);
    this.#notes = join(home.work, `${id}.notes`);
    this.argv = [
      ...['node', fixture, `--file=${this.#file}`],
      ...[`--notes=${this.#notes}`, `--as=${id}`],
    ];
    this.set(script);
  }

  set(script: Script): void {
    writeFileSync(this.#file, JSON.stringify(script));
  }

  /** Every call, read and prompt that reached it. */
  asked(): string[] {
    return existsSync(this.#notes)
      ? readFileSync(this.#notes, 'utf8').split('\n').slice(0, -1)
      : [];
  }
}

export const tool = (name: string, more: Record<string, unknown> = {}) => ({
  ...{ name, description: `The ${name} tool`, inputSchema: { type: 'object', properties: {} } },
  ...more,
});

/** Adds, confirms and looks at it once. */
export async function addScripted(
  home: GatehouseHome,
  id: string,
  script: Script,
  options: readonly string[] = [],
): Promise<ScriptedServer> {
  const server = new ScriptedServer(home, id, script);
  await home.add(id, server.argv, options);
  await home.json(['probe', id]);
  return server;
}
