import type { After, Clock } from '../kernel/clock.ts';
import { fail, type Result } from '../kernel/result.ts';
import { Topic } from '../kernel/topic.ts';
import type { RegisteredServer, Registry } from '../registry/registry.ts';
import type { Redactor } from '../secrets/redactor.ts';
import { mayRun } from './may-run.ts';
import { ServerSlot } from './server-slot.ts';
import type { SlotParts } from './slot-parts.ts';
import type { Supervisor } from './supervisor.ts';

export interface SuperviseParts {
  readonly registry: Pick<Registry, 'get' | 'changed'>;
  readonly clock: Clock;
  readonly after: After;
  readonly redactor: Redactor;
  readonly open: SlotParts['open'];
}

const NEVER = new AbortController().signal;

/** One slot per server. It follows the registry by itself; `reconcile` is for those who want to wait. */
export function supervise(parts: SuperviseParts): Supervisor {
  const { registry, clock, after, redactor, open } = parts;
  const changed: Supervisor['changed'] = new Topic();
  const logLine: Supervisor['logLine'] = new Topic();
  const slots = new Map<string, ServerSlot>();
  let isClosed = false;

  const serverOf = (id: string): Result<RegisteredServer> =>
    isClosed ? fail('unavailable', 'Gatehouse is ending.') : mayRun(id, registry.get(id));

  const slotOf = (id: string): ServerSlot => {
    const known = slots.get(id);
    if (known !== undefined) return known;
    const slot = new ServerSlot({
      ...{ id, clock, after, redactor, open },
      server: () => serverOf(id),
      onChange: () => changed.emit({ id }),
      onLogLine: (line) => logLine.emit({ id, line }),
    });
    slots.set(id, slot);
    return slot;
  };

  /** Nothing is kept for an id that nobody has registered. */
  const slotFor = (id: string): Result<ServerSlot> => {
    const server = serverOf(id);
    return server.ok || slots.has(id) ? { ok: true, value: slotOf(id) } : server;
  };

  async function reconcile(): Promise<void> {
    await Promise.all(
      [...slots].map(async ([id, slot]) => {
        const server = serverOf(id);
        if (server.ok && slot.fits(server.value)) slot.edited(server.value);
        else await slot.disconnect();
        // It may be registered again by now, and even run.
        if (registry.get(id) === undefined && slot.isUnused && slots.get(id) === slot)
          slots.delete(id);
      }),
    );
  }

  const unsubscribe = registry.changed.subscribe(() => void reconcile());

  return {
    changed,
    logLine,
    reconcile,
    connect: async (id, signal = NEVER) => {
      const slot = slotFor(id);
      return slot.ok ? await slot.value.connect(signal) : slot;
    },
    use: async (id, signal, work, how) => {
      const slot = slotFor(id);
      return slot.ok ? await slot.value.use(signal, work, how) : slot;
    },
    lease: (id, wants = false) => slotOf(id).lease(wants),
    state: (id) => slots.get(id)?.state ?? { state: 'stopped' },
    log: (id) => slots.get(id)?.log() ?? { lines: [], dropped: 0 },
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
