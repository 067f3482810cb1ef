import type { Door } from '../client.ts';

/** One stdio server to register: what stands after the script of the benchmarks' server. */
export interface ServerSpec {
  readonly id: string;
  readonly args: readonly string[];
}

export interface Setup {
  readonly servers: readonly ServerSpec[];
  /** A fresh folder: home, configuration and log of the product. */
  readonly folder: string;
}

export interface Running {
  /** The product's own processes; their descendants belong to it. */
  readonly roots: readonly number[];
  /** `performance.now()` when the first process was started, and when all of them listened. */
  readonly spawned: number;
  readonly ready: number;
  /** A fresh connection on which the server's tools can be called by their own names. */
  open(server: string): Promise<Door>;
  /** Each opens a fresh connection; together they offer the tools of all servers. */
  readonly openers: readonly (() => Promise<Door>)[];
}

export interface Subject {
  readonly id: string;
  readonly title: string;
  /** Package and version, or what it is. */
  readonly version: string;
  /** How it was set up, and what a reader must know to read its figures. */
  readonly notes: string;
  /**
   * `limit`: nothing between client and server. `floor`: the least there can be. `variant`: Gatehouse as it
   * is seldom met, only for how it starts; it is not judged.
   */
  readonly kind: 'limit' | 'floor' | 'gatehouse' | 'variant' | 'peer';
  /** One process stands for one server: n servers are n processes. */
  readonly perServer: boolean;
  /** Writes what must be there before the product starts; not timed. */
  prepare(setup: Setup): Promise<void>;
  start(setup: Setup): Promise<Running>;
}
