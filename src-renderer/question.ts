import type { Answer, Failure } from '../src-preload/contract/index.ts';

export interface QuestionState<T> {
  readonly loading: boolean;
  readonly value: T | null;
  readonly failure: Failure | null;
}

/**
 * One request that several screens may look at. Asking while an answer is under way asks once more
 * after it, however many asked, so a burst of events costs two requests. A failure clears the value.
 */
export class Question<T> {
  state: QuestionState<T> = { loading: true, value: null, failure: null };
  private readonly listeners = new Set<() => void>();
  private asking = false;
  private askAgain = false;

  constructor(private readonly send: () => Promise<Answer<T>>) {}

  get idle(): boolean {
    return this.listeners.size === 0;
  }

  /** Returns its undo. */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  ask(): void {
    if (this.asking) {
      this.askAgain = true;
      return;
    }
    this.asking = true;
    void this.send().then((answer) => {
      this.asking = false;
      this.become(
        answer.ok
          ? { loading: false, value: answer.value, failure: null }
          : { loading: false, value: null, failure: answer.failure },
      );
      if (!this.askAgain) return;
      this.askAgain = false;
      this.ask();
    });
  }

  private become(state: QuestionState<T>): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}
