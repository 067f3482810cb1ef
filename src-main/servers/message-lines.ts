import { GrowingBytes } from '../kernel/growing-bytes.ts';

/**
 * Cuts a byte stream into lines (a stdio message is one line) in time and memory linear in its length, however
 * small the pieces are in which it comes. Pure.
 */
export class MessageLines {
  readonly #max: number;
  readonly #onLine: (line: string) => void;
  readonly #onTooLong: () => void;
  readonly #goOn: boolean;
  #skipping = false;
  readonly #kept = new GrowingBytes();
  #ended = false;

  /**
   * `max`: bytes of one line; past it `onTooLong` is called once and nothing more is read, or with
   * `goOn` what is left of that line is left out.
   */
  constructor(max: number, onLine: (line: string) => void, onTooLong: () => void, goOn = false) {
    this.#goOn = goOn;
    this.#max = max;
    this.#onLine = onLine;
    this.#onTooLong = onTooLong;
  }

  push(chunk: Uint8Array): void {
    let from = 0;
    while (!this.#ended) {
      const end = chunk.indexOf(10, from);
      if (this.#skipping) {
        if (end === -1) return;
        this.#skipping = false;
        from = end + 1;
        continue;
      }
      const part = chunk.subarray(from, end === -1 ? chunk.length : end);
      if (this.#kept.length + part.length > this.#max) {
        this.#ended = !this.#goOn;
        this.#skipping = this.#goOn;
        this.#kept.take();
        this.#onTooLong();
        continue;
      }
      this.#kept.push(part);
      if (end === -1) return;
      from = end + 1;
      this.#onLine(this.#take());
    }
  }

  #take(): string {
    const { buffer, byteOffset, byteLength } = this.#kept.take();
    const text = Buffer.from(buffer, byteOffset, byteLength).toString('utf8');
    return text.endsWith('\r') ? text.slice(0, -1) : text;
  }
}
