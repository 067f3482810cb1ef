import { asRecord } from './call-outcome.ts';
import { severityOf } from './log-levels.ts';
import type { RequestOwner } from './request-owner.ts';
import type { Turns } from './turns.ts';

const MESSAGE_MAX_CHARS = 64 * 1024;
const PER_SECOND_MAX = 100;

/**
 * Passes a server's log messages on to whose requests are under way, if they all are one owner's and
 * it wants them; others are dropped, as are those over 100 a second or 64 KiB.
 */
export class ServerLogs {
  readonly #turns: Turns;
  readonly #isModern: boolean;
  #second = 0;
  #passed = 0;

  constructor(turns: Turns, isModern: boolean) {
    this.#turns = turns;
    this.#isModern = isModern;
  }

  readonly receive = (received: unknown): void => {
    const params = asRecord(received);
    const severity = severityOf(params?.['level']);
    if (params === null || severity === null) return;
    // A server of the newer era logs for those requests only that said which level they want.
    const counts = this.#isModern
      ? (each: RequestOwner | null) => each !== null && each.log_level !== null
      : undefined;
    const owner = this.#turns.only(counts)?.owner ?? null;
    const least = severityOf(owner?.log_level);
    if (owner === null || least === null || severity < least) return;
    if (JSON.stringify(params).length > MESSAGE_MAX_CHARS || !this.#hasRoom()) return;
    owner.onLog(params);
  };

  #hasRoom(): boolean {
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.#second) this.#passed = 0;
    this.#second = second;
    this.#passed += 1;
    return this.#passed <= PER_SECOND_MAX;
  }
}
