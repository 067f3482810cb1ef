import { fail, ok, type Result } from '../kernel/result.ts';
import type { PackagePin } from '../registry/package-pin.ts';
import type { Registration } from '../registry/registration.ts';
import type { LaunchEnvironment } from './base-environment.ts';
import type { Children } from './children-file.ts';
import {
  type InstalledPackage,
  type InstallParts,
  installPackage,
  lostPin,
  type NpmRun,
  resolvePackage,
} from './install-package.ts';
import { searchPlace } from './launch-plan.ts';
import { type LookedUpNpx, lookUpNpx, type NpxLaunch } from './npx-launch.ts';
import type { NpxPackage, PackageFallback } from './npx-use.ts';
import { chooseBin, readManifest } from './package-bin.ts';
import { recordFor } from './package-facts.ts';
import { nodeProgram, packageFolder, readManifestText } from './package-folder-file.ts';
import type { ResolvedPackage } from './package-lock.ts';
import { isSealed } from './package-seal-file.ts';
import { resolveExecutable } from './resolve-executable-file.ts';
import { SharedWork, type WorkOptions } from './shared-work.ts';

export interface ReadyPackagesParts extends InstallParts {
  readonly children: Children;
  readonly environment: () => Promise<LaunchEnvironment>;
}

/** Makes packages ready to run: looks, and installs once what does not lie there as it was pinned. */
export class ReadyPackages {
  readonly #parts: ReadyPackagesParts;
  readonly #work = new SharedWork<InstalledPackage>();

  constructor(parts: ReadyPackagesParts) {
    this.#parts = parts;
  }

  /** Whether a launch can be replaced here, and the real path of its npx. Starts nothing. */
  async lookUp(
    registration: Registration,
  ): Promise<{ readonly looked: LookedUpNpx; readonly npx: string | null }> {
    const environment = await this.#parts.environment();
    const command = registration.command_argv[0] ?? '';
    const cwd = registration.cwd.includes('${') ? '' : registration.cwd;
    const place = searchPlace(environment, cwd);
    const npx = command === '' ? null : await resolveExecutable(command, place);
    const looked = await lookUpNpx(registration, environment, npx);
    return { looked, npx: npx?.real ?? null };
  }

  /** The package as pinned, or as the spec says where it is not; several who ask at once share one install. */
  async ready(
    server_id: string,
    launch: NpxLaunch,
    pin: PackagePin | null,
    options: WorkOptions,
  ): Promise<Result<InstalledPackage>> {
    const { records, packages } = this.#parts;
    const { name, exact, wanted } = launch.package;
    const version = pin?.version ?? exact;
    return await this.#work.join(`${name}@${version ?? wanted}`, options, async (shared) => {
      const record = version === null ? null : recordFor(records, name, version, pin);
      if (pin !== null && record === null) return fail(lostPin(name, pin.version));
      const known = version === null || record === null ? null : { version, record };
      if (known !== null) {
        const folder = packageFolder(packages, name, known.version);
        const { scripts, built, seal } = known.record;
        const isBuilt = scripts.length === 0 || built === records.scriptsAllowed(name);
        if (isBuilt && (await isSealed(folder, seal))) return ok({ ...known, folder });
      }
      const run = await this.#npm(server_id, launch, shared);
      const order = { server_id, name, wanted: version ?? wanted, known };
      return await installPackage(order, run, this.#parts);
    });
  }

  /** What the written range or tag leads to now. */
  async resolve(
    server_id: string,
    launch: NpxLaunch,
    signal: AbortSignal,
  ): Promise<Result<ResolvedPackage>> {
    const run = await this.#npm(server_id, launch, { signal, say: () => undefined });
    return await resolvePackage(launch.package.name, launch.package.wanted, run, this.#parts);
  }

  /** The file that npx would run, if node runs it. */
  async program(
    asked: NpxPackage,
    folder: string,
  ): Promise<{ readonly path: string } | PackageFallback> {
    const manifest = readManifest(await readManifestText(folder, asked.name), asked.name);
    const bin = manifest === null ? null : chooseBin(asked.name, manifest.bins, asked.command);
    if (bin === null)
      return {
        code: 'no_bin',
        text: `${asked.name} does not say which of its programs that is. It runs as written.`,
      };
    const path = await nodeProgram(folder, asked.name, bin);
    return path === null
      ? { code: 'not_node', text: `${bin} is not run by node alone. It runs as written.` }
      : { path };
  }

  async #npm(server_id: string, launch: NpxLaunch, options: WorkOptions): Promise<NpmRun> {
    const { children } = this.#parts;
    return {
      ...options,
      npm: launch.npm.found,
      environment: await this.#parts.environment(),
      onSpawned: (pid, token) => {
        children.add(server_id, pid, token);
        return () => children.remove(token);
      },
    };
  }
}
