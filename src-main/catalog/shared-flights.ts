import { fail, type Result } from '../kernel/result.ts';

interface Flight<T> {
  readonly controller: AbortController;
  readonly ended: Promise<Result<T>>;
  waiting: number;
}

const cancelled = () => fail('cancelled', 'It was cancelled.');

/**
 * One piece of work per key at a time; whoever asks meanwhile gets the same answer. A caller that
 * gives up leaves the others waiting; the last one to give up ends the work and waits for its end.
 */
export class SharedFlights<T> {
  readonly #flights = new Map<string, Flight<T>>();

  async join(
    key: string,
    signal: AbortSignal,
    start: (signal: AbortSignal) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    // Work that is being cancelled is not joined, and not overlapped either.
    for (
      let ending = this.#flights.get(key);
      ending?.controller.signal.aborted === true;
      ending = this.#flights.get(key)
    )
      await ending.ended.catch(() => undefined);
    if (signal.aborted) return cancelled();
    const flight = this.#flights.get(key) ?? this.#start(key, start);
    flight.waiting += 1;
    return this.#wait(flight, signal);
  }

  /** Has work that is under way go on until the signal, whoever else gives it up. */
  goOn(key: string, signal: AbortSignal): void {
    const flight = this.#flights.get(key);
    if (flight === undefined || flight.controller.signal.aborted) return;
    flight.waiting += 1;
    // Whoever started it hears how it ends.
    this.#wait(flight, signal).catch(() => undefined);
  }

  cancel(key: string): void {
    this.#flights.get(key)?.controller.abort();
  }

  /** Cancels everything; resolves when all of it has ended. */
  async close(): Promise<void> {
    const flights = [...this.#flights.values()];
    for (const { controller } of flights) controller.abort();
    await Promise.allSettled(flights.map(({ ended }) => ended));
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<Result<T>>): Flight<T> {
    const controller = new AbortController();
    const ended = start(controller.signal).finally(() => this.#flights.delete(key));
    const flight = { controller, ended, waiting: 0 };
    this.#flights.set(key, flight);
    return flight;
  }

  #wait(flight: Flight<T>, signal: AbortSignal): Promise<Result<T>> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        flight.waiting -= 1;
        if (flight.waiting === 0) flight.controller.abort();
        else resolve(cancelled());
      };
      signal.addEventListener('abort', giveUp, { once: true });
      flight.ended.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
    });
  }
}
