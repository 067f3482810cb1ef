import type { Db } from '../kernel/sqlite-db.ts';

/**
 * A checkpoint takes a few milliseconds and the disk, so it is left to quiet moments once it is worth
 * it, and to a commit in the midst of calls only when the WAL has become large (16 MB).
 */
export const WAL_MAX_PAGES = 4_000;
const WORTH_COMMITS = 200;

/** Counts what was committed and checkpoints when it is asked to and that is worth it. */
export class Checkpoints {
  readonly #db: Db;
  #commits = 0;

  constructor(db: Db) {
    this.#db = db;
  }

  committed(): void {
    this.#commits += 1;
  }

  /** False: there was nothing worth it. */
  next(): boolean {
    if (this.#commits < WORTH_COMMITS) return false;
    this.#commits = 0;
    this.#db.checkpoint();
    return true;
  }
}
