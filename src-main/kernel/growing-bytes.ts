const FIRST_ROOM = 1024;

/**
 * Bytes that come in pieces, kept as one run of bytes: a sender that cuts them into single bytes costs
 * no more memory than one that does not (a piece kept by itself takes some 200 bytes more).
 */
export class GrowingBytes {
  #bytes = new Uint8Array(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    if (length > this.#bytes.length) {
      const roomier = new Uint8Array(Math.max(FIRST_ROOM, length, this.#bytes.length * 2));
      roomier.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = roomier;
    }
    this.#bytes.set(piece, this.#length);
    this.#length = length;
  }

  /** All of it; what comes then begins anew. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#bytes = new Uint8Array(0);
    this.#length = 0;
    return taken;
  }
}
