import type { AnyEvent } from '../../src-preload/contract/index.ts';
import type { AgentProfiles } from '../agents/agent-profiles.ts';
import type { CallTool } from '../calls/call-tool.ts';
import type { GetPrompt, ReadResource } from '../calls/read-resource.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { PasteResult } from '../interop/parse-paste.ts';
import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../kernel/clock.ts';
import type { HomePaths } from '../kernel/home-paths.ts';
import type { Log } from '../kernel/log.ts';
import type { Result } from '../kernel/result.ts';
import type { Approvals } from '../policy/approvals.ts';
import type { Grants } from '../policy/grants.ts';
import type { Pauses } from '../policy/pauses.ts';
import type { PolicyStore } from '../policy/policy-file.ts';
import type { OutsideEdits } from '../registry/pending-edit.ts';
import type { Registry } from '../registry/registry.ts';
import type { SettingsStore } from '../registry/settings-file.ts';
import type { IntegrityKey } from '../secrets/integrity-key.ts';
import type { Redactor } from '../secrets/redactor.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import type { DescribeLaunch } from '../servers/describe-launch-file.ts';
import type { Packages } from '../servers/packages.ts';
import type { Supervisor } from '../servers/supervisor.ts';
import type { ClientTokens } from '../trust/client-tokens.ts';
import type { Trust } from '../trust/trust.ts';
import type { OwnerKind, Rank } from './owner.ts';

/** Every part of a running Gatehouse, as the handlers see it. Built once, in compose.ts. */
export interface Core {
  readonly version: string;
  readonly paths: HomePaths;
  readonly clock: Clock;
  readonly log: Log;
  readonly owner: Rank & { readonly pid: number };
  readonly redactor: Redactor;
  readonly integrity: IntegrityKey;
  /** The store that the settings name. */
  readonly secrets: SecretStore;
  readonly journal: Journal;
  readonly trust: Trust;
  readonly registry: Registry;
  readonly settings: SettingsStore;
  readonly supervisor: Supervisor;
  readonly describeLaunch: DescribeLaunch;
  readonly packages: Packages;
  readonly catalog: Catalog;
  readonly agents: AgentProfiles & OutsideEdits;
  readonly policy: PolicyStore;
  readonly pauses: Pauses;
  readonly grants: Grants;
  readonly approvals: Approvals;
  readonly callTool: CallTool;
  readonly clients: ClientTokens;
  readonly gateway: Gateway;
  readonly readResource: ReadResource;
  readonly getPrompt: GetPrompt;
  /** Steps of running calls, for whoever watches them. */
  readonly emit: (event: AnyEvent) => void;
  readonly parsePaste: (text: string) => Result<PasteResult>;
  /** What starts our command line from anywhere: a program and its first arguments. */
  readonly ownProgram: readonly [string, ...string[]];
  /** Entry script of the bundled filesystem server. */
  readonly bundledFilesystemServer: string;
  /** The code that `serve --approver` printed; null when answers need none. */
  readonly approverCode: string | null;
  /** Asks the host to end and give the home up; the answer is sent before it does. */
  readonly handOver: (to: OwnerKind) => void;
  /** The host's own window parts; absent in a headless owner. */
  readonly window: {
    readonly pickFolder: () => Promise<string | null>;
    readonly openApprovals: () => void;
  } | null;
}
