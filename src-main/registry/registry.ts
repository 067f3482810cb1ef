import type { Result } from '../kernel/result.ts';
import type { Change, Surface } from '../kernel/surface.ts';
import type { Topic } from '../kernel/topic.ts';
import type { LaunchValue } from './launch-hash.ts';
import type { PackagePin } from './package-pin.ts';
import type { Registration, RegistrationChanges, RegistrationDraft } from './registration.ts';

/** A registration together with what of it a person has accepted. */
export interface RegisteredServer {
  readonly id: string;
  /** What holds now: the written entry, with the accepted security fields where an outside edit waits. */
  readonly registration: Registration;
  /** What the file says. */
  readonly written: Registration;
  /** Of the written entry. */
  readonly launch_hash: string;
  /**
   * `unconfirmed`: no yes to any launch; `changed`: the launch differs from the confirmed one, nothing
   * runs; `pending`: the launch holds, other security fields were edited from outside and wait.
   */
  readonly trust: 'confirmed' | 'unconfirmed' | 'changed' | 'pending';
  readonly changes: readonly Change[];
  /** Real path that was confirmed beside the launch; null for a URL or when there is no confirmation. */
  readonly confirmed_executable: string | null;
  /** The same for what stands in for the written command; null: the yes covers the command as written. */
  readonly confirmed_effective: string | null;
  /** What an npx launch runs since its first start; holds for the spec it was pinned for. */
  readonly package_pin: PackagePin | null;
}

export interface InvalidEntry {
  readonly id: string;
  readonly message: string;
  readonly line: number | null;
  readonly column: number | null;
}

export interface RegistrySnapshot {
  readonly path: string;
  readonly problem: {
    readonly message: string;
    readonly line: number | null;
    readonly column: number | null;
  } | null;
  readonly config_version: number;
  readonly servers: readonly RegisteredServer[];
  readonly invalid: readonly InvalidEntry[];
}

/** The only door to `mcp_servers.json`. Reads are live: a changed file is seen before the watcher fires. */
export interface Registry {
  /** `id: null` when more than one server, or the file's state, changed. Also fired by outside edits. */
  readonly changed: Topic<{ readonly id: string | null }>;
  snapshot(): RegistrySnapshot;
  get(id: string): RegisteredServer | undefined;
  /** The launch a person said yes to last and the executable beside it; to show what a new one changes. */
  confirmedLaunch(id: string):
    | {
        readonly launch: LaunchValue;
        readonly executable: string | null;
        readonly effective_executable: string | null;
      }
    | undefined;
  /** Adds an unconfirmed server; its other security fields are accepted with it. */
  add(id: string, draft: RegistrationDraft, by: Surface): Promise<Result<RegisteredServer>>;
  /** A change through Gatehouse is accepted with it; a changed launch is `changed` until confirmed. */
  edit(id: string, changes: RegistrationChanges, by: Surface): Promise<Result<RegisteredServer>>;
  /** Also drops its confirmation and accepted content. Works for invalid entries too. */
  remove(id: string, by: Surface): Promise<Result<void>>;
  /** hash_mismatch unless `launch_hash` is the written entry's hash at this moment. */
  confirm(
    id: string,
    launch_hash: string,
    executable: string | null,
    by: Surface,
    /** Real path of what runs in place of the written command; null: the yes does not cover any. */
    effective?: string | null,
  ): Promise<Result<RegisteredServer>>;
  /** Binds the written package spec to what was resolved. Fails without a yes to the launch. */
  pinPackage(id: string, pin: PackagePin): Result<RegisteredServer>;
  /** Accepts what an outside edit changed beside the launch. */
  accept(id: string, by: Surface): Promise<Result<RegisteredServer>>;
  close(): Promise<void>;
}
