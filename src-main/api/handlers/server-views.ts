import type { z } from 'zod';
import type {
  Connection,
  Launch,
  Package,
  Registry as RegistryView,
  Server,
} from '../../../src-preload/contract/index.ts';
import { assertNever, fail, ok, type Result } from '../../kernel/result.ts';
import type { Change } from '../../kernel/surface.ts';
import { launchChanges, launchHash, launchValue } from '../../registry/launch-hash.ts';
import type { Registration } from '../../registry/registration.ts';
import type { RegisteredServer } from '../../registry/registry.ts';
import type { ConnectionState, PastFailure } from '../../servers/connection.ts';
import { replacementOf } from '../../servers/describe-launch-file.ts';
import type { PackageFacts } from '../../servers/packages.ts';
import { isEnvField, ownValue, placeholdersIn } from '../../servers/placeholders.ts';
import type { Core } from '../core.ts';

const instant = (ms: number): string => new Date(ms).toISOString();

function connectionView(state: ConnectionState): Connection {
  switch (state.state) {
    case 'stopped':
      return {
        state: 'stopped',
        ...(state.because === undefined ? {} : { because: state.because }),
        ...pastFailure(state),
      };
    case 'starting':
      return { state: 'starting', since: instant(state.since) };
    case 'installing':
      return { state: 'installing', since: instant(state.since), last_line: state.last_line };
    case 'ready': {
      const { last_failure: _, ...ready } = state;
      return { ...ready, since: instant(state.since), ...pastFailure(state) };
    }
    case 'failed':
      return {
        state: 'failed',
        since: instant(state.since),
        failure: { ...state.failure },
        ...(state.retry_at === undefined ? {} : { retry_at: instant(state.retry_at) }),
      };
    default:
      return assertNever(state);
  }
}

const pastFailure = ({ last_failure: past }: { readonly last_failure?: PastFailure }) =>
  past === undefined
    ? {}
    : { last_failure: { at: instant(past.at), failure: { ...past.failure } } };

function toolCounts(core: Core, id: string): Server['tools'] {
  const tools = core.catalog.tools(id);
  // No tools may mean that none are known: never looked at, or looked at under another launch.
  const probe = core.catalog.lastProbe(id);
  if (tools.length === 0 && (probe === undefined || probe.stale || probe.report.status !== 'ok'))
    return null;
  const usable = tools.filter((tool) => tool.state !== 'quarantined');
  const of = (level: string) => usable.filter((tool) => tool.risk === level).length;
  return {
    low: of('low'),
    medium: of('medium'),
    high: of('high'),
    held: tools.filter((tool) => tool.state === 'new' || tool.state === 'changed').length,
    quarantined: tools.length - usable.length,
  };
}

/** Secret names that this server needs and that have no value anywhere a launch would look. */
export function missingSecrets(registration: Registration, stored: ReadonlySet<string>): string[] {
  const named = [...registration.env_keys];
  if (registration.auth.kind === 'env_bearer' || registration.auth.kind === 'env_header')
    named.push(registration.auth.env_key);
  const placeholders = placeholdersIn(registration)
    .filter(
      ({ field, name }) =>
        ownValue(registration, name) === undefined &&
        !(isEnvField(field) && process.env[name] !== undefined),
    )
    .map(({ name }) => name);
  return [...new Set([...named, ...placeholders])].filter(
    (name) => name !== '' && !stored.has(name),
  );
}

/** One server as every door shows it. */
export function serverView(
  core: Core,
  server: RegisteredServer,
  stored: ReadonlySet<string>,
): Server {
  const probe = core.catalog.lastProbe(server.id);
  return {
    id: server.id,
    registration: plain(server.registration),
    launch_hash: server.launch_hash,
    trust: server.trust,
    changes: masked(core, server.changes),
    connection: connectionView(core.supervisor.state(server.id)),
    probe:
      probe === undefined
        ? null
        : {
            ...probe.report,
            reason: probe.report.reason === null ? null : { ...probe.report.reason },
            misbehaviour: [...probe.report.misbehaviour],
            stale: probe.stale,
          },
    tools: toolCounts(core, server.id),
    missing_secrets: missingSecrets(server.registration, stored),
    package: packageView(core.packages.facts(server)),
  };
}

const plain = (registration: Registration): Registration => structuredClone(registration);

export async function storedSecretNames(core: Core): Promise<ReadonlySet<string>> {
  const names = await core.secrets.names();
  return new Set(names.ok ? names.value : []);
}

export async function registryView(core: Core): Promise<z.infer<typeof RegistryView>> {
  const snapshot = core.registry.snapshot();
  const stored = await storedSecretNames(core);
  return {
    path: snapshot.path,
    problem: snapshot.problem,
    config_version: snapshot.config_version,
    servers: snapshot.servers.map((server) => serverView(core, server, stored)),
    invalid: snapshot.invalid.map((entry) => ({ ...entry })),
  };
}

export async function oneServer(core: Core, id: string): Promise<Result<Server>> {
  const found = findServer(core, id);
  return found.ok ? ok(serverView(core, found.value, await storedSecretNames(core))) : found;
}

export function findServer(core: Core, id: string): Result<RegisteredServer> {
  const server = core.registry.get(id);
  if (server !== undefined) return ok(server);
  const snapshot = core.registry.snapshot();
  const invalid = snapshot.invalid.find((entry) => entry.id === id);
  if (invalid !== undefined)
    return fail(
      'invalid_entry',
      `The entry of ${id} in ${snapshot.path} cannot be read: ${invalid.message}`,
      {
        fix: 'Mend the file, or remove the entry.',
      },
    );
  if (snapshot.problem !== null)
    return fail('unreadable_file', `${snapshot.path} cannot be read: ${snapshot.problem.message}`, {
      fix: 'Mend the file; nothing is written to it meanwhile.',
    });
  return fail('not_found', `There is no server "${id}".`, {
    fix: 'List the servers with `gatehouse server list`.',
    params: { id },
  });
}

/** What a person must see before a yes to this registration's launch. */
export async function launchView(
  core: Core,
  id: string,
  registration: Registration,
): Promise<Launch> {
  const described = await core.describeLaunch(id, registration);
  const current = core.registry.get(id);
  const hash = launchHash(id, registration);
  const confirmed = core.registry.confirmedLaunch(id);
  return {
    server_id: id,
    launch_hash: hash,
    transport: registration.transport,
    command_argv: [...registration.command_argv],
    executable: described.executable,
    effective:
      described.effective === null
        ? null
        : {
            command_argv: [...described.effective.command_argv],
            executable: described.effective.executable,
            package: someView(described.effective.package),
          },
    cwd: registration.cwd,
    env: { ...registration.env },
    env_keys: [...registration.env_keys],
    url: registration.url,
    auth: { ...registration.auth },
    capabilities: [...registration.capabilities],
    tool_risk_overrides: { ...registration.tool_risk_overrides },
    warnings: described.warnings.map((warning) => ({ ...warning })),
    refusal: described.refusal === null ? null : { ...described.refusal },
    confirmed:
      current !== undefined &&
      current.launch_hash === hash &&
      (current.trust === 'confirmed' || current.trust === 'pending') &&
      current.confirmed_executable === described.executable &&
      current.confirmed_effective === replacementOf(described),
    changes: masked(core, [
      ...(current?.launch_hash === hash
        ? // A yes to the written entry accepts all of it, the fields beside the launch included.
          current.changes
        : confirmed === undefined
          ? []
          : launchChanges(confirmed.launch, launchValue(id, registration))),
      ...(confirmed === undefined
        ? []
        : [
            ...programChange('executable', confirmed.executable, described.executable),
            ...programChange(
              'effective_executable',
              confirmed.effective_executable,
              replacementOf(described),
            ),
          ]),
    ]),
  };
}

const programChange = (field: string, before: string | null, after: string | null): Change[] =>
  before === after ? [] : [{ field, before: JSON.stringify(before), after: JSON.stringify(after) }];

const someView = (facts: PackageFacts): Package => ({
  ...facts,
  scripts: [...facts.scripts],
  fallback: facts.fallback === null ? null : { ...facts.fallback },
});

const packageView = (facts: PackageFacts | null): Package | null =>
  facts === null ? null : someView(facts);

/** The person sees what differs; a value that is a known secret or looks like one is masked. */
export const masked = (core: Core, changes: readonly Change[]): Change[] =>
  changes.map(({ field, before, after }) => ({
    field,
    before: before === null ? null : core.redactor.text(before),
    after: after === null ? null : core.redactor.text(after),
  }));
