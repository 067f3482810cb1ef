import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { openAgentProfiles } from '../../../src-main/agents/profile-file.ts';
import type { CallRequest } from '../../../src-main/calls/call-tool.ts';
import { createClientQuestions } from '../../../src-main/calls/client-questions.ts';
import { createCallTool } from '../../../src-main/calls/create-call-tool.ts';
import { createJudge } from '../../../src-main/calls/create-judge.ts';
import { createReads } from '../../../src-main/calls/create-reads.ts';
import { createDecideCall } from '../../../src-main/calls/decide-call.ts';
import { createResultStore } from '../../../src-main/calls/results-file.ts';
import { createStoredResults } from '../../../src-main/calls/stored-results.ts';
import { readResultFile } from '../../../src-main/calls/stored-results-file.ts';
import { createCatalog } from '../../../src-main/catalog/create-catalog.ts';
import { openJournal } from '../../../src-main/journal/journal-db.ts';
import { systemClock } from '../../../src-main/kernel/clock.ts';
import { homePaths } from '../../../src-main/kernel/home-paths.ts';
import { openLog } from '../../../src-main/kernel/log-file.ts';
import type { Result } from '../../../src-main/kernel/result.ts';
import type { Surface } from '../../../src-main/kernel/surface.ts';
import { Topic } from '../../../src-main/kernel/topic.ts';
import { createApprovalRecord } from '../../../src-main/policy/approval-record.ts';
import type { PendingApproval } from '../../../src-main/policy/approvals.ts';
import { createApprovals } from '../../../src-main/policy/create-approvals.ts';
import { createLimits } from '../../../src-main/policy/create-limits-file.ts';
import { endStaleApprovals } from '../../../src-main/policy/end-stale-approvals.ts';
import { createGrants } from '../../../src-main/policy/grants.ts';
import { createPauses } from '../../../src-main/policy/pauses.ts';
import { openPolicy } from '../../../src-main/policy/policy-file.ts';
import { matchRules } from '../../../src-main/policy/policy-rules.ts';
import { openRegistry } from '../../../src-main/registry/open-registry.ts';
import type { RegistrationDraft } from '../../../src-main/registry/registration.ts';
import { DEFAULT_SETTINGS } from '../../../src-main/registry/settings.ts';
import { createRedactor } from '../../../src-main/secrets/create-redactor.ts';
import { envFileStore } from '../../../src-main/secrets/env-file.ts';
import { createSupervisor } from '../../../src-main/servers/create-supervisor.ts';
import { createDescribeLaunch } from '../../../src-main/servers/describe-launch-file.ts';
import { createLaunchEnvironment } from '../../../src-main/servers/tool-process.ts';
import { createClientTokens } from '../../../src-main/trust/client-tokens.ts';
import { openTrust } from '../../../src-main/trust/trust-db.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';

export const PERSON: Surface = { kind: 'cli', pid: 1, terminal: 'pts/1' };
export const NEVER = new AbortController().signal;

export function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.message}`);
  return result.value;
}

export async function until(check: () => boolean, limit = 10_000): Promise<void> {
  const end = performance.now() + limit;
  while (!check()) {
    if (performance.now() > end) throw new Error(`not within ${limit} ms`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

let made = 0;

/** The whole path of a call over real parts, with an agent `reader` whose every call asks. */
export async function openCalls() {
  const folder = tempFolder();
  const paths = homePaths(join(folder, 'home'));
  for (const path of [paths.state, paths.agents]) mkdirSync(path, { recursive: true, mode: 0o700 });
  const clock = systemClock;
  const key = randomBytes(32);
  const redactor = createRedactor();
  const redact = (value: unknown) => redactor.json(value);
  const log = openLog({ path: paths.log, redact, level: 'debug' });
  const trust = must(openTrust({ path: paths.trustDb, key, clock, key_source: 'file' }));
  let isJournalFull = false;
  const journal = must(
    await openJournal({
      ...{ path: paths.journalDb, key, redact, clock },
      guard: () =>
        isJournalFull
          ? { ok: false, failure: { code: 'disk_full', message: 'The disk is full.' } }
          : { ok: true, value: undefined },
    }),
  );
  const registry = must(await openRegistry({ paths, trust, clock, watch: false }));
  const policy = must(await openPolicy({ paths, trust, watch: false }));
  const agents = must(await openAgentProfiles({ paths, trust, watch: false }));
  const environment = createLaunchEnvironment({ home: folder, own: { ...process.env, SHELL: '' } });
  const runners = ['node', process.execPath];
  const supervisor = createSupervisor({
    secrets: () => envFileStore(paths.envFile),
    settings: () => ({ runners }),
    ...{ registry, redactor, journal, clock, paths, log, environment },
  });
  const catalog = createCatalog({
    ...{ paths, registry, supervisor, trust, journal, clock, log },
    settings: { get: () => DEFAULT_SETTINGS, changed: new Topic() },
  });
  const pauses = createPauses(trust);
  const grants = createGrants(trust);
  const expiry = { ms: 600_000 };
  const approvals = createApprovals({
    clock,
    expire_ms: () => expiry.ms,
    lease: (id) => supervisor.lease(id),
    ...createApprovalRecord({ journal, grants }),
  });
  const limits = createLimits(paths.home, folder);
  const judge = createJudge({
    ...{ registry, pauses, grants, limits },
    policy: () => policy.get(),
    matchRules: (call) => matchRules(policy.get().policy, call),
  });
  const decideCall = createDecideCall({
    ...{ journal, agents, catalog, approvals, judge },
    serverName: (id) => id,
  });
  const results = createResultStore({ folder: paths.results, redactor, log });
  const storedResult = createStoredResults({
    journal,
    readFile: (name, sha256) => readResultFile(paths.results, name, sha256),
  });
  const askThrough = createClientQuestions({ journal, agents, registry, redact });
  const callTool = createCallTool({
    ...{ clock, journal, registry, agents, supervisor, catalog, results, decideCall, askThrough },
  });
  const reads = createReads({
    ...{ journal, registry, agents, pauses, supervisor, catalog, limits, askThrough },
  });
  const clients = createClientTokens({ trust, clock });
  const unwatch = endStaleApprovals({ approvals, policy, catalog, clients });
  onTestFinished(async () => {
    unwatch();
    await catalog.close();
    await supervisor.close();
    for (const part of [registry, policy, agents]) part.close();
    await journal.close();
    trust.close();
    log.close();
  });

  const describeLaunch = createDescribeLaunch({ environment, runners: () => runners });
  const notes = join(folder, 'notes');
  async function add(id: string, script: string, more: Partial<RegistrationDraft> = {}) {
    const at = fileURLToPath(new URL(`../../fixtures/servers/${script}`, import.meta.url));
    const command_argv = [process.execPath, at, `--notes=${notes}`];
    must(await registry.add(id, { transport: 'stdio', command_argv, ...more }, PERSON));
    const entry = registry.get(id);
    if (entry === undefined) throw new Error(`no server ${id}`);
    const { executable } = await describeLaunch(id, entry.written);
    must(await registry.confirm(id, entry.launch_hash, executable, PERSON));
  }
  /** What the fixture servers noted. */
  const noted = (): string[] =>
    existsSync(notes) ? readFileSync(notes, 'utf8').split('\n').filter(Boolean) : [];
  const setAgent = async (name: string, more = '') =>
    must(
      await agents.set(
        name,
        `name: ${name}\nmcp: { online_tool: { tools: ["*"], asking: ["*"] } }\napproval: { low: ask, medium: ask, high: ask }\n${more}`,
        PERSON,
      ),
    );
  await setAgent('reader');
  const client = must(clients.create('reader', 'Editor')).client;

  return {
    ...{ folder, paths, journal, registry, policy, agents, supervisor, catalog, grants, pauses },
    ...{ approvals, callTool, clients, client, add, setAgent, redactor, log, limits, expiry },
    ...{ results, storedResult, reads, askThrough },
    fillJournal: (isFull: boolean) => {
      isJournalFull = isFull;
    },
    noted,
    /** What the fixture server ran. */
    ran: (): string[] => noted().filter((line) => line.startsWith('call ')),
    /** A call of `tools` by the client of `reader`; `call_id` counts up. */
    call(tool: string, more: Partial<CallRequest> = {}) {
      made += 1;
      const call_id = `call-${made}`;
      const answer = callTool({
        ...{ server_id: 'tools', tool, arguments_json: '{}', agent: 'reader', client: client.id },
        ...{ call_id, signal: NEVER, onStep: () => undefined },
        ...more,
      });
      return { call_id, answer };
    },
    /** Waits for the one question, and gives it. */
    async question(): Promise<PendingApproval> {
      await until(() => approvals.list().length === 1);
      const [only] = approvals.list();
      if (only === undefined) throw new Error('no question');
      return only;
    },
    /** The journal of one call, in order: `kind decision/outcome`. */
    of: (call_id: string) =>
      journal
        .list({ call_id })
        .entries.toReversed()
        .map(({ kind, decision, outcome, detail }) => ({
          what: [kind, decision ?? outcome].filter((word) => word !== null).join(' '),
          detail,
        })),
  };
}

export type Calls = Awaited<ReturnType<typeof openCalls>>;
export const whats = (entries: readonly { what: string }[]) => entries.map(({ what }) => what);
