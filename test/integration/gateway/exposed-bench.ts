import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openAgentProfiles } from '../../../src-main/agents/profile-file.ts';
import { createClientQuestions } from '../../../src-main/calls/client-questions.ts';
import { createCallTool } from '../../../src-main/calls/create-call-tool.ts';
import { createJudge } from '../../../src-main/calls/create-judge.ts';
import { createReads } from '../../../src-main/calls/create-reads.ts';
import { createDecideCall } from '../../../src-main/calls/decide-call.ts';
import { createResultStore } from '../../../src-main/calls/results-file.ts';
import { createExposed } from '../../../src-main/gateway/create-exposed.ts';
import type { ExposedAnswer, McpObject } from '../../../src-main/gateway/exposed.ts';
import { systemClock } from '../../../src-main/kernel/clock.ts';
import { fail, ok } from '../../../src-main/kernel/result.ts';
import { createApprovalRecord } from '../../../src-main/policy/approval-record.ts';
import { createApprovals } from '../../../src-main/policy/create-approvals.ts';
import { createLimits } from '../../../src-main/policy/create-limits-file.ts';
import { createGrants } from '../../../src-main/policy/grants.ts';
import { createPauses } from '../../../src-main/policy/pauses.ts';
import { openPolicy } from '../../../src-main/policy/policy-file.ts';
import { matchRules } from '../../../src-main/policy/policy-rules.ts';
import { createRedactor } from '../../../src-main/secrets/create-redactor.ts';
import type { RequestOwner } from '../../../src-main/servers/request-owner.ts';
import type { Client } from '../../../src-main/trust/client-tokens.ts';
import { must, NEVER, openBench, PERSON } from '../catalog/bench.ts';

const namesakes = fileURLToPath(new URL('../../fixtures/servers/namesakes.mjs', import.meta.url));

/** A home with twin servers, discovered and confirmed, and everything that stands behind the gateway's door. */
export async function openExposed(...ids: string[]) {
  const bench = await openBench();
  const { folder, paths, parts } = bench;
  const { catalog, registry, supervisor, journal, trust } = parts;
  const notes = join(folder, 'notes');
  writeFileSync(notes, '');
  const own = { paths, trust, watch: false };
  const agents = must(await openAgentProfiles(own));
  const policy = must(await openPolicy(own));
  const pauses = createPauses(trust);
  const grants = createGrants(trust);
  const approvals = createApprovals({
    ...{ clock: systemClock, expire_ms: () => 1_000, lease: () => () => undefined },
    ...createApprovalRecord({ journal, grants }),
  });
  const limits = createLimits(paths.home, folder);
  const judge = createJudge({
    ...{ registry, pauses, grants, limits, policy: () => policy.get() },
    matchRules: (call) => matchRules(policy.get().policy, call),
  });
  const decideCall = createDecideCall({
    ...{ journal, agents, catalog, approvals, judge, serverName: (id: string) => id },
  });
  const results = createResultStore({
    ...{ folder: paths.results, redactor: createRedactor(), log: parts.log },
  });
  const askThrough = createClientQuestions({ journal, agents, registry, redact: (value) => value });
  const callTool = createCallTool({
    ...{
      clock: systemClock,
      journal,
      registry,
      agents,
      supervisor,
      catalog,
      results,
      decideCall,
      askThrough,
    },
  });
  const kept = new Map<string, Record<string, unknown>>();
  const keyOf = (...words: (string | null)[]) => JSON.stringify(words);
  const exposed = createExposed({
    ...{ agents, registry, catalog, policy, pauses, journal, clock: systemClock, log: parts.log },
    ...createReads({ journal, registry, agents, pauses, supervisor, catalog, limits, askThrough }),
    callTool: async (call) => {
      const answer = await callTool(call);
      if (answer.ok) kept.set(keyOf(call.call_id, call.client, call.agent), answer.value.result);
      return answer;
    },
    storedResult: async (...key) => {
      const found = kept.get(keyOf(...key));
      return found === undefined ? fail('not_found', 'There is no such result.') : ok(found);
    },
    complete: async ({ server_id, params }) => ok({ server_id, params }),
    subscribeResource: async ({ server_id, uri, onUpdated }) => {
      onUpdated();
      return fail('unavailable', `${server_id} ${uri}`);
    },
    nameChars: () => 48,
    holdMs: () => 45_000,
    redact: (text) => text,
  });

  async function add(id: string): Promise<void> {
    await parts.add(id, {
      transport: 'stdio',
      command_argv: [process.execPath, namesakes, `--id=${id}`, `--notes=${notes}`],
      capabilities: ['tools', 'resources', 'prompts'],
    });
    must(await catalog.probe(id));
  }
  for (const id of ids) await add(id);

  const client = (agent: string, id = `${agent}-client`): Client => ({
    ...{ id, agent, label: id, created_at: 0, hold_s: null },
  });
  const asked = (agent: string, id?: string) => {
    const from = client(agent, id);
    const owner: RequestOwner = {
      ...{ key: from.id, abilities: {}, log_level: null },
      ask: async () => ({}),
      onLog: () => undefined,
    };
    return { client: from, owner, signal: NEVER };
  };
  return {
    ...{
      folder,
      parts,
      exposed,
      client,
      asked,
      add,
      catalog,
      registry,
      journal,
      policy,
      pauses,
      supervisor,
    },
    agent: async (name: string, yaml: string) =>
      must(await agents.set(name, `name: ${name}\n${yaml}`, PERSON)),
    names: (agent: string) => exposed.tools(client(agent)).map(({ name }) => String(name)),
    call: (agent: string, name: string, args: unknown = {}, id?: string): Promise<ExposedAnswer> =>
      exposed.callTool({
        ...asked(agent, id),
        ...{ name, arguments_json: JSON.stringify(args), onStep: () => undefined },
      }),
    /** What reached the servers since the last look. */
    reached: (): string[] => {
      const lines = readFileSync(notes, 'utf8').split('\n').filter(Boolean);
      writeFileSync(notes, '');
      return lines;
    },
  };
}

export const blocks = (answer: ExposedAnswer): readonly McpObject[] =>
  answer.kind === 'result' ? Array.from(answer.result['content'] as McpObject[]) : [];
