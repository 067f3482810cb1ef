/** After the last entry for so long, nobody is kept waiting by what is not urgent. */
const QUIET_MS = 400;

/** Runs what the journal can do in quiet moments, piece by piece, with room for calls in between. */
export class QuietWork {
  readonly #piece: () => boolean;
  readonly #isUrgent: () => boolean;
  #timer: NodeJS.Timeout | undefined;
  #isQuiet = false;

  /** `piece` does the next one, a millisecond or two long, and gives false when none was left. */
  constructor(work: { readonly piece: () => boolean; readonly isUrgent: () => boolean }) {
    this.#piece = work.piece;
    this.#isUrgent = work.isUrgent;
  }

  /** To be told of everything that makes work. */
  disturb(): void {
    this.#isQuiet = false;
    this.#timer ??= this.#later(QUIET_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #later(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#tick(), ms).unref();
  }

  #tick(): void {
    const mayWork = this.#isQuiet || this.#isUrgent();
    const goesOn = mayWork ? this.#piece() : true;
    if (!mayWork) this.#isQuiet = true;
    this.#timer = goesOn ? this.#later(mayWork ? 0 : QUIET_MS) : undefined;
  }
}
