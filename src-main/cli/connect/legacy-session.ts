import { type JsonObject, objectOf, withId } from './relay-line.ts';

/** URIs that a client may have subscribed to and that a new owner hears of. */
const SUBSCRIPTIONS_MAX = 1000;

const LIST_CHANGED = [
  ['tools', 'notifications/tools/list_changed'],
  ['prompts', 'notifications/prompts/list_changed'],
  ['resources', 'notifications/resources/list_changed'],
] as const;

/**
 * What a client of the 2025 revisions has agreed with an owner, so that the next owner can be told
 * the same: its handshake, its log level, its subscriptions. Clients of 2026-07-28 agree on nothing.
 */
export class LegacySession {
  #handshake: { readonly line: string; readonly version: unknown } | null = null;
  #initialized: string | null = null;
  #capabilities: JsonObject = {};
  #logLevel: string | null = null;
  readonly #subscriptions = new Map<unknown, string>();

  get open(): boolean {
    return this.#handshake !== null;
  }

  /** A request that was answered with a result. */
  learn(method: string, line: string, params: JsonObject, result: JsonObject): void {
    const uri = params['uri'];
    switch (method) {
      case 'initialize':
        this.#handshake = { line, version: result['protocolVersion'] };
        this.#capabilities = objectOf(result['capabilities']) ?? {};
        break;
      case 'logging/setLevel':
        this.#logLevel = line;
        break;
      case 'resources/subscribe':
        if (this.#subscriptions.size < SUBSCRIPTIONS_MAX) this.#subscriptions.set(uri, line);
        break;
      case 'resources/unsubscribe':
        this.#subscriptions.delete(uri);
        break;
      default:
        break;
    }
  }

  /** The client's `notifications/initialized`. */
  initialized(line: string): void {
    this.#initialized = line;
  }

  handshake(id: string): string {
    return this.#handshake === null ? '' : withId(this.#handshake.line, id);
  }

  /** Whether another owner's answer to the handshake means the same protocol. */
  agreesWith(result: JsonObject): boolean {
    return this.#handshake?.version === result['protocolVersion'];
  }

  /** What follows the handshake; each request under an id of `newId`. */
  afterHandshake(newId: () => string): string[] {
    const requests = [
      ...(this.#logLevel === null ? [] : [this.#logLevel]),
      ...this.#subscriptions.values(),
    ];
    return [
      ...(this.#initialized === null ? [] : [this.#initialized]),
      ...requests.map((line) => withId(line, newId())),
    ];
  }

  /** Notices that the client was promised, should a list have changed. */
  notices(): string[] {
    if (this.#initialized === null) return [];
    return LIST_CHANGED.filter(
      ([capability]) => objectOf(this.#capabilities[capability])?.['listChanged'] === true,
    ).map(([, method]) => method);
  }
}
