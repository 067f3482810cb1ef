import type { After, Clock } from '../kernel/clock.ts';
import type { Result } from '../kernel/result.ts';
import type { RegisteredServer } from '../registry/registry.ts';
import type { Redactor } from '../secrets/redactor.ts';
import type { OpenLink } from './open-link.ts';
import type { OpenServerOptions } from './open-server.ts';

export interface SlotParts {
  readonly id: string;
  /** The registration as it is now, or why nothing of it may run. */
  readonly server: () => Result<RegisteredServer>;
  readonly clock: Clock;
  readonly after: After;
  readonly redactor: Redactor;
  readonly open: (
    server: RegisteredServer,
    options: OpenServerOptions,
  ) => Promise<Result<OpenLink>>;
  readonly onChange: () => void;
  readonly onLogLine: (line: string) => void;
}
