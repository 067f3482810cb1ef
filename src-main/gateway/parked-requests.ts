import { randomBytes } from 'node:crypto';
import type { ClientQuestion, ClientReply } from '../servers/request-owner.ts';
import type { Channel } from './inbound-request.ts';

type Questions = Readonly<Record<string, ClientQuestion>>;
type Replies = Readonly<Record<string, ClientReply>>;
export type Answer = Readonly<Record<string, unknown>>;

/** What a running request came to for now: its end, or questions that its client answers in a new request. */
export type Turn =
  | { readonly kind: 'done'; readonly value: Answer }
  /** `state` is for MCP's `requestState`. */
  | { readonly kind: 'asks'; readonly questions: Questions; readonly state: string };

/** One HTTP exchange (or one request on a line) that waits for a turn. */
export interface Exchange {
  readonly channel: Channel;
  readonly signal: AbortSignal;
}

export interface Running {
  readonly signal: AbortSignal;
  /** Of the newest exchange. */
  channel(): Channel;
  ask(questions: Questions, signal: AbortSignal): Promise<Replies>;
}

export interface ParkedRequests {
  /** Runs `work` until its end or until it asks. The exchange's end ends the work. */
  start(
    client_id: string,
    about: () => string,
    exchange: Exchange,
    work: (running: Running) => Promise<Answer>,
  ): Promise<Turn>;
  /**
   * The next turn of a request that asked. undefined when there is none: the state is unknown, used up,
   * of another client or, by `about`, of another request.
   */
  resume(
    state: string,
    client_id: string,
    about: string,
    exchange: Exchange,
    answers: Readonly<Record<string, unknown>>,
  ): Promise<Turn> | undefined;
  /** Ends what runs or waits for this client. */
  drop(client_id: string): void;
  close(): void;
}

const LIVE_MS = 10 * 60_000;
const PER_CLIENT_MAX = 64;

/**
 * How a stateless client is asked (2026-07-28, multi-round requests): the request that runs is kept,
 * its exchange is answered with the questions, and the retry carries on where it stood. One journal
 * entry, one approval. The state is a random key of 256 bits to what is kept here, for one use, by the
 * client and for the request it was given to: there is nothing in it to be altered, so it needs no MAC.
 * What nobody comes back for ends after `live_ms`; of too many the oldest ends.
 */
export function createParkedRequests({
  live_ms = LIVE_MS,
  max = PER_CLIENT_MAX,
}: {
  readonly live_ms?: number;
  readonly max?: number;
} = {}): ParkedRequests {
  const running = new Set<RunningRequest>();
  const parked = new Map<string, { request: RunningRequest; timer: NodeJS.Timeout }>();

  function take(state: string): RunningRequest | undefined {
    const kept = parked.get(state);
    clearTimeout(kept?.timer);
    parked.delete(state);
    return kept?.request;
  }

  function park(request: RunningRequest): string {
    const mine = [...parked].filter(([, kept]) => kept.request.client_id === request.client_id);
    if (mine.length >= max && mine[0] !== undefined) take(mine[0][0])?.end();
    const state = randomBytes(32).toString('base64url');
    const timer = setTimeout(() => take(state)?.end(), live_ms).unref();
    parked.set(state, { request, timer });
    return state;
  }

  async function turnOf(request: RunningRequest, exchange: Exchange): Promise<Turn> {
    const turn = await request.turn(exchange);
    return turn.kind === 'done' ? turn : { ...turn, state: park(request) };
  }

  const endThose = (concerned: (request: RunningRequest) => boolean): void => {
    for (const [state, { request }] of [...parked]) if (concerned(request)) take(state);
    for (const request of [...running]) if (concerned(request)) request.end();
  };

  return {
    start: (client_id, about, exchange, work) => {
      const request = new RunningRequest(client_id, about, exchange.channel, work, () =>
        running.delete(request),
      );
      running.add(request);
      return turnOf(request, exchange);
    },
    resume: (state, client_id, about, exchange, answers) => {
      const request = parked.get(state)?.request;
      if (request?.client_id !== client_id || request.about() !== about) return undefined;
      take(state);
      request.answer(answers);
      return turnOf(request, exchange);
    },
    drop: (client_id) => endThose((request) => request.client_id === client_id),
    close: () => endThose(() => true),
  };
}

interface Asked {
  readonly questions: Questions;
  readonly resolve: (replies: Replies) => void;
}
const NOTHING: Replies = {};

/** A request that may outlive its exchange. */
class RunningRequest {
  readonly client_id: string;
  readonly about: () => string;
  readonly #stop = new AbortController();
  readonly #end: Promise<Answer>;
  #channel: Channel;
  #asked: Asked[] = [];
  /** What the client has been shown, by the key it saw. */
  #shown = new Map<string, { readonly asked: Asked; readonly key: string }>();
  #onAsked: () => void = () => undefined;

  constructor(
    client_id: string,
    about: () => string,
    channel: Channel,
    work: (running: Running) => Promise<Answer>,
    onEnd: () => void,
  ) {
    this.client_id = client_id;
    this.about = about;
    this.#channel = channel;
    const { signal } = this.#stop;
    const ask: Running['ask'] = (questions, withdrawn) => this.#ask(questions, withdrawn);
    this.#end = Promise.resolve()
      .then(() => work({ signal, channel: () => this.#channel, ask }))
      .finally(onEnd);
    // Whoever waits for the end hears of a failure; until somebody does, it is nobody's surprise.
    this.#end.catch(() => undefined);
  }

  /** The work's end, or the questions that came together meanwhile. */
  async turn({ channel, signal }: Exchange): Promise<Turn> {
    this.#channel = channel;
    const abort = () => this.end();
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    const asks = new Promise<'asks'>((resolve) => {
      // One turn of the loop later: questions asked side by side go out together, withdrawn ones not at all.
      this.#onAsked = () =>
        setImmediate(() => {
          if (this.#asked.length > 0) resolve('asks');
        });
      if (this.#asked.length > 0) this.#onAsked();
    });
    try {
      const first = await Promise.race([this.#end, asks]);
      if (first !== 'asks') return { kind: 'done', value: first };
      return { kind: 'asks', questions: this.#show(), state: '' };
    } finally {
      signal.removeEventListener('abort', abort);
      this.#onAsked = () => undefined;
    }
  }

  /** Bare results under the keys that were shown; what is missing was not answered. */
  answer(answers: Readonly<Record<string, unknown>>): void {
    const replies = new Map<Asked, Record<string, ClientReply>>();
    for (const [shown, { asked, key }] of this.#shown) {
      const mine = replies.get(asked) ?? {};
      replies.set(asked, mine);
      const given = Object.hasOwn(answers, shown) ? answers[shown] : undefined;
      if (typeof given === 'object' && given !== null && !Array.isArray(given))
        mine[key] = { kind: 'result', result: Object.fromEntries(Object.entries(given)) };
    }
    this.#shown = new Map();
    for (const [asked, mine] of replies) asked.resolve(mine);
  }

  end(): void {
    this.#stop.abort();
    const open = new Set([...this.#asked, ...[...this.#shown.values()].map(({ asked }) => asked)]);
    this.#asked = [];
    this.#shown = new Map();
    for (const asked of open) asked.resolve(NOTHING);
  }

  #ask(questions: Questions, withdrawn: AbortSignal): Promise<Replies> {
    if (withdrawn.aborted || this.#stop.signal.aborted) return Promise.resolve(NOTHING);
    return new Promise((resolve) => {
      const asked = { questions, resolve };
      this.#asked.push(asked);
      withdrawn.addEventListener('abort', () => this.#withdraw(asked), { once: true });
      this.#onAsked();
    });
  }

  /** The server's own keys, unless two of them are the same. */
  #show(): Questions {
    const questions = new Map<string, ClientQuestion>();
    for (const asked of this.#asked)
      for (const [key, question] of Object.entries(asked.questions)) {
        let shown = key;
        for (let count = 2; questions.has(shown); count += 1) shown = `${key}-${count}`;
        questions.set(shown, question);
        this.#shown.set(shown, { asked, key });
      }
    this.#asked = [];
    return Object.fromEntries(questions);
  }

  #withdraw(asked: Asked): void {
    this.#asked = this.#asked.filter((each) => each !== asked);
    for (const [shown, each] of this.#shown) if (each.asked === asked) this.#shown.delete(shown);
    asked.resolve(NOTHING);
  }
}
