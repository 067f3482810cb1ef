import { ProtocolError } from '@modelcontextprotocol/client';
import { Topic } from '../kernel/topic.ts';
import { asRecord } from './call-outcome.ts';
import { refusalOfQuestion } from './client-abilities.ts';
import {
  CLIENT_METHODS,
  type ClientAbilities,
  type ClientMethod,
  type ClientQuestion,
  type ClientReply,
  type RequestOwner,
} from './request-owner.ts';
import type { Turns } from './turns.ts';

/** Bounds on what one connection may ask: questions open at a time, and characters of one of them. */
export const QUESTIONS_MAX = 32;
export const QUESTION_MAX_CHARS = 1024 * 1024;
/** Whoever is asked has so long, however patient the owner is. */
const ASK_MAX_MS = 30 * 60 * 1000;

const METHOD_NOT_FOUND = -32_601;
const INVALID_PARAMS = -32_602;
const INTERNAL_ERROR = -32_603;

const isClientMethod = (method: string): method is ClientMethod =>
  CLIENT_METHODS.some((known) => known === method);

export const fitsAsQuestion = (params: unknown): boolean =>
  (JSON.stringify(params) ?? '').length <= QUESTION_MAX_CHARS;

/** Asks the owner; null when the questions were withdrawn first. What is answered later is dropped. */
export async function askOwner(
  owner: RequestOwner,
  questions: Readonly<Record<string, ClientQuestion>>,
  signal: AbortSignal,
): Promise<Readonly<Record<string, ClientReply>> | null> {
  if (signal.aborted) return null;
  // A signal of its own, not one of any(…) with a timeout: Node keeps those for the whole 30 minutes.
  const over = new AbortController();
  const { promise: withdrawn, resolve } = Promise.withResolvers<null>();
  const withdraw = (): void => {
    over.abort();
    resolve(null);
  };
  const timer = setTimeout(withdraw, ASK_MAX_MS);
  timer.unref();
  signal.addEventListener('abort', withdraw, { once: true });
  try {
    return await Promise.race([owner.ask(questions, over.signal), withdrawn]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', withdraw);
  }
}

/** What servers of the older era ask of their own accord: each question goes to whose turn it is. */
export class ServerQuestions {
  /** How many questions are open, whenever that changes. */
  readonly changed = new Topic<number>();
  readonly #declared: ClientAbilities;
  readonly #turns: Turns;
  #open = 0;

  constructor(declared: ClientAbilities, turns: Turns) {
    this.#declared = declared;
    this.#turns = turns;
  }

  get open(): number {
    return this.#open;
  }

  /** The result for the server; a ProtocolError is its error reply. `withdrawn` is the server's own cancel. */
  async answer(
    method: string,
    params: unknown,
    withdrawn: AbortSignal,
  ): Promise<Record<string, unknown>> {
    if (!isClientMethod(method)) throw new ProtocolError(METHOD_NOT_FOUND, 'Method not found');
    const question = { method, params: asRecord(params) ?? {} };
    const turn = this.#turns.only();
    const owner = turn?.owner;
    if (turn === null || owner == null) {
      throw new ProtocolError(METHOD_NOT_FOUND, 'No client is there to answer.');
    }
    const refusal =
      refusalOfQuestion(question, this.#declared) ?? refusalOfQuestion(question, owner.abilities);
    if (refusal !== null) {
      owner.onRefused?.(question, refusal.message);
      throw new ProtocolError(refusal.code, refusal.message);
    }
    if (!fitsAsQuestion(question.params)) {
      throw new ProtocolError(INVALID_PARAMS, 'The question is too long.');
    }
    if (this.#open >= QUESTIONS_MAX) {
      throw new ProtocolError(INTERNAL_ERROR, 'Too many questions are open.');
    }
    this.#count(1);
    try {
      const signal = AbortSignal.any([withdrawn, turn.over]);
      const reply = (await askOwner(owner, { request: question }, signal))?.['request'];
      if (reply === undefined) {
        throw new ProtocolError(INTERNAL_ERROR, 'The client did not answer.');
      }
      if (reply.kind === 'error') throw new ProtocolError(reply.code, reply.message);
      return { ...reply.result };
    } finally {
      this.#count(-1);
    }
  }

  #count(more: number): void {
    this.#open += more;
    this.changed.emit(this.#open);
  }
}
