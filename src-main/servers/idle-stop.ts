import type { After } from '../kernel/clock.ts';
import type { Link } from './connection.ts';

export interface IdleStopParts {
  readonly after: After;
  /** Milliseconds without use until the stop; 0: never. Read anew each time. */
  readonly idle_ms: () => number;
  /** What could be idle, if there is anything. */
  readonly link: () => Pick<Link, 'isFollowed'> | undefined;
  readonly stop: () => void;
}

/** Counts who uses a connection, and stops it when for its idle time nobody did. */
export class IdleStop {
  readonly #parts: IdleStopParts;
  #users = 0;
  #wanting = 0;
  /** The wait that goes on; undefined when there is none. */
  #cancel: (() => void) | undefined;
  /** The wait was over while somebody looked in passing. */
  #isOverdue = false;

  constructor(parts: IdleStopParts) {
    this.#parts = parts;
  }

  get isUsed(): boolean {
    return this.#users > 0;
  }

  /** Whether some user wants the connection back when it is lost. */
  get isWanted(): boolean {
    return this.#wanting > 0;
  }

  /** One more user; the result takes it away again, once. */
  enter(wants = false): () => void {
    this.#wanting += wants ? 1 : 0;
    this.disarm();
    return this.#count(() => {
      this.#wanting -= wants ? 1 : 0;
      this.arm();
    });
  }

  /** A user in passing: nothing stops meanwhile, and the wait of the others goes on. */
  pass(): () => void {
    return this.#count(() => {
      if (this.#users > 0) return;
      if (this.#isOverdue) this.#end();
      else if (this.#cancel === undefined) this.arm();
    });
  }

  /** Begins the wait anew, if there is anything to wait for. */
  arm(): void {
    this.disarm();
    const ms = this.#parts.idle_ms();
    if (ms === 0 || this.#users > 0 || this.#parts.link() === undefined) return;
    this.#cancel = this.#parts.after(ms, () => {
      this.#cancel = undefined;
      if (this.#users > 0) this.#isOverdue = true;
      else this.#end();
    });
  }

  disarm(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#isOverdue = false;
  }

  #end(): void {
    if (this.#parts.link()?.isFollowed() === true) this.arm();
    else this.#parts.stop();
  }

  #count(onLeave: () => void): () => void {
    this.#users += 1;
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      this.#users -= 1;
      onLeave();
    };
  }
}
