import { join } from 'node:path';
import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../kernel/clock.ts';
import type { HomePaths } from '../kernel/home-paths.ts';
import type { Log } from '../kernel/log.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Surface } from '../kernel/surface.ts';
import type { PackagePin } from '../registry/package-pin.ts';
import type { Registration } from '../registry/registration.ts';
import type { RegisteredServer, Registry } from '../registry/registry.ts';
import type { Trust } from '../trust/trust.ts';
import type { LaunchEnvironment } from './base-environment.ts';
import { openChildren } from './children-file.ts';
import { isFinal } from './npm-command.ts';
import type { NpxLaunch } from './npx-launch.ts';
import type { PackageFallback } from './npx-use.ts';
import { packageFacts, pinFor, scriptsKey, unconfirmedFallback } from './package-facts.ts';
import { packageFolder } from './package-folder-file.ts';
import { type PackageRecords, packageRecords } from './package-records.ts';
import { carryOwnFiles } from './package-seal-file.ts';
import type { EffectiveLaunch, PackageFacts, Packages, PreparedLaunch } from './packages.ts';
import { ReadyPackages } from './ready-packages.ts';
import type { WorkOptions } from './shared-work.ts';
import { sweepPackages } from './sweep-packages.ts';

export interface PackagesParts {
  readonly paths: HomePaths;
  readonly registry: Registry;
  readonly trust: Trust;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly environment: () => Promise<LaunchEnvironment>;
}

/** The packages of a home. */
export const createPackages = (parts: PackagesParts): Packages => new HomePackages(parts);

class HomePackages implements Packages {
  readonly #parts: PackagesParts;
  readonly #records: PackageRecords;
  readonly #ready: ReadyPackages;
  /** Why the last start of a server ran as written. */
  readonly #fallbacks = new Map<string, PackageFallback>();
  #busy = 0;

  constructor(parts: PackagesParts) {
    this.#parts = parts;
    this.#records = packageRecords(parts.trust);
    const { paths, log } = parts;
    this.#ready = new ReadyPackages({
      ...{ ...parts, records: this.#records, packages: paths.packages },
      children: openChildren(paths, log),
    });
  }

  facts(server: RegisteredServer): PackageFacts | null {
    const known = unconfirmedFallback(server) ?? this.#fallbacks.get(server.id) ?? null;
    return this.#facts(server.registration, server.package_pin, known);
  }

  async describe(id: string, registration: Registration): Promise<EffectiveLaunch | null> {
    if (registration.transport !== 'stdio') return null;
    const { looked, npx } = await this.#ready.lookUp(registration);
    if (looked.kind === 'other') return null;
    const pin = this.#pinOf(id);
    const written = (fallback: PackageFallback): EffectiveLaunch | null => {
      const facts = this.#facts(registration, pin, fallback);
      return facts && { command_argv: registration.command_argv, executable: npx, package: facts };
    };
    if (looked.kind === 'written') return written(looked.fallback);
    const { package: asked, node } = looked.launch;
    const facts = this.#facts(registration, pin, null);
    if (facts === null) return null;
    const folder = this.#folder(asked.name, facts.version ?? asked.wanted);
    const program = facts.installed
      ? await this.#ready.program(asked, folder)
      : { path: join(folder, 'node_modules', asked.name) };
    if ('code' in program) return written(program);
    return {
      command_argv: [node.real, program.path, ...registration.command_argv.slice(asked.args_from)],
      executable: node.real,
      package: facts,
    };
  }

  async prepare(server: RegisteredServer, options: WorkOptions): Promise<Result<PreparedLaunch>> {
    this.#busy += 1;
    try {
      return await this.#prepare(server, options);
    } finally {
      this.#busy -= 1;
    }
  }

  async #prepare(server: RegisteredServer, options: WorkOptions): Promise<Result<PreparedLaunch>> {
    this.#fallbacks.delete(server.id);
    const { looked } = await this.#ready.lookUp(server.registration);
    if (looked.kind === 'other') return ok({ run: 'written', env: {}, facts: null });
    if (looked.kind === 'written') return ok(this.#asWritten(server, looked.fallback));
    if (unconfirmedFallback(server) !== null) return ok(this.#asWritten(server, null));
    const { package: asked, node } = looked.launch;
    const same = sameNode(server, node.real);
    if (!same.ok) return same;
    const pin = pinFor(asked, server.package_pin);
    const installed = await this.#ready.ready(server.id, looked.launch, pin, options);
    if (!installed.ok) {
      const { failure } = installed;
      if (pin !== null || failure.code !== 'install_failed' || isFinal(failure)) return installed;
      return ok(this.#asWritten(server, { code: 'install_failed', text: failure.message }));
    }
    const { version, record, folder } = installed.value;
    if (pin === null) {
      const { integrity, lock } = record;
      const next = { spec: asked.spec, name: asked.name, version, integrity, lock };
      const pinned = this.#pin(server.id, next, null);
      if (!pinned.ok) return pinned;
    }
    const program = await this.#ready.program(asked, folder);
    if ('code' in program) return ok(this.#asWritten(server, program));
    const facts = this.#facts(server.registration, this.#pinOf(server.id), null);
    if (facts === null) throw new Error('A launch that is replaced has a package.');
    return ok({
      ...{ run: 'direct', node, facts },
      ...{ file: program.path, args_from: asked.args_from },
      bin_folder: join(folder, 'node_modules', '.bin'),
    });
  }

  async check(server: RegisteredServer, signal: AbortSignal) {
    const launch = await this.#replaced(server);
    if (!launch.ok) return launch;
    const { name, spec, exact } = launch.value.package;
    const current = pinFor(launch.value.package, server.package_pin)?.version ?? exact;
    if (exact !== null) return ok({ name, spec, current, newest: exact });
    const resolved = await this.#ready.resolve(server.id, launch.value, signal);
    return resolved.ok ? ok({ name, spec, current, newest: resolved.value.version }) : resolved;
  }

  async update(
    server: RegisteredServer,
    version: string,
    by: Surface,
    options: { readonly signal: AbortSignal; readonly stop: () => Promise<void> },
  ): Promise<Result<void>> {
    const launch = await this.#replaced(server);
    if (!launch.ok) return launch;
    const newest = await this.check(server, options.signal);
    if (!newest.ok) return newest;
    const { package: asked } = launch.value;
    const { name, spec } = asked;
    if (newest.value.newest !== version)
      return fail('hash_mismatch', `${spec} now leads to ${newest.value.newest}, not ${version}.`, {
        fix: 'Look at the new version again and say yes to that.',
        params: { id: server.id, actual: newest.value.newest, given: version },
      });
    this.#busy += 1;
    try {
      const exact = { ...launch.value, package: { ...asked, exact: version } };
      const quiet = { signal: options.signal, say: () => undefined };
      const installed = await this.#ready.ready(server.id, exact, null, quiet);
      if (!installed.ok) return installed;
      await options.stop();
      const old = pinFor(asked, server.package_pin);
      if (old !== null && old.version !== version)
        await carryOwnFiles(this.#folder(name, old.version), installed.value.folder);
      const { integrity, lock } = installed.value.record;
      return this.#pin(server.id, { spec, name, version, integrity, lock }, by);
    } finally {
      this.#busy -= 1;
    }
  }

  allowScripts(server: RegisteredServer, allow: boolean, by: Surface): Result<void> {
    if (this.facts(server) === null)
      return fail('bad_arguments', `“${server.id}” is not started by npx.`, {
        params: { id: server.id },
      });
    const key = scriptsKey(server.registration, process.platform);
    const put = this.#records.allowScripts(key, allow, { at: this.#parts.clock.now(), by });
    if (!put.ok) return put;
    const detail = { change: 'package_scripts', package: key, allowed: allow, surface: by };
    this.#parts.journal.append(
      { kind: 'config_change', server_id: server.id, detail },
      { durable: true },
    );
    return ok();
  }

  async sweep(): Promise<void> {
    const { servers, problem, invalid } = this.#parts.registry.snapshot();
    // As long as it is not known who needs what, everything stays.
    if (problem !== null || invalid.length > 0 || this.#busy > 0) return;
    const pins = servers.flatMap(({ package_pin: pin }) => (pin === null ? [] : [pin]));
    const { paths, log } = this.#parts;
    const { packages } = paths;
    const isBusy = () => this.#busy > 0;
    try {
      await sweepPackages(pins, { packages, records: this.#records, isBusy });
    } catch (error) {
      log.warn('unused packages could not be removed', { error: String(error) });
    }
  }

  #folder(name: string, version: string): string {
    return packageFolder(this.#parts.paths.packages, name, version);
  }

  #facts(registration: Registration, pin: PackagePin | null, known: PackageFallback | null) {
    const { packages } = this.#parts.paths;
    const { platform } = process;
    return packageFacts(registration, pin, known, { packages, records: this.#records, platform });
  }

  #pinOf(id: string): PackagePin | null {
    return this.#parts.registry.get(id)?.package_pin ?? null;
  }

  /** npx as written; its packages' install scripts stay held back there too. */
  #asWritten(server: RegisteredServer, fallback: PackageFallback | null): PreparedLaunch {
    if (fallback !== null) this.#fallbacks.set(server.id, fallback);
    const facts = this.facts(server);
    const env = facts?.scripts_allowed === true ? {} : { npm_config_ignore_scripts: 'true' };
    return { run: 'written', facts, env };
  }

  /** `by` null: the first start, under the yes that was given. */
  #pin(id: string, pin: PackagePin, by: Surface | null): Result<void> {
    const before = this.#pinOf(id)?.version ?? null;
    const pinned = this.#parts.registry.pinPackage(id, pin);
    if (!pinned.ok) return pinned;
    const { name, version, spec, integrity } = pin;
    const change = by === null ? 'package_pinned' : 'package_updated';
    const detail = { change, package: name, spec, version, integrity };
    this.#parts.journal.append(
      {
        ...{ kind: 'config_change', server_id: id },
        detail: by === null ? detail : { ...detail, before, surface: by },
      },
      { durable: true },
    );
    return ok();
  }

  /** The launch of a server whose command is replaced. */
  async #replaced(server: RegisteredServer): Promise<Result<NpxLaunch>> {
    const { looked } = await this.#ready.lookUp(server.registration);
    if (looked.kind === 'replaced') return ok(looked.launch);
    const why = looked.kind === 'written' ? ` ${looked.fallback.text}` : '';
    return fail('bad_arguments', `“${server.id}” has no package of its own here.${why}`, {
      params: { id: server.id },
    });
  }
}

/** As with the command's own executable: another node than the confirmed one asks again. */
function sameNode(server: RegisteredServer, node: string): Result<void> {
  if (server.confirmed_effective === node) return ok();
  const before = server.confirmed_effective ?? 'nothing';
  return fail('unconfirmed', `“node” now leads to ${node}; ${before} was confirmed.`, {
    fix: `If that is intended, confirm it again: gatehouse server confirm ${server.id}`,
    params: { id: server.id, before, after: node },
  });
}
