import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AnyEvent } from '../src-preload/contract/index.ts';
import { openAgentProfiles } from './agents/profile-file.ts';
import { openAdminDoor } from './api/admin-socket.ts';
import type { Core } from './api/core.ts';
import type { Door } from './api/door.ts';
import { createHandlers } from './api/handlers.ts';
import { localDoor } from './api/local-door.ts';
import type { OwnerKind } from './api/owner.ts';
import type { Ownership } from './api/owner-file.ts';
import { relayEvents } from './api/relay-events.ts';
import { createServe, type Serve } from './api/serve.ts';
import { createCallTool } from './calls/create-call-tool.ts';
import { createJudge } from './calls/create-judge.ts';
import { createReads } from './calls/create-reads.ts';
import { createDecideCall } from './calls/decide-call.ts';
import { createResultStore } from './calls/results-file.ts';
import { createCatalog } from './catalog/create-catalog.ts';
import { createGateway } from './gateway/create-gateway-http.ts';
import { parsePaste } from './interop/parse-paste.ts';
import { openJournal } from './journal/journal-db.ts';
import { keepRetention } from './journal/keep-retention.ts';
import { systemClock } from './kernel/clock.ts';
import { prepareHome } from './kernel/home-file.ts';
import { homePaths } from './kernel/home-paths.ts';
import { openLog } from './kernel/log-file.ts';
import { ok, type Result } from './kernel/result.ts';
import type { Surface } from './kernel/surface.ts';
import { Topic } from './kernel/topic.ts';
import { createApprovals } from './policy/create-approvals.ts';
import { createGrants } from './policy/grants.ts';
import { createPauses } from './policy/pauses.ts';
import { openPolicy } from './policy/policy-file.ts';
import { matchRules } from './policy/policy-rules.ts';
import { realPath } from './policy/real-path-file.ts';
import { openRegistry } from './registry/open-registry.ts';
import { openSettings } from './registry/settings-file.ts';
import { chosenStore } from './secrets/chosen-store.ts';
import { createRedactor } from './secrets/create-redactor.ts';
import { envFileStore } from './secrets/env-file.ts';
import { openIntegrityKey } from './secrets/integrity-key-file.ts';
import { KEYCHAIN_ACCOUNTS } from './secrets/keychain.ts';
import { keychainSecretStore } from './secrets/keychain-secret-store.ts';
import { openOsKeychain } from './secrets/os-keychain.ts';
import { taughtStore } from './secrets/taught-store.ts';
import { reapLeftovers } from './servers/children-file.ts';
import { createSupervisor } from './servers/create-supervisor.ts';
import { createDescribeLaunch } from './servers/describe-launch-file.ts';
import { followSystemNetworkOnce } from './servers/system-network-http.ts';
import { createLaunchEnvironment } from './servers/tool-process.ts';
import { createClientTokens } from './trust/client-tokens.ts';
import { openTrust, readKeySource, trustExists } from './trust/trust-db.ts';

export interface ComposeOptions {
  readonly home: string;
  readonly version: string;
  readonly ownership: Ownership;
  readonly approverCode: string | null;
  /** The gateway's; one that is taken then fails the start. null or absent: the one of the settings. */
  readonly gatewayPort?: number | null;
  /** Asked to end because a higher owner takes over. */
  readonly onHandOver: (to: OwnerKind) => void;
  readonly window: Core['window'];
}

export interface Gatehouse {
  readonly core: Core;
  readonly serve: Serve;
  readonly events: Topic<AnyEvent>;
  /** This process's own door, for the CLI. */
  door(surface: Surface): Door;
  /** Finishes what runs (at most `grace_ms`), denies what waits, stops every child, gives the home up. */
  close(grace_ms: number): Promise<void>;
}

const START: Surface = { kind: 'start', pid: process.pid, terminal: null };

/** Builds every part once, in order. Whoever holds the ownership calls it; nothing starts by itself. */
export async function composeGatehouse(options: ComposeOptions): Promise<Result<Gatehouse>> {
  const paths = homePaths(options.home);
  const clock = systemClock;
  const undo: (() => void | Promise<void>)[] = [() => options.ownership.release()];
  const unwind = async () => {
    for (const step of undo.reverse()) await step();
  };
  const kept = <T>(part: T, close: (part: T) => void | Promise<void>): T => {
    undo.push(() => close(part));
    return part;
  };
  const abandon = async (failed: Result<unknown> & { ok: false }): Promise<Result<never>> => {
    await unwind();
    return failed;
  };

  const prepared = await prepareHome(paths);
  if (!prepared.ok) return abandon(prepared);
  const redactor = createRedactor();
  const log = kept(
    openLog({ path: paths.log, redact: (value) => redactor.json(value), level: 'info' }),
    (part) => part.close(),
  );

  const keychain = openOsKeychain(paths.home);
  const trustDbExists = trustExists(paths.trustDb);
  const source = readKeySource(paths.trustDb);
  if (!source.ok) return abandon(source);
  const integrity = await openIntegrityKey({
    paths,
    keychain,
    trustDbExists,
    recordedSource: source.value,
  });
  const opened = openTrust({
    path: paths.trustDb,
    key: integrity.key,
    clock,
    ...(integrity.source === 'missing' ? {} : { key_source: integrity.source }),
  });
  if (!opened.ok) return abandon(opened);
  const trust = kept(opened.value, (part) => part.close());

  const journaled = await openJournal({
    path: paths.journalDb,
    key: integrity.key,
    redact: (value) => redactor.json(value),
    clock,
    onFull: (failure) => log.error('the journal is full', { ...failure }),
    ...(integrity.source === 'keychain'
      ? {
          anchor: {
            read: () => keychain.get(KEYCHAIN_ACCOUNTS.journalHead),
            write: (text: string) => keychain.set(KEYCHAIN_ACCOUNTS.journalHead, text),
          },
        }
      : {}),
  });
  if (!journaled.ok) return abandon(journaled);
  const journal = kept(journaled.value, (part) => part.close());

  const settingsOpened = await openSettings({ paths, trust, watch: true });
  if (!settingsOpened.ok) return abandon(settingsOpened);
  const settings = kept(settingsOpened.value, (part) => part.close());
  if (options.ownership.record.kind !== 'cli')
    undo.push(keepRetention(journal, () => settings.get().journal, log));
  const secrets = taughtStore(
    chosenStore(
      { keychain: keychainSecretStore(keychain), file: envFileStore(paths.envFile) },
      () => settings.get().secret_store,
    ),
    redactor,
  );
  const registryOpened = await openRegistry({ paths, trust, clock, watch: true });
  if (!registryOpened.ok) return abandon(registryOpened);
  const registry = kept(registryOpened.value, (part) => part.close());
  const policyOpened = await openPolicy({ paths, trust, watch: true });
  if (!policyOpened.ok) return abandon(policyOpened);
  const policy = kept(policyOpened.value, (part) => part.close());
  const agentsOpened = await openAgentProfiles({ paths, trust, watch: true });
  if (!agentsOpened.ok) return abandon(agentsOpened);
  const agents = kept(agentsOpened.value, (part) => part.close());

  for (const reaped of await reapLeftovers(paths)) log.warn('reaped a leftover child', { reaped });
  const environment = createLaunchEnvironment();
  const supervisor = kept(
    createSupervisor({
      registry,
      secrets: () => secrets,
      settings: () => settings.get(),
      redactor,
      journal,
      clock,
      paths,
      log,
      environment,
      network: followSystemNetworkOnce(process.env, (problem) => log.warn(problem)),
      version: options.version,
    }),
    (part) => part.close(),
  );
  const catalog = kept(
    createCatalog({ paths, registry, supervisor, trust, journal, clock, log }),
    (part) => part.close(),
  );

  const pauses = createPauses(trust);
  const approvals = createApprovals({
    clock,
    expire_ms: () => settings.get().approvals.expire_s * 1000,
  });
  const grants = createGrants(trust);
  const homes = [...new Set([paths.home, realPath(paths.home) ?? paths.home])];
  const judge = createJudge({
    registry,
    pauses,
    grants,
    policy: () => policy.get(),
    matchRules: (call) => matchRules(policy.get().policy, call),
    limits: (agent, cwd) => ({
      homes,
      roots: agent.roots.map((root) => realPath(root) ?? root),
      hosts: agent.hosts,
      cwd: cwd ?? homedir(),
      user_home: homedir(),
      realPath,
    }),
  });
  const decideCall = createDecideCall({
    journal,
    agents,
    catalog,
    approvals,
    grants,
    judge,
    serverName: (id) => registry.get(id)?.registration.name || id,
  });
  const results = createResultStore({
    folder: paths.results,
    redact: (value) => redactor.json(value),
    log,
  });

  const callTool = createCallTool({
    ...{ clock, journal, registry, agents, supervisor, catalog, results, decideCall },
  });
  const clients = createClientTokens({ trust, clock });
  const gateway = kept(
    createGateway({
      ...{ version: options.version, cacheDb: paths.cacheDb, tokens: clients, clock, journal, log },
      ...{ agents, registry, catalog, policy, callTool },
      redact: (text) => redactor.text(text),
    }),
    (part) => part.close(0),
  );

  const events = new Topic<AnyEvent>();
  const core: Core = {
    ...{
      version: options.version,
      paths,
      clock,
      log,
      redactor,
      integrity,
      secrets,
      journal,
      trust,
    },
    ...{ registry, settings, supervisor, catalog, agents, policy, pauses, approvals, parsePaste },
    ...createReads({ journal, registry, agents, pauses, supervisor, catalog }),
    owner: { kind: options.ownership.record.kind, pid: process.pid },
    describeLaunch: createDescribeLaunch({ environment, runners: () => settings.get().runners }),
    ...{ callTool, clients, gateway },
    emit: (event) => events.emit(event),
    bundledFilesystemServer: bundledFilesystemServer(),
    approverCode: options.approverCode,
    handOver: options.onHandOver,
    window: options.window,
  };
  undo.push(relayEvents(core));
  const serve = createServe(core, createHandlers(core));
  const admin = await openAdminDoor({ address: options.ownership.record.address, serve, events });
  if (!admin.ok) return abandon(admin);
  undo.push(() => admin.value.close(0));
  if (core.owner.kind !== 'cli') {
    const port = options.gatewayPort ?? null;
    const listening = await gateway.listen(port ?? settings.get().gateway.port);
    if (!listening.ok && port !== null) return abandon(listening);
    if (!listening.ok) log.error('the gateway does not listen', { ...listening.failure });
  }
  journal.append({
    kind: 'owner',
    decision: 'taken',
    detail: { owner: core.owner, version: options.version },
  });

  const close = async (grace_ms: number) => {
    approvals.denyAll(START);
    await Promise.all([gateway.close(grace_ms), admin.value.close(grace_ms)]);
    journal.append({ kind: 'owner', decision: 'given up', detail: { owner: core.owner } });
    await unwind();
  };
  return ok({
    core,
    serve,
    events,
    door: (surface) => localDoor(serve, events, surface, close),
    close,
  });
}

function bundledFilesystemServer(): string {
  const manifest = createRequire(import.meta.url).resolve(
    '@modelcontextprotocol/server-filesystem/package.json',
  );
  // A child process cannot be started from inside the archive; the packager unpacks this one.
  return join(dirname(manifest), 'dist', 'index.js').replace('app.asar', 'app.asar.unpacked');
}
