import type { RequestOwner } from './request-owner.ts';

/** A request under way on a connection, with who owns it. */
export interface Turn {
  readonly owner: RequestOwner | null;
  /** Aborted when the last request of this owner is over. */
  readonly over: AbortSignal;
  leave(): void;
}

/** The requests of one owner; `over` is made when somebody first asks for it. */
interface Group {
  count: number;
  over: AbortController | null;
}

interface Waiting {
  readonly owner: RequestOwner | null;
  readonly start: (turn: Turn) => void;
}

/**
 * Whose requests are under way on one connection. A connection whose server may ask back without
 * saying for which request works for one owner at a time, in the order in which they came; requests
 * of the same owner run side by side.
 */
export class Turns {
  /** Set as soon as the era is known; before that nothing is sent but the handshake. */
  isExclusive = false;
  readonly #running = new Set<Turn>();
  readonly #overs = new Map<RequestOwner | null, Group>();
  #waiting: Waiting[] = [];

  /** Starts at once, or not: null when others are first. */
  tryEnter(owner: RequestOwner | null): Turn | null {
    return this.#waiting.length === 0 && this.#fits(owner) ? this.#start(owner) : null;
  }

  /** Waits for its turn; null when `signal` was aborted before. */
  enter(owner: RequestOwner | null, signal: AbortSignal): Promise<Turn | null> {
    return new Promise((resolve) => {
      if (signal.aborted) {
        resolve(null);
        return;
      }
      const onAbort = (): void => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        resolve(null);
        this.#startNext();
      };
      const waiting: Waiting = {
        owner,
        start: (turn) => {
          signal.removeEventListener('abort', onAbort);
          resolve(turn);
        },
      };
      this.#waiting.push(waiting);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  /**
   * Who a question or a log message belongs to, for all that can be told: the latest of the requests
   * under way that `counts`, if all of them have one owner's key.
   */
  only(counts: (owner: RequestOwner | null) => boolean = () => true): Turn | null {
    const turns = [...this.#running].filter((turn) => counts(turn.owner));
    const last = turns.at(-1);
    if (last === undefined) return null;
    return turns.every((turn) => keyOf(turn.owner) === keyOf(last.owner)) ? last : null;
  }

  #fits(owner: RequestOwner | null): boolean {
    if (!this.isExclusive) return true;
    const [one] = this.#running;
    return one === undefined || keyOf(one.owner) === keyOf(owner);
  }

  #start(owner: RequestOwner | null): Turn {
    const group = this.#overs.get(owner) ?? { count: 0, over: null };
    group.count += 1;
    this.#overs.set(owner, group);
    const turn: Turn = {
      owner,
      get over() {
        group.over ??= new AbortController();
        if (group.count === 0) group.over.abort();
        return group.over.signal;
      },
      leave: () => {
        if (!this.#running.delete(turn)) return;
        group.count -= 1;
        if (group.count === 0) {
          this.#overs.delete(owner);
          group.over?.abort();
        }
        this.#startNext();
      },
    };
    this.#running.add(turn);
    return turn;
  }

  #startNext(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if (!this.#fits(next.owner)) return;
      this.#waiting.shift();
      next.start(this.#start(next.owner));
    }
  }
}

/** Requests without an owner are together one owner that answers nothing. */
const keyOf = (owner: RequestOwner | null): string | null => owner?.key ?? null;
