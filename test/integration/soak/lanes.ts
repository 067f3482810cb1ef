import type { SoakClient } from './clients.ts';
import { type PlannedCall, planCall, SERVERS, Seeded } from './plan.ts';
import type { Seen } from './seen.ts';

/** One caller after another; several may share a client, and `renews` says who of them renews it. */
export interface Lane {
  readonly client: SoakClient;
  readonly renews: number;
}

/** A server that was just said to be down is mostly left alone for so long. */
const SHUNNED_MS = 400;

/**
 * Calls by seed over several lanes at once. `calls` hands out the numbers; between two batches nothing
 * is under way.
 */
export class Lanes {
  readonly #lanes: readonly { readonly lane: Lane; readonly seeded: Seeded }[];
  readonly #onSeen: (planned: PlannedCall, seen: Seen) => void;
  readonly #shunned = new Map<string, number>();
  #next = 1;

  constructor(
    lanes: readonly Lane[],
    seed: number,
    onSeen: (planned: PlannedCall, seen: Seen) => void,
  ) {
    this.#lanes = lanes.map((lane, index) => ({ lane, seeded: new Seeded(seed + index * 7919) }));
    this.#onSeen = onSeen;
  }

  /** Settles when so many more calls are over. */
  async run(calls: number): Promise<void> {
    const end = this.#next + calls;
    await Promise.all(
      this.#lanes.map(async ({ lane, seeded }) => {
        while (this.#next < end) {
          const n = this.#next;
          this.#next += 1;
          if (seeded.chance(lane.renews))
            await lane.client.renew(seeded.chance(0.5) ? 'politely' : 'silently');
          const planned = planCall(seeded, n, this.#server(seeded));
          const seen = await lane.client.call(planned);
          if (seen.told === 'unavailable')
            this.#shunned.set(planned.server, performance.now() + SHUNNED_MS);
          this.#onSeen(planned, seen);
        }
      }),
    );
  }

  #server(seeded: Seeded) {
    const server = seeded.pick(SERVERS);
    const isShunned = (this.#shunned.get(server.id) ?? 0) > performance.now();
    return isShunned && seeded.chance(0.9) ? seeded.pick(SERVERS) : server;
  }
}
