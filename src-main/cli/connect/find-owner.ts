import { setTimeout as delay } from 'node:timers/promises';
import type { OwnerLine } from './owner-line-socket.ts';

export interface FindOwnerParts {
  readonly open: () => Promise<OwnerLine>;
  /** Whether a process that is alive has the home, ready or not. */
  readonly living: () => Promise<boolean>;
  /** Starts one; what keeps it from starting, if that is known at once. */
  readonly start: () => Promise<string | null>;
  readonly note: (text: string) => void;
  readonly signal: AbortSignal;
  /** How long the home may be without an owner before one is started: another may be taking over. */
  readonly start_after_ms: number;
  readonly limit_ms: number;
}

/** `ended`: the signal aborted. `none`: nobody in time. `refused`: for good. */
export type FoundOwner =
  | Extract<OwnerLine, { kind: 'open' }>
  | { readonly kind: 'refused' | 'none'; readonly message: string }
  | { readonly kind: 'ended' };

const FOR_GOOD = [401, 403];
const LONGEST_WAIT_MS = 500;
/** A command owns the home for a moment. One that goes on is asked to make room, by starting an owner. */
const BUSY_MS = 2000;

/** A line to whoever owns the home; starts an owner when there is none. */
export async function findOwner(parts: FindOwnerParts): Promise<FoundOwner> {
  const { signal, note } = parts;
  const began = Date.now();
  let alone_since: number | null = null;
  let busy_since: number | null = null;
  let started = false;
  let wait_ms = 25;
  let why = 'Nobody owns this home.';
  for (;;) {
    const line = await parts.open();
    if (line.kind === 'open') return line;
    if (signal.aborted) return { kind: 'ended' };
    if (line.kind === 'refused') {
      if (FOR_GOOD.includes(line.status)) return { kind: 'refused', message: line.message };
      why = line.message;
    }
    const now = Date.now();
    const alive = line.kind === 'refused' || (await parts.living());
    alone_since = alive ? null : (alone_since ?? now);
    busy_since = line.kind === 'refused' ? (busy_since ?? now) : null;
    const due =
      (alone_since !== null && now - alone_since >= parts.start_after_ms) ||
      (busy_since !== null && now - busy_since >= BUSY_MS);
    if (due && !started) {
      started = true;
      note('Nothing runs for this home: starting `gatehouse serve`.');
      const failed = await parts.start();
      if (failed !== null) return { kind: 'none', message: failed };
    }
    if (now - began >= parts.limit_ms)
      return {
        kind: 'none',
        message: `Gatehouse could not be reached within ${parts.limit_ms / 1000} s: ${why} To see why, run: gatehouse doctor`,
      };
    await delay(wait_ms, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return { kind: 'ended' };
    wait_ms = Math.min(wait_ms * 1.5, LONGEST_WAIT_MS);
  }
}
