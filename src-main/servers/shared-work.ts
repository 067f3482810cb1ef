import { failure } from '../kernel/failure.ts';
import { fail, type Result } from '../kernel/result.ts';

interface Shared {
  readonly stop: AbortController;
  readonly listeners: Set<(line: string) => void>;
  readonly done: Promise<Result<unknown>>;
}

export interface WorkOptions {
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

/** Work that several wait for and that is done once; it is given up when nobody waits any more. */
export class SharedWork<T> {
  readonly #running = new Map<string, Shared & { readonly done: Promise<Result<T>> }>();

  get isIdle(): boolean {
    return this.#running.size === 0;
  }

  async join(
    key: string,
    options: WorkOptions,
    begin: (options: WorkOptions) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    let shared = this.#running.get(key);
    // What was given up is waited for, not joined.
    while (shared?.stop.signal.aborted === true) {
      await shared.done;
      shared = this.#running.get(key);
    }
    if (options.signal.aborted) return fail(givenUp());
    if (shared === undefined) {
      const stop = new AbortController();
      const listeners = new Set<(line: string) => void>();
      const say = (line: string): void => {
        for (const listener of listeners) listener(line);
      };
      const done = begin({ signal: stop.signal, say }).finally(() => this.#running.delete(key));
      shared = { stop, listeners, done };
      this.#running.set(key, shared);
    }
    const { stop, listeners, done } = shared;
    // One listener each, also when two callers hand in the same function.
    const listener = (line: string): void => options.say(line);
    listeners.add(listener);
    const { promise: gaveUp, resolve } = Promise.withResolvers<Result<T>>();
    const giveUp = (): void => {
      listeners.delete(listener);
      if (listeners.size > 0) {
        resolve(fail(givenUp()));
        return;
      }
      // The last one waits until nothing of it runs any more.
      stop.abort();
      const end = (): void => resolve(fail(givenUp()));
      done.then(end, end);
    };
    options.signal.addEventListener('abort', giveUp, { once: true });
    try {
      return await Promise.race([done, gaveUp]);
    } finally {
      options.signal.removeEventListener('abort', giveUp);
      listeners.delete(listener);
    }
  }
}

const givenUp = () => failure('cancelled', 'The installation was ended.');
