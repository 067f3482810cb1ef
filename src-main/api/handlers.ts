import type { Core } from './core.ts';
import { agentHandlers } from './handlers/agent-handlers.ts';
import { appHandlers } from './handlers/app-handlers.ts';
import { catalogHandlers } from './handlers/catalog-handlers.ts';
import { clientHandlers } from './handlers/client-handlers.ts';
import { governanceHandlers } from './handlers/governance-handlers.ts';
import { packageHandlers } from './handlers/package-handlers.ts';
import { serverHandlers } from './handlers/server-handlers.ts';
import type { Handlers } from './serve.ts';

/** A handler for every request of the contract; one that lacks is a type error here. */
export const createHandlers = (core: Core): Handlers => ({
  ...serverHandlers(core),
  ...packageHandlers(core),
  ...catalogHandlers(core),
  ...governanceHandlers(core),
  ...agentHandlers(core),
  ...clientHandlers(core),
  ...appHandlers(core),
});
