import type { Journal } from '../journal/journal.ts';
import { type Clock, systemAfter } from '../kernel/clock.ts';
import type { HomePaths } from '../kernel/home-paths.ts';
import type { Log } from '../kernel/log.ts';
import type { Registry } from '../registry/registry.ts';
import type { Redactor } from '../secrets/redactor.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import type { LaunchEnvironment } from './base-environment.ts';
import { openChildren } from './children-file.ts';
import { openServer } from './open-server.ts';
import type { Packages } from './packages.ts';
import { supervise } from './supervise.ts';
import type { Supervisor } from './supervisor.ts';

export interface SupervisorParts {
  readonly registry: Registry;
  readonly secrets: () => SecretStore;
  /** The runner allow-list as accepted. */
  readonly settings: () => { readonly runners: readonly string[] };
  readonly redactor: Redactor;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly paths: HomePaths;
  readonly log: Log;
  readonly environment: () => Promise<LaunchEnvironment>;
  /** Makes the process follow the system's network; must be cheap when it already does. */
  readonly network?: () => void;
  /** Version of Gatehouse, as servers are told. */
  readonly version?: string;
  readonly message_max_bytes?: number;
  /** Absent: every command runs as written. */
  readonly packages?: Packages;
}

/** The one supervisor of a home. */
export function createSupervisor(parts: SupervisorParts): Supervisor {
  const children = openChildren(parts.paths, parts.log);
  return supervise({
    ...{ registry: parts.registry, clock: parts.clock, redactor: parts.redactor },
    after: systemAfter,
    open: (server, options) =>
      openServer(
        server,
        {
          secrets: parts.secrets,
          runners: () => parts.settings().runners,
          redactor: parts.redactor,
          journal: parts.journal,
          children,
          environment: parts.environment,
          packages: parts.packages,
          network: parts.network ?? (() => {}),
          client_version: parts.version ?? '0.1.0',
          ...(parts.message_max_bytes === undefined
            ? {}
            : { message_max_bytes: parts.message_max_bytes }),
        },
        options,
      ),
  });
}
