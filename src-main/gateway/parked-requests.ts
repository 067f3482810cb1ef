import { randomBytes } from 'node:crypto';
import type { ClientQuestion, ClientReply } from '../servers/request-owner.ts';
import type { Channel } from './client-peer.ts';

export type McpResult = Record<string, unknown>;

/** What a running request came to for now: its end, or questions that its client answers in a new request. */
export type Turn =
  | { readonly kind: 'done'; readonly value: McpResult }
  | {
      readonly kind: 'asks';
      readonly questions: Readonly<Record<string, ClientQuestion>>;
      /** For `requestState`. */
      readonly state: string;
    };

/** One HTTP exchange (or one request on a line) that waits for a turn. */
export interface Exchange {
  readonly channel: Channel;
  readonly signal: AbortSignal;
}

export interface Running {
  readonly signal: AbortSignal;
  /** Of the newest exchange. */
  channel(): Channel;
  ask(
    questions: Readonly<Record<string, ClientQuestion>>,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, ClientReply>>>;
}

export interface ParkedRequests {
  /** Runs `work` until its end or until it asks. The exchange's end ends the work. */
  start(
    client_id: string,
    about: string,
    exchange: Exchange,
    work: (running: Running) => Promise<McpResult>,
  ): Promise<Turn>;
  /**
   * The next turn of a request that asked. undefined when there is none: the state is unknown, used up,
   * of another client or of another request.
   */
  resume(
    state: string,
    client_id: string,
    about: string,
    exchange: Exchange,
    answers: Readonly<Record<string, unknown>>,
  ): Promise<Turn> | undefined;
  /** Ends what waits for this client. */
  drop(client_id: string): void;
  close(): void;
}

const LIVE_MS = 10 * 60_000;
const PER_CLIENT_MAX = 64;

/**
 * How a stateless client is asked (2026-07-28, multi-round requests): the request that runs is kept,
 * its exchange is answered with the questions, and the retry carries on where it stood. One journal
 * entry, one approval. The state is a random key of 256 bits to what is kept here, for one use, by the
 * client and for the request it was given to: there is nothing in it to be altered.
 */
export function createParkedRequests(): ParkedRequests {
  const parked = new Map<string, ParkedRequest>();
  const running = new Set<ParkedRequest>();

  const park = (request: ParkedRequest): string => {
    const mine = [...parked].filter(([, each]) => each.client_id === request.client_id);
    if (mine.length >= PER_CLIENT_MAX) mine[0]?.[1].end();
    const state = randomBytes(32).toString('base64url');
    parked.set(state, request);
    return state;
  };

  const nextTurn = async (request: ParkedRequest, exchange: Exchange): Promise<Turn> => {
    const turn = await request.turn(exchange);
    if (turn.kind === 'done') return turn;
    const state = park(request);
    request.wait(LIVE_MS, () => parked.delete(state));
    return { ...turn, state };
  };

  return {
    start: (client_id, about, exchange, work) => {
      const request = new ParkedRequest(client_id, about, exchange.channel);
      running.add(request);
      request.run(work, () => running.delete(request));
      return nextTurn(request, exchange);
    },
    resume: (state, client_id, about, exchange, answers) => {
      const request = parked.get(state);
      if (request === undefined) return undefined;
      if (request.client_id !== client_id || request.about !== about) return undefined;
      parked.delete(state);
      request.answer(answers);
      return nextTurn(request, exchange);
    },
    drop: (client_id) => {
      for (const request of [...running]) if (request.client_id === client_id) request.end();
    },
    close: () => {
      for (const request of [...running]) request.end();
      parked.clear();
    },
  };
}

interface Asked {
  readonly questions: Readonly<Record<string, ClientQuestion>>;
  readonly resolve: (replies: Readonly<Record<string, ClientReply>>) => void;
  readonly reject: (error: Error) => void;
}

/** A request that may outlive its exchange. */
class ParkedRequest {
  readonly client_id: string;
  readonly about: string;
  readonly #stop = new AbortController();
  #channel: Channel;
  #asked: Asked[] = [];
  #shown: Map<string, { readonly asked: Asked; readonly key: string }> = new Map();
  #end: Promise<McpResult> = Promise.resolve({});
  #onAsked: () => void = () => undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(client_id: string, about: string, channel: Channel) {
    this.client_id = client_id;
    this.about = about;
    this.#channel = channel;
  }

  run(work: (running: Running) => Promise<McpResult>, onEnd: () => void): void {
    this.#end = work({
      signal: this.#stop.signal,
      channel: () => this.#channel,
      ask: (questions, signal) =>
        new Promise((resolve, reject) => {
          const asked = { questions, resolve, reject };
          this.#asked.push(asked);
          signal.addEventListener('abort', () => this.#withdraw(asked), { once: true });
          this.#onAsked();
        }),
    }).finally(() => {
      clearTimeout(this.#timer);
      onEnd();
    });
    // Who waits for the end hears of it; until somebody does, a failure is nobody's surprise.
    this.#end.catch(() => undefined);
  }

  /** The work's end, or the questions that came together meanwhile. */
  async turn({ channel, signal }: Exchange): Promise<Turn> {
    clearTimeout(this.#timer);
    this.#channel = channel;
    const abort = () => this.end();
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    const asks = new Promise<'asks'>((resolve) => {
      // One more turn of the loop: questions asked side by side go out together.
      this.#onAsked = () => setImmediate(() => resolve('asks'));
      if (this.#asked.length > 0) this.#onAsked();
    });
    const first = await Promise.race([this.#end.then((value) => ({ value })), asks]);
    signal.removeEventListener('abort', abort);
    this.#onAsked = () => undefined;
    if (first !== 'asks') return { kind: 'done', value: first.value };
    return { kind: 'asks', questions: this.#show(), state: '' };
  }

  /** Kept without an exchange for so long; then it ends. */
  wait(limit: number, onEnd: () => void): void {
    this.#timer = setTimeout(() => {
      onEnd();
      this.end();
    }, limit);
    this.#timer.unref();
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
    const open = [...this.#asked, ...[...this.#shown.values()].map(({ asked }) => asked)];
    this.#asked = [];
    this.#shown = new Map();
    for (const asked of open) asked.reject(new Error('The request ended.'));
  }

  /** The server's own keys, unless two of them are the same. */
  #show(): Readonly<Record<string, ClientQuestion>> {
    const questions: Record<string, ClientQuestion> = {};
    for (const asked of this.#asked)
      for (const [key, question] of Object.entries(asked.questions)) {
        let shown = key;
        for (let count = 2; Object.hasOwn(questions, shown); count += 1) shown = `${key}-${count}`;
        questions[shown] = question;
        this.#shown.set(shown, { asked, key });
      }
    this.#asked = [];
    return questions;
  }

  #withdraw(asked: Asked): void {
    this.#asked = this.#asked.filter((each) => each !== asked);
    for (const [shown, each] of this.#shown) if (each.asked === asked) this.#shown.delete(shown);
    asked.reject(new Error('The question was withdrawn.'));
  }
}
