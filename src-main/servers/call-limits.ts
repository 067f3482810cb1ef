/** The idle and the total limit of one request. Both stand still while the server waits for us. */
export class CallLimits {
  readonly #idleMs: number;
  readonly #onExpired: (limit_ms: number) => void;
  readonly #totalMs: number;
  #left: number;
  #since = 0;
  #isHeld = true;
  #idle: NodeJS.Timeout | undefined;
  #total: NodeJS.Timeout | undefined;

  /** Running at once; `onExpired` gets the limit that ran out, in milliseconds. */
  constructor(idle_ms: number, total_ms: number, onExpired: (limit_ms: number) => void) {
    this.#idleMs = idle_ms;
    this.#totalMs = total_ms;
    this.#left = total_ms;
    this.#onExpired = onExpired;
    this.resume();
  }

  /** A sign of life. */
  restartIdle(): void {
    if (this.#isHeld) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#onExpired(this.#idleMs), this.#idleMs);
  }

  hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    this.#left -= performance.now() - this.#since;
    this.#clear();
  }

  resume(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#since = performance.now();
    this.restartIdle();
    this.#total = setTimeout(() => this.#onExpired(this.#totalMs), Math.max(0, this.#left));
  }

  /** Milliseconds of the total limit that were not used. */
  stop(): number {
    this.hold();
    return this.#left;
  }

  #clear(): void {
    clearTimeout(this.#idle);
    clearTimeout(this.#total);
  }
}
