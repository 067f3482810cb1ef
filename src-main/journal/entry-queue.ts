import type { Result } from '../kernel/result.ts';
import type { NewEntry } from './journal-row.ts';

/** So many are written at once, without waiting for the end of the turn: a few milliseconds' work. */
const TOGETHER_MAX = 100;

interface Waiting {
  readonly entry: NewEntry;
  readonly durable: boolean;
  readonly written: (result: Result<{ seq: number }>) => void;
  readonly thrown: (bug: unknown) => void;
}

/**
 * The entries of one turn of the event loop, which are written together, in their order: a commit
 * costs more than an entry. They wait in memory, so that no transaction is open between two turns.
 */
export class EntryQueue {
  readonly #write: (entries: readonly NewEntry[], durable: boolean) => Result<{ first: number }>;
  #waiting: Waiting[] = [];
  #due: NodeJS.Immediate | undefined;

  /** `write` writes all or none, and gives the number of the first. */
  constructor(
    write: (entries: readonly NewEntry[], durable: boolean) => Result<{ first: number }>,
  ) {
    this.#write = write;
  }

  /** Settles once the entry is written or could not be, at the end of this turn or with `flush`. */
  add(entry: NewEntry, durable: boolean): Promise<Result<{ seq: number }>> {
    const { promise, resolve, reject } = Promise.withResolvers<Result<{ seq: number }>>();
    // Whoever awaits it hears of a bug, also when that is a little later.
    promise.catch(() => undefined);
    this.#waiting.push({ entry, durable, written: resolve, thrown: reject });
    if (this.#waiting.length >= TOGETHER_MAX) this.flush();
    else this.#due ??= setImmediate(() => this.flush());
    return promise;
  }

  /** Writes what waits, now. Whether it could be is for those to know who wait for it. */
  flush(): void {
    clearImmediate(this.#due);
    this.#due = undefined;
    const all = this.#waiting;
    if (all.length === 0) return;
    this.#waiting = [];
    try {
      const durable = all.some((each) => each.durable);
      const done = this.#write(
        all.map(({ entry }) => entry),
        durable,
      );
      for (const [at, { written }] of all.entries()) {
        written(done.ok ? { ok: true, value: { seq: done.value.first + at } } : done);
      }
    } catch (bug) {
      for (const { thrown } of all) thrown(bug);
    }
  }
}
