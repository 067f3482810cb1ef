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
  #cancel: () => void = () => undefined;

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
    this.#users += 1;
    this.#wanting += wants ? 1 : 0;
    this.#cancel();
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      this.#users -= 1;
      this.#wanting -= wants ? 1 : 0;
      this.arm();
    };
  }

  /** Begins the wait anew, if there is anything to wait for. */
  arm(): void {
    this.#cancel();
    const ms = this.#parts.idle_ms();
    if (ms === 0 || this.#users > 0 || this.#parts.link() === undefined) return;
    this.#cancel = this.#parts.after(ms, () => {
      if (this.#users > 0) return;
      if (this.#parts.link()?.isFollowed() === true) this.arm();
      else this.#parts.stop();
    });
  }

  disarm(): void {
    this.#cancel();
  }
}
