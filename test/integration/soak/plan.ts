import { SCALE } from '../../scale.ts';

/** What a call makes its server do; the fixtures know these words. */
export type Way =
  | ('echo' | 'late' | 'hang' | 'fails' | 'refuses' | 'progress' | 'twice' | 'junk' | 'flood')
  | ('change' | 'grandchild' | 'exits' | 'exits_after' | 'closes_stdout')
  | ('forget' | 'resets' | 'breaks_off' | 'status' | 'down');

export interface SoakServer {
  readonly id: string;
  readonly kind: 'stdio' | 'modern stdio' | 'http' | 'modern http';
}

/** Ten, of every kind. */
export const SERVERS: readonly SoakServer[] = [
  ...['s0', 's1', 's2', 's3', 's4', 's5'].map((id) => ({ id, kind: 'stdio' as const })),
  { id: 'm0', kind: 'modern stdio' },
  ...['h0', 'h1'].map((id) => ({ id, kind: 'http' as const })),
  { id: 'm1', kind: 'modern http' },
];

/** Calls of 100,000 that are no echo. What costs a second, or a process, is rare; in a short run less so. */
const often = (count: number) => count;
const rarely = (count: number) => (SCALE < 0.1 ? count * 10 : count);
const EVERYWHERE = {
  late: often(3000),
  fails: often(500),
  progress: often(500),
  hang: rarely(20),
};
const WAYS: Readonly<Record<SoakServer['kind'], Partial<Record<Way, number>>>> = {
  stdio: {
    ...EVERYWHERE,
    ...{ refuses: often(300), twice: often(200), junk: often(200), flood: often(100) },
    ...{ change: rarely(20), grandchild: rarely(20) },
    ...{ exits: rarely(40), exits_after: rarely(20), closes_stdout: rarely(6) },
  },
  'modern stdio': { ...EVERYWHERE, exits: rarely(40) },
  http: {
    ...EVERYWHERE,
    ...{ resets: often(100), breaks_off: often(100), status: often(100), change: rarely(20) },
    ...{ forget: rarely(60), down: rarely(20) },
  },
  'modern http': EVERYWHERE,
};

/** Numbers from a seed: the same ones each time. */
export class Seeded {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Whole, from `least` to `most`. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[Math.floor(this.next() * from.length)];
    if (picked === undefined) throw new Error('There is nothing to pick from.');
    return picked;
  }
}

export interface PlannedCall {
  /** Unique in the run: what the server notes, and what the journal has among the arguments. */
  readonly n: number;
  readonly server: string;
  readonly way: Way;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** `wait` for the answer; `cancel` or `leave` after so many milliseconds. */
  readonly client: 'wait' | 'cancel' | 'leave';
  readonly after_ms: number;
}

export function planCall(seeded: Seeded, n: number, server: SoakServer): PlannedCall {
  const way = wayOf(seeded, server);
  const isLarge = way === 'echo' && seeded.chance(0.002);
  const bytes = isLarge ? seeded.whole(50_000, 80_000) : seeded.whole(0, 200);
  const ms = way === 'down' ? seeded.whole(50, 400) : seeded.whole(1, 40);
  const isSlow = way === 'late' || way === 'hang';
  const gives_up = seeded.chance(isSlow ? 0.15 : 0.004);
  return {
    ...{ n, server: server.id, way },
    arguments: { n, way, ms, bytes: way === 'flood' ? seeded.whole(1_000, 400_000) : bytes },
    client: gives_up ? (seeded.chance(0.5) ? 'cancel' : 'leave') : 'wait',
    after_ms: seeded.whole(0, 15),
  };
}

function wayOf(seeded: Seeded, { kind }: SoakServer): Way {
  let left = seeded.next() * 100_000;
  for (const [way, count] of Object.entries(WAYS[kind])) {
    left -= count;
    if (left < 0) return way as Way;
  }
  return 'echo';
}
