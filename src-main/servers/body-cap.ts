/**
 * Counts the bytes of one message in an HTTP body: of the whole body, or in an event stream of one
 * event (events end with an empty line). Pure.
 */
export class MessageSize {
  readonly #perEvent: boolean;
  #bytes = 0;
  #lastWasBreak = false;

  constructor(perEvent: boolean) {
    this.#perEvent = perEvent;
  }

  /** Bytes of the message that this chunk leaves unfinished, or the largest it finished if that is more. */
  add(chunk: Uint8Array): number {
    if (!this.#perEvent) {
      this.#bytes += chunk.length;
      return this.#bytes;
    }
    let largest = 0;
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) {
      const isEmpty = at === from || (at === from + 1 && chunk[from] === 13);
      this.#bytes += at + 1 - from;
      largest = Math.max(largest, this.#bytes);
      // A line that began in an earlier chunk is not empty, unless that chunk ended right at a break.
      if (isEmpty && (from > 0 || this.#lastWasBreak)) this.#bytes = 0;
      from = at + 1;
    }
    this.#bytes += chunk.length - from;
    if (chunk.length > 0) this.#lastWasBreak = chunk[chunk.length - 1] === 10;
    return Math.max(largest, this.#bytes);
  }
}
