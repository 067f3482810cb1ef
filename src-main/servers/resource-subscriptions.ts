import type { Client } from '@modelcontextprotocol/client';
import type { Failure } from '../kernel/failure.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { listenOn } from './keep-listening.ts';

/** Resources that one connection follows at a time. */
const FOLLOWED_MAX = 200;

interface Followed {
  count: number;
  /** Ours to end; in the newer era it also ends the stream. */
  readonly over: AbortController;
  readonly opened: Promise<Result<void>>;
}

export interface SubscriptionParts {
  readonly client: Client;
  readonly closed: Promise<Failure>;
  /** A request of the older era. */
  readonly ask: (
    method: 'resources/subscribe' | 'resources/unsubscribe',
    uri: string,
    signal: AbortSignal,
  ) => Promise<Result<unknown>>;
}

/**
 * Resources whose changes are wanted, counted per address: the server is told of the first and of
 * the last. The older era has requests for it, the newer one a stream per resource.
 */
export class ResourceSubscriptions {
  readonly #parts: SubscriptionParts;
  readonly #isModern: boolean;
  readonly #followed = new Map<string, Followed>();

  constructor(parts: SubscriptionParts) {
    this.#parts = parts;
    this.#isModern = parts.client.getProtocolEra() === 'modern';
    void parts.closed.then(() => {
      for (const { over } of this.#followed.values()) over.abort();
      this.#followed.clear();
    });
  }

  get size(): number {
    return this.#followed.size;
  }

  /** Aborting `signal` gives up the waiting and this one's share in it. */
  async subscribe(uri: string, signal: AbortSignal): Promise<Result<void>> {
    const followed = this.#followed.get(uri) ?? this.#follow(uri);
    if (followed === null) {
      return fail('unavailable', 'Too many resources of this server are followed at once.');
    }
    followed.count += 1;
    const { promise: cancelled, resolve } = Promise.withResolvers<Result<void>>();
    const onAbort = (): void => resolve(fail('cancelled', 'The request was cancelled.'));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    const opened = await Promise.race([followed.opened, cancelled]);
    signal.removeEventListener('abort', onAbort);
    if (!opened.ok) await this.#release(uri, followed);
    return opened;
  }

  /** Best effort towards the server; unknown addresses are nothing to do. */
  async unsubscribe(uri: string): Promise<void> {
    const followed = this.#followed.get(uri);
    if (followed !== undefined) await this.#release(uri, followed);
  }

  #follow(uri: string): Followed | null {
    if (this.#followed.size >= FOLLOWED_MAX) return null;
    const over = new AbortController();
    const opened = this.#isModern
      ? this.#listen(uri, over.signal)
      : this.#parts
          .ask('resources/subscribe', uri, over.signal)
          .then((asked) => (asked.ok ? ok() : asked));
    const followed: Followed = { count: 0, over, opened };
    this.#followed.set(uri, followed);
    return followed;
  }

  async #release(uri: string, followed: Followed): Promise<void> {
    followed.count -= 1;
    if (followed.count > 0 || this.#followed.get(uri) !== followed) return;
    this.#followed.delete(uri);
    followed.over.abort();
    if (this.#isModern || !(await followed.opened).ok) return;
    await this.#parts.ask('resources/unsubscribe', uri, new AbortController().signal);
  }

  #listen(uri: string, over: AbortSignal): Promise<Result<void>> {
    return new Promise((resolve) => {
      let isOpen = false;
      void listenOn(this.#parts.client, { resourceSubscriptions: [uri] }, over, (granted) => {
        if (granted instanceof Error) {
          resolve(
            fail('unavailable', `The server did not take the subscription: ${granted.message}`),
          );
          return isOpen;
        }
        isOpen = granted.resourceSubscriptions?.includes(uri) === true;
        resolve(isOpen ? ok() : fail('unavailable', 'The server does not follow this resource.'));
        return isOpen;
      });
    });
  }
}
