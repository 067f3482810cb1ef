import type { Result } from '../kernel/result.ts';
import type { Surface } from '../kernel/surface.ts';
import type { Registration } from '../registry/registration.ts';
import type { RegisteredServer } from '../registry/registry.ts';
import type { PackageFallback } from './npx-use.ts';
import type { Executable } from './resolve-executable-file.ts';
import type { WorkOptions } from './shared-work.ts';

/** What is known of the package behind an npx launch without looking anywhere else. */
export interface PackageFacts {
  /** As written; empty when npx is used in another way than for one package. */
  readonly spec: string;
  readonly name: string;
  readonly version: string | null;
  readonly is_exact: boolean;
  readonly installed: boolean;
  /** `name@version` of what brings install scripts. */
  readonly scripts: readonly string[];
  readonly scripts_allowed: boolean;
  /** Why npx runs as written. */
  readonly fallback: PackageFallback | null;
}

/** What runs in place of a written command. */
export interface EffectiveLaunch {
  readonly command_argv: readonly string[];
  /** Real path of what runs it. */
  readonly executable: string | null;
  readonly package: PackageFacts;
}

/** What a start runs: the package's own file by node, or the command as written. */
export type PreparedLaunch =
  | {
      readonly run: 'direct';
      readonly node: Executable;
      /** The package's own file. */
      readonly file: string;
      /** Index in the written argv at which the program's own arguments begin. */
      readonly args_from: number;
      /** Goes before PATH, as npx does it. */
      readonly bin_folder: string;
      readonly facts: PackageFacts;
    }
  | {
      readonly run: 'written';
      readonly env: Readonly<Record<string, string>>;
      /** null when the command is no npx at all. */
      readonly facts: PackageFacts | null;
    };

/** The packages that npx launches stand for: installed once, bound to what was resolved, run by node. */
export interface Packages {
  /** null unless the command is npx. */
  facts(server: RegisteredServer): PackageFacts | null;
  /** The same before a yes, with the look at this machine. Starts and contacts nothing. */
  describe(id: string, registration: Registration): Promise<EffectiveLaunch | null>;
  /**
   * What a confirmed server's start runs; installs it if need be. Fails rather than run another version,
   * or another node, than the yes covers.
   */
  prepare(server: RegisteredServer, options: WorkOptions): Promise<Result<PreparedLaunch>>;
  /** The version that the written spec leads to now. Asks the registry. */
  check(
    server: RegisteredServer,
    signal: AbortSignal,
  ): Promise<
    Result<{
      readonly name: string;
      readonly spec: string;
      readonly current: string | null;
      readonly newest: string;
    }>
  >;
  /**
   * Installs `version`, which must be what the spec leads to now, and binds the server to it. `stop` is
   * called before the switch and must leave nothing of the server running.
   */
  update(
    server: RegisteredServer,
    version: string,
    by: Surface,
    options: { readonly signal: AbortSignal; readonly stop: () => Promise<void> },
  ): Promise<Result<void>>;
  /** Lets install scripts of this package run, or takes that back; holds from the next start on. */
  allowScripts(server: RegisteredServer, allow: boolean, by: Surface): Result<void>;
  /** Removes what no registration needs any more; a folder in which a server keeps files stays. */
  sweep(): Promise<void>;
}
