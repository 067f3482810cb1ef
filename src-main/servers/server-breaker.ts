import { CircuitState, circuitBreaker, handleWhenResult } from 'cockatiel';
import type { Clock } from '../kernel/clock.ts';
import { type Failure, failure } from '../kernel/failure.ts';
import { assertNever, fail, type Result } from '../kernel/result.ts';
import { backOffPause, countsAgainstServer, countsForBackOff } from './back-off.ts';
import type { Answer } from './mcp-request.ts';
import { crashLoop, notNow, requestsFailed } from './trouble.ts';

/** Requests or connections in a row that failed, after which nothing is tried for a while. */
const BREAK_AFTER = 3;

/** What a start or a request says about the server. `nothing`: it was cancelled, or never got there. */
type Verdict = 'works' | 'nothing' | Failure;

interface Judged<T> {
  readonly value: T;
  readonly verdict: Verdict;
}

export interface BreakerParts {
  readonly id: string;
  readonly clock: Clock;
  readonly redact: (text: string) => string;
  /** Requests failed so often that the connection is not to be trusted. */
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

/**
 * Everything that goes to one server goes through here: starts and requests. A failed start, or three
 * failures in a row without an answer, let nothing through for a growing while, and then one try at a
 * time; any answer ends that. Crashes soon after a start are counted beside it, since a server that
 * crashes may well answer before it does.
 */
export class ServerBreaker {
  readonly #parts: BreakerParts;
  #inARow = 0;
  #crashes = 0;
  /** 0: closed. Nothing is tried before this instant. */
  #retryAt = 0;
  #last: Failure | null = null;
  #lastWords: readonly string[] = [];
  /** One loss ends many requests with the same reason: it counts once. */
  readonly #counted = new WeakSet<Failure>();
  /** Keeps the states; when it opens, and for how long, is counted here, by the clock we are given. */
  readonly #circuit = circuitBreaker(
    handleWhenResult((judged) => !isWorking(judged)),
    {
      // At once, and also when the system's clock was set back.
      halfOpenAfter: Number.NEGATIVE_INFINITY,
      breaker: { state: null, success: () => undefined, failure: () => this.#isPausing() },
    },
  );

  constructor(parts: BreakerParts) {
    this.#parts = parts;
  }

  get isOpen(): boolean {
    return this.#retryAt !== 0;
  }

  /** Before this instant nothing is tried; undefined when the next use may. */
  get retryAt(): number | undefined {
    return this.#isPausing() ? this.#retryAt : undefined;
  }

  /** Why nothing goes to the server now, and since what; null: go on. */
  refusal(): Failure | null {
    if (this.#isPausing()) return notNow(this.trouble(), this.#retryAt, this.#parts.clock.now());
    return this.#circuit.state === CircuitState.HalfOpen
      ? notNow(this.trouble(), this.#parts.clock.now(), this.#parts.clock.now())
      : null;
  }

  /** What is wrong, as the state of the connection says it. */
  trouble(): Failure {
    const { id } = this.#parts;
    const last = this.#last ?? failure('unavailable', 'It failed.');
    return this.#crashes >= BREAK_AFTER
      ? crashLoop(id, this.#crashes, this.#lastWords, last)
      : requestsFailed(id, this.#inARow, last);
  }

  get isCrashLoop(): boolean {
    return this.#crashes >= BREAK_AFTER;
  }

  /** One start; the caller has asked `refusal`. `lastWords` are the lines on stderr, if it crashed. */
  async start<T>(
    open: () => Promise<Result<T>>,
    lastWords: () => readonly string[],
  ): Promise<Result<T>> {
    return await this.#attempt(open, (result) => {
      if (result.ok) return 'works';
      const reason = result.failure;
      // Whoever asks for a sign-in can be reached.
      if (reason.code === 'auth_required') return 'works';
      if (!countsForBackOff(reason.code)) return 'nothing';
      if (reason.code === 'exited') this.#noteCrash(lastWords());
      this.#count(reason, 1);
      return reason;
    });
  }

  /** One request, or why it is not sent. What the server answers does not matter. */
  async request(ask: () => Promise<Answer>): Promise<Answer> {
    const refused = this.refusal();
    if (refused !== null) return { kind: 'not_sent', failure: refused };
    return await this.#attempt(ask, (answer) => {
      switch (answer.kind) {
        case 'result':
        case 'error':
        case 'stuck':
          return 'works';
        case 'not_sent':
        case 'unknown': {
          if (!countsAgainstServer(answer.failure)) return 'nothing';
          const wasOpen = this.isOpen;
          this.#count(answer.failure, BREAK_AFTER);
          if (this.isOpen && !wasOpen) this.#parts.onOpen();
          return answer.failure;
        }
        default:
          return assertNever(answer);
      }
    });
  }

  /** A connection ended by itself. `isCrash`: soon after its start, without having been of any use. */
  lost(reason: Failure, isCrash: boolean, lastWords: readonly string[]): void {
    if (isCrash) this.#noteCrash(lastWords);
    else this.#crashes = 0;
    this.#count(reason, BREAK_AFTER);
    if (this.isCrashLoop) this.#pause(this.#crashes);
    if (this.isOpen)
      void this.#attempt(
        async () => fail(reason),
        () => reason,
      );
  }

  /** A person wants it tried at once, or it is another launch. */
  reset(): void {
    this.#inARow = 0;
    this.#crashes = 0;
    this.#last = null;
    this.#close();
  }

  async #attempt<T>(run: () => Promise<T>, judge: (value: T) => Verdict): Promise<T> {
    // The circuit would keep others waiting for the one try.
    if (this.#circuit.state === CircuitState.HalfOpen) return await run();
    const judged = await this.#circuit.execute(async (): Promise<Judged<T>> => {
      const value = await run();
      const verdict = judge(value);
      if (verdict === 'works') {
        this.#inARow = 0;
        this.#last = null;
        this.#close();
      }
      return { value, verdict };
    });
    return judged.value;
  }

  #count(reason: Failure, limit: number): void {
    if (this.#counted.has(reason)) return;
    this.#counted.add(reason);
    this.#last = { ...reason, message: this.#parts.redact(reason.message) };
    this.#inARow += 1;
    if (this.#inARow >= limit) this.#pause(this.#inARow);
  }

  #noteCrash(lastWords: readonly string[]): void {
    this.#crashes += 1;
    this.#lastWords = lastWords;
  }

  #pause(count: number): void {
    const until = this.#parts.clock.now() + backOffPause(count);
    this.#retryAt = Math.max(this.#retryAt, until);
  }

  #close(): void {
    const wasOpen = this.isOpen;
    this.#retryAt = 0;
    if (this.#circuit.state !== CircuitState.Closed) this.#circuit.isolate().dispose();
    if (wasOpen) this.#parts.onClose();
  }

  #isPausing(): boolean {
    const left = this.#retryAt - this.#parts.clock.now();
    // More than the longest pause: the clock was set back.
    return left > 0 && left <= backOffPause(Number.MAX_SAFE_INTEGER);
  }
}

const isWorking = (judged: unknown): boolean =>
  typeof judged === 'object' &&
  judged !== null &&
  'verdict' in judged &&
  judged.verdict === 'works';
