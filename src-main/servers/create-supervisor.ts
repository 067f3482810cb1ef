import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../kernel/clock.ts';
import type { HomePaths } from '../kernel/home-paths.ts';
import type { Log } from '../kernel/log.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { Topic } from '../kernel/topic.ts';
import type { Registry } from '../registry/registry.ts';
import type { Redactor } from '../secrets/redactor.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import type { LaunchEnvironment } from './base-environment.ts';
import { openChildren } from './children-file.ts';
import type { Link } from './connection.ts';
import { mayRun } from './may-run.ts';
import { openServer } from './open-server.ts';
import { ServerSlot } from './server-slot.ts';
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
}

const NEVER = new AbortController().signal;
const RECORDED = { unrecorded: false };

/** The one supervisor of a home. It follows the registry by itself; `reconcile` is for those who want to wait. */
export function createSupervisor(parts: SupervisorParts): Supervisor {
  const changed = new Topic<{ readonly id: string }>();
  const logLine = new Topic<{ readonly id: string; readonly line: string }>();
  const slots = new Map<string, ServerSlot>();
  const children = openChildren(parts.paths, parts.log);
  let isClosed = false;

  const slotOf = (id: string): ServerSlot => {
    const known = slots.get(id);
    if (known !== undefined) return known;
    const slot = new ServerSlot({
      id,
      clock: parts.clock,
      redactor: parts.redactor,
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
            network: parts.network ?? (() => {}),
            client_version: parts.version ?? '0.1.0',
            ...(parts.message_max_bytes === undefined
              ? {}
              : { message_max_bytes: parts.message_max_bytes }),
          },
          options,
        ),
      onChange: () => changed.emit({ id }),
      onLogLine: (line) => logLine.emit({ id, line }),
    });
    slots.set(id, slot);
    return slot;
  };

  const connect = async (
    id: string,
    signal: AbortSignal = NEVER,
    how = RECORDED,
  ): Promise<Result<Link>> => {
    if (isClosed) return fail('unavailable', 'Gatehouse is ending.');
    const server = mayRun(id, parts.registry.get(id));
    if (!server.ok) {
      await slots.get(id)?.disconnect();
      return server;
    }
    const slot = slotOf(id);
    if (!slot.fits(server.value)) await slot.disconnect();
    return await slot.connect(server.value, signal, how);
  };

  async function reconcile(): Promise<void> {
    await Promise.all(
      [...slots].map(async ([id, slot]) => {
        const server = mayRun(id, parts.registry.get(id));
        if (server.ok && slot.fits(server.value)) return;
        await slot.disconnect();
        if (!server.ok && server.failure.code === 'not_found') slots.delete(id);
      }),
    );
  }

  const unsubscribe = parts.registry.changed.subscribe(() => void reconcile());

  return {
    changed,
    logLine,
    connect: (id, signal) => connect(id, signal),
    reconcile,
    state: (id) => slots.get(id)?.state ?? { state: 'stopped' },
    log: (id) => slots.get(id)?.log() ?? { lines: [], dropped: 0 },
    use: async (id, signal, work, how) => {
      const link = await connect(id, signal, how);
      if (!link.ok) return link;
      const server = parts.registry.get(id);
      if (server === undefined) return fail('not_found', `There is no server “${id}”.`);
      return ok(await slotOf(id).hold(server, link.value, work));
    },
    disconnect: async (id) => {
      await slots.get(id)?.disconnect();
    },
    stopUnused: async (id) => {
      await slots.get(id)?.stopUnused();
    },
    close: async () => {
      isClosed = true;
      unsubscribe();
      await Promise.all([...slots.values()].map((slot) => slot.disconnect()));
    },
  };
}
