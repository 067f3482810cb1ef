import { homedir } from 'node:os';
import type { AnyEvent } from '../src-preload/contract/index.ts';
import { openAdminDoor } from './api/admin-socket.ts';
import type { Core } from './api/core.ts';
import type { Door } from './api/door.ts';
import { createHandlers } from './api/handlers.ts';
import { localDoor } from './api/local-door.ts';
import type { OwnerKind } from './api/owner.ts';
import type { Ownership } from './api/owner-file.ts';
import { createOwnerWatch } from './api/owner-watch-file.ts';
import { relayEvents } from './api/relay-events.ts';
import { createServe, type Serve } from './api/serve.ts';
import { createClientQuestions } from './calls/client-questions.ts';
import { createCallTool } from './calls/create-call-tool.ts';
import { createJudge } from './calls/create-judge.ts';
import { createReads } from './calls/create-reads.ts';
import { createDecideCall } from './calls/decide-call.ts';
import { createResultStore } from './calls/results-file.ts';
import { createStoredResults } from './calls/stored-results.ts';
import { readResultFile } from './calls/stored-results-file.ts';
import { createCatalog } from './catalog/create-catalog.ts';
import { createExposed } from './gateway/create-exposed.ts';
import { createGateway } from './gateway/create-gateway-http.ts';
import { countRefusedAttempts } from './gateway/refused-attempts.ts';
import { parsePaste } from './interop/parse-paste.ts';
import { systemClock } from './kernel/clock.ts';
import type { Failure } from './kernel/failure.ts';
import { homePaths } from './kernel/home-paths.ts';
import { isLocalFile } from './kernel/is-local-file-file.ts';
import { ok, type Result } from './kernel/result.ts';
import type { Surface } from './kernel/surface.ts';
import { Topic } from './kernel/topic.ts';
import { createUndo } from './kernel/undo.ts';
import { openHome } from './open-home.ts';
import { bundledFilesystemServer, ownProgram } from './own-program.ts';
import { createApprovalRecord } from './policy/approval-record.ts';
import { createApprovals } from './policy/create-approvals.ts';
import { createLimits } from './policy/create-limits-file.ts';
import { endStaleApprovals } from './policy/end-stale-approvals.ts';
import { createGrants } from './policy/grants.ts';
import { createPauses } from './policy/pauses.ts';
import { matchRules } from './policy/policy-rules.ts';
import { reapLeftovers } from './servers/children-file.ts';
import { createPackages } from './servers/create-packages.ts';
import { createSupervisor } from './servers/create-supervisor.ts';
import { createDescribeLaunch } from './servers/describe-launch-file.ts';
import { followSystemNetworkOnce } from './servers/system-network-http.ts';
import { createLaunchEnvironment } from './servers/tool-process.ts';
import { createClientTokens } from './trust/client-tokens.ts';

export interface ComposeOptions {
  readonly home: string;
  readonly version: string;
  readonly ownership: Ownership;
  readonly approverCode: string | null;
  /** The gateway's; one that is taken then fails the start. null or absent: the one of the settings. */
  readonly gatewayPort?: number | null;
  /** Asked to end because a higher owner takes over. */
  readonly onHandOver: (to: OwnerKind) => void;
  /** The files under the running parts were removed or replaced: nothing runs any more, so end. */
  readonly onStateLost: (failure: Failure) => void;
  readonly window: Core['window'];
}

export interface Gatehouse {
  readonly core: Core;
  readonly serve: Serve;
  readonly events: Topic<AnyEvent>;
  /** This process's own door, for the CLI. */
  door(surface: Surface): Door;
  /** When a client or a command was last here, in ms since 1970; null while one is. */
  idleSince(): number | null;
  /** Finishes what runs (at most `grace_ms`), denies what waits, stops every child, gives the home up. */
  close(grace_ms: number): Promise<void>;
}

const START: Surface = { kind: 'start', pid: process.pid, terminal: null };

/** Builds every part once, in order. Whoever holds the ownership calls it; nothing starts by itself. */
export async function composeGatehouse(options: ComposeOptions): Promise<Result<Gatehouse>> {
  const paths = homePaths(options.home);
  const clock = systemClock;
  const undo = createUndo((error) => {
    process.stderr.write(`gatehouse: closing failed: ${String(error)}\n`);
  });
  undo.add(() => options.ownership.release());
  const abandon = async (failed: Result<unknown> & { ok: false }): Promise<Result<never>> => {
    await undo.all();
    return failed;
  };

  const watch = createOwnerWatch(paths.owner, options.ownership.record.nonce);
  const opened = await openHome({
    ...{ paths, clock, undo },
    kind: options.ownership.record.kind,
    guard: () => watch.check(),
  });
  if (!opened.ok) return abandon(opened);
  const { redactor, log, integrity, trust, journal, settings, secrets } = opened.value;
  const { registry, policy, agents } = opened.value;

  for (const reaped of await reapLeftovers(paths)) log.warn('reaped a leftover child', { reaped });
  const environment = createLaunchEnvironment();
  const packages = createPackages({ paths, registry, trust, journal, clock, log, environment });
  const supervisor = undo.keep(
    createSupervisor({
      packages,
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
  const catalog = undo.keep(
    createCatalog({ paths, registry, supervisor, trust, journal, settings, clock, log }),
    (part) => part.close(),
  );

  const pauses = createPauses(trust);
  const grants = createGrants(trust);
  const approvals = createApprovals({
    clock,
    expire_ms: () => settings.get().approvals.expire_s * 1000,
    lease: (server_id) => supervisor.lease(server_id),
    ...createApprovalRecord({ journal, grants }),
  });
  const limits = createLimits(paths.home, homedir());
  const judge = createJudge({
    registry,
    pauses,
    grants,
    policy: () => policy.get(),
    matchRules: (call) => matchRules(policy.get().policy, call),
    limits,
  });
  const decideCall = createDecideCall({
    journal,
    agents,
    catalog,
    approvals,
    judge,
    serverName: (id) => registry.get(id)?.registration.name || id,
  });
  const results = createResultStore({
    folder: paths.results,
    ...{ redactor, log },
  });

  const askThrough = createClientQuestions({
    ...{ journal, agents, registry },
    redact: (value) => redactor.json(value),
  });
  const callTool = createCallTool({
    ...{ clock, journal, registry, agents, supervisor, catalog, results, decideCall, askThrough },
  });
  const clients = createClientTokens({ trust, clock });
  undo.add(endStaleApprovals({ approvals, policy, catalog, clients }));
  const reads = createReads({
    ...{ journal, registry, agents, pauses, supervisor, catalog, limits, askThrough },
  });
  const exposed = undo.keep(
    createExposed({
      ...{ agents, registry, catalog, policy, pauses, journal, clock, log, callTool, ...reads },
      nameChars: () => settings.get().gateway.name_chars,
      holdMs: ({ hold_s }) => (hold_s ?? settings.get().approvals.hold_s) * 1000,
      redact: (text) => redactor.text(text),
      storedResult: createStoredResults({
        journal,
        readFile: (name, sha256) => readResultFile(paths.results, name, sha256),
      }),
    }),
    (part) => part.close(),
  );
  const gateway = undo.keep(
    createGateway({
      ...{ version: options.version, cacheDb: paths.cacheDb, tokens: clients, clock, journal, log },
      exposed,
      sessionIdleMs: () => settings.get().gateway.session_idle_s * 1000,
      changes: [
        ...[catalog.changed, registry.changed, agents.changed, policy.changed],
        ...[pauses.changed, settings.changed],
      ],
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
    ...{
      registry,
      settings,
      supervisor,
      catalog,
      agents,
      policy,
      pauses,
      grants,
      approvals,
      parsePaste: (text) =>
        parsePaste(text, { fileExists: (path) => isLocalFile(path, homedir()) }),
    },
    ...reads,
    owner: {
      kind: options.ownership.record.kind,
      for_clients: options.ownership.record.for_clients,
      pid: process.pid,
    },
    packages,
    describeLaunch: createDescribeLaunch({
      ...{ environment, packages },
      runners: () => settings.get().runners,
    }),
    ...{ callTool, clients, gateway },
    emit: (event) => events.emit(event),
    ownProgram: ownProgram(),
    bundledFilesystemServer: bundledFilesystemServer(),
    approverCode: options.approverCode,
    handOver: options.onHandOver,
    window: options.window,
  };
  undo.add(relayEvents(core));
  const serve = createServe(core, createHandlers(core));
  const stays = core.owner.kind !== 'cli';
  const refused = undo.keep(countRefusedAttempts({ journal, clock, door: 'connect' }), (part) =>
    part.close(),
  );
  const admin = await openAdminDoor({
    ...{ address: options.ownership.record.address, serve, events },
    // A command owns the home for a moment only; its clients would lose it at once.
    connect: stays
      ? {
          home: paths.home,
          clientOf: gateway.clientOf,
          serveLines: gateway.serveLines,
          onRefused: (attempt) => refused.note(attempt),
        }
      : null,
  });
  if (!admin.ok) return abandon(admin);
  undo.add(() => admin.value.close(0));
  if (stays) {
    const port = options.gatewayPort ?? null;
    const listening = await gateway.listen(port ?? settings.get().gateway.port);
    if (!listening.ok && port !== null) return abandon(listening);
    if (!listening.ok) log.error('the gateway does not listen', { ...listening.failure });
  }
  // A command owns the home for a moment; what it does is recorded, that it ran is not.
  if (stays)
    journal.append({
      kind: 'owner',
      decision: 'taken',
      detail: { owner: core.owner, version: options.version },
    });

  const sweeping = stays ? packages.sweep() : Promise.resolve();
  undo.add(() => sweeping);
  watch.begin([paths.journalDb, paths.trustDb], (failure) => {
    log.error('the home is lost', { ...failure });
    options.onStateLost(failure);
  });
  undo.add(() => watch.stop());
  const close = async (grace_ms: number) => {
    approvals.end(START);
    await Promise.all([gateway.close(grace_ms), admin.value.close(grace_ms)]);
    if (stays)
      journal.append({ kind: 'owner', decision: 'given up', detail: { owner: core.owner } });
    await undo.all();
  };
  return ok({
    core,
    serve,
    events,
    idleSince: () => {
      const admin_since = admin.value.idleSince();
      if (admin_since === null || gateway.connected().length > 0) return null;
      return Math.max(admin_since, ...clients.list().map(({ id }) => gateway.lastUse(id) ?? 0));
    },
    door: (surface) => localDoor(serve, events, surface, close),
    close,
  });
}
