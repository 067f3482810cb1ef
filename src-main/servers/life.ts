import type { Guard } from './mcp-request.ts';
import type { ServerBreaker } from './server-breaker.ts';

/** What has happened over one connection so far. */
export class Life {
  readonly #breaker: ServerBreaker;
  readonly #onQuiet: () => void;
  #underWay = 0;
  #wasUseful = false;

  /** `onQuiet` is called whenever the last request under way has ended. */
  constructor(breaker: ServerBreaker, onQuiet: () => void) {
    this.#breaker = breaker;
    this.#onQuiet = onQuiet;
  }

  /** Something beside lists was answered. */
  get wasUseful(): boolean {
    return this.#wasUseful;
  }

  /** One request, as far as the breaker lets it. */
  readonly request: Guard = async (method, ask) => {
    this.#underWay += 1;
    try {
      const answer = await this.#breaker.request(ask);
      const isAnswered = answer.kind === 'result' || answer.kind === 'error';
      if (isAnswered && !method.endsWith('/list')) this.#wasUseful = true;
      return answer;
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#onQuiet();
    }
  };
}
