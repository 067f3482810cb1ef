/** A typed event source. `subscribe` returns its own undo; a listener that throws is the caller's bug. */
export class Topic<T> {
  readonly #listeners = new Set<(value: T) => void>();

  subscribe(listener: (value: T) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  emit(value: T): void {
    for (const listener of [...this.#listeners]) listener(value);
  }
}
