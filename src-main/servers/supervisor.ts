import type { Result } from '../kernel/result.ts';
import type { Topic } from '../kernel/topic.ts';
import type { ConnectionState, Link } from './connection.ts';

export interface UseOptions {
  readonly inPassing?: boolean;
  readonly forCall?: boolean;
}

/** Owns every connection and child process of this home. */
export interface Supervisor {
  readonly changed: Topic<{ readonly id: string }>;
  readonly logLine: Topic<{ readonly id: string; readonly line: string }>;
  state(id: string): ConnectionState;
  /**
   * The live link, started if need be (single flight). Refuses what is not enabled and confirmed, and
   * what would run another executable than the confirmed one, before anything is spawned or contacted.
   */
  connect(id: string, signal?: AbortSignal): Promise<Result<Link>>;
  /**
   * Runs `work` with a link that is not stopped for idleness meanwhile. Fails with breaker_open or
   * crash_loop at once while the server has just failed too often. `inPassing`: a look in the
   * background, which does not count as use: it does not lengthen the idle time, and a remote
   * connection that is opened for it is journaled only once somebody else uses it too. `forCall`: a
   * start that shows no sign of life for the time of a call (call_s) is waited for no longer; that fails
   * with start_timeout.
   */
  use<T>(
    id: string,
    signal: AbortSignal,
    work: (link: Link) => Promise<T>,
    how?: UseOptions,
  ): Promise<Result<T>>;
  /**
   * Keeps what runs from being stopped for idleness until its undo is called; it starts nothing. `wants`:
   * lost, it is also started again by itself, after pauses that grow.
   */
  lease(id: string, wants?: boolean): () => void;
  /** Resolves when the whole process tree is gone. */
  disconnect(id: string): Promise<void>;
  /** The same, unless somebody uses, follows or keeps the server at this moment. */
  stopUnused(id: string): Promise<void>;
  /** Last stderr lines (bounded, redacted) and how many were dropped. */
  log(id: string): { lines: readonly string[]; dropped: number };
  /** Disconnects what a registry change no longer allows or describes; touches no other server. */
  reconcile(): Promise<void>;
  close(): Promise<void>;
}
