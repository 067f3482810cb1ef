import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { adminRequest } from '../../integration/cli/admin-request.ts';
import { field } from '../../integration/cli/gatehouse-home.ts';
import { serverArgs } from '../places.ts';
import type { ServerSpec } from './subject.ts';

/** Rules as people write them; the tool under test passes the last one. */
const RULES = [
  { id: 'no-deletes', effect: 'deny', tools: ['delete_*', 'drop_*'], reason: 'Not by agents.' },
  { id: 'ask-to-send', effect: 'ask', tools: ['send_*', 'publish_*', 'pay_*'] },
  { id: 'ask-high', effect: 'ask', risk: ['high'] },
  {
    id: 'bench-may-read',
    effect: 'allow',
    agents: ['bench'],
    tools: ['echo', 'text', 'look_up_*'],
  },
];
/** Room for the 256 KB results, which an agent gets cut to 3,000 characters by default. */
const AGENT = `name: bench
description: The agent of the benchmarks
mcp:
  local_tools: []
  online_tool: {"*": ["*"]}
limits: {result_inline_chars: 1000000}
`;

/** A home as a person would have set it up; every step is a request at the admin door. */
export function gatehouseHome(path: string) {
  async function ask(method: string, to: string, body?: unknown): Promise<unknown> {
    const answer = await adminRequest({ path }, method, to, body);
    if (answer.status < 300) return answer.body;
    throw new Error(`${method} ${to}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
  return {
    ask,
    writeFiles() {
      mkdirSync(join(path, 'agents'), { recursive: true, mode: 0o700 });
      writeFileSync(join(path, 'agents', 'bench.yml'), AGENT);
      writeFileSync(join(path, 'policy.yml'), JSON.stringify({ version: 1, rules: RULES }));
    },
    /** Resolves when the owner answers at its admin door. */
    async answers(limit_ms: number): Promise<void> {
      const deadline = performance.now() + limit_ms;
      for (;;) {
        try {
          await ask('GET', '/status');
          return;
        } catch (error) {
          if (performance.now() > deadline) throw error;
          await sleep(20);
        }
      }
    },
    /** Accepts agent and policy, stores a secret, and makes a client's token. */
    async accept(): Promise<string> {
      for (const item of ['file:agents/bench.yml', 'file:policy.yml'])
        await ask('POST', '/trust/accept', { item });
      await ask('PUT', '/secret-store', { kind: 'file' });
      await ask('PUT', '/secrets/BENCH_TOKEN', { value: 'bench-4d3cf6a1e58b47f0a9d2' });
      return String(field(await ask('POST', '/agents/bench/token', {}), 'token'));
    },
    async add(server: ServerSpec): Promise<void> {
      const registration = {
        ...{ transport: 'stdio', command_argv: ['node', ...serverArgs(server)] },
        ...{ env_keys: ['BENCH_TOKEN'], timeouts: { start_s: 10 } },
      };
      const launch = await ask('POST', '/preview', { id: server.id, registration });
      const confirm = field(launch, 'launch_hash');
      await ask('POST', '/mcp', { id: server.id, registration, confirm });
    },
    probe: (id: string) => ask('POST', `/mcp/${id}/probe`),
  };
}
