import { z } from 'zod';
import type { Result } from '../kernel/result.ts';
import type { Core } from './core.ts';

const PortChange = z.object({
  gateway: z.object({ port: z.number().int().min(1).max(65_535) }),
});

/** Null where the gateway does not listen. */
function portNow({ gateway }: Core): number | null {
  const { address } = gateway.state();
  return address === null ? null : Number(new URL(address).port);
}

/**
 * Changes settings with the gateway already at the port that they name: one that is taken fails with
 * port_in_use, and nothing is changed. A command that owns the home for a moment has no gateway.
 */
export async function withGatewayPort(
  core: Core,
  changes: unknown,
  set: () => Promise<Result<void>>,
): Promise<Result<void>> {
  const wanted = PortChange.safeParse(changes);
  if (core.owner.kind === 'cli' || !wanted.success) return set();
  const before = portNow(core);
  const moved = await core.gateway.listen(wanted.data.gateway.port);
  if (!moved.ok) return moved;
  const done = await set();
  if (!done.ok && before !== null) await core.gateway.listen(before);
  return done;
}

/** The same for an edit of settings.json from outside; a port that is taken is logged. Returns its undo. */
export function followGatewayPort(core: Core): () => void {
  let known = core.settings.get().gateway.port;
  return core.settings.changed.subscribe(() => {
    const { port } = core.settings.get().gateway;
    if (core.owner.kind === 'cli' || port === known) return;
    known = port;
    void core.gateway.listen(port).then((moved) => {
      if (!moved.ok) core.log.error('the gateway stays at its port', { ...moved.failure });
    });
  });
}
