import type { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { type Failure, failure } from '../kernel/failure.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { CallLimits } from './call-limits.ts';
import type { Progress } from './connection.ts';
import { refusalOf } from './http-failure.ts';
import { NotSent } from './not-sent.ts';
import type { ServerQuestions } from './server-questions.ts';
import type { RawResponse, TappedTransport, Watched } from './tapped-transport.ts';

/** What became of one request. `unknown`: it was written, and no answer came. */
export type Answer =
  | RawResponse
  | { readonly kind: 'not_sent'; readonly failure: Failure }
  | { readonly kind: 'unknown'; readonly failure: Failure }
  /** The server wants input that nobody can give, or asks in a way that the protocol does not know. */
  | { readonly kind: 'stuck'; readonly message: string };

/** Lets a request of this method through to the server, or answers in its place. */
export type Guard = (method: string, ask: () => Promise<Answer>) => Promise<Answer>;

export interface RequestOptions {
  readonly signal: AbortSignal;
  readonly beforeSend?: () => Result<void>;
  /** Without progress for so long: given up. Milliseconds. */
  readonly idle_ms: number;
  readonly total_ms: number;
  readonly onProgress?: (progress: Progress) => void;
  readonly headers?: Readonly<Record<string, string>>;
  /** Questions of the server to us: while any is open the limits stand still. */
  readonly questions?: ServerQuestions;
}

/** setTimeout's own limit; our two timers end every request long before. */
const NEVER_MS = 2 ** 31 - 1;

/**
 * Sends one request and tells what became of it. Progress is always asked for, since servers only
 * send it on request. Cancelling tells the server; what it answers later is dropped.
 */
export function request(
  client: Client,
  tap: TappedTransport,
  method: string,
  params: Record<string, unknown>,
  options: RequestOptions,
): Promise<Answer> {
  return new Promise((resolve) => {
    const isPlain = tap.isPlain && options.headers === undefined;
    const stop = new AbortController();
    let writtenAs: number | null = null;
    let isSettled = false;
    let limits: CallLimits | undefined;
    let stopHearing: (() => void) | undefined;
    const settle = (answer: Answer): void => {
      if (isSettled) return;
      isSettled = true;
      limits?.stop();
      stopHearing?.();
      if (writtenAs !== null) tap.forget(writtenAs);
      options.signal.removeEventListener('abort', onAbort);
      resolve(answer);
    };
    const lose = (reason: Failure): void =>
      settle({ kind: writtenAs !== null ? 'unknown' : 'not_sent', failure: reason });
    const giveUp = (reason: Failure): void => {
      const id = isSettled ? null : writtenAs;
      lose(reason);
      if (!isPlain) stop.abort(reason.message);
      else if (id !== null) tap.cancel(id, reason.message).catch(() => undefined); // it is gone
    };
    const onAbort = (): void => giveUp(failure('cancelled', 'The request was cancelled.'));
    if (options.signal.aborted) {
      onAbort();
      return;
    }
    options.signal.addEventListener('abort', onAbort, { once: true });
    limits = new CallLimits(options.idle_ms, options.total_ms, (limit) =>
      giveUp(timeoutFailure(method, limit)),
    );
    const follow = (open: number): void => (open > 0 ? limits?.hold() : limits?.resume());
    follow(options.questions?.open ?? 0);
    stopHearing = options.questions?.changed.subscribe(follow);

    const watched: Watched = {
      beforeWrite: () =>
        isSettled
          ? fail('cancelled', 'The request was cancelled before it was sent.')
          : (options.beforeSend?.() ?? ok()),
      onWritten: (id) => {
        writtenAs = id;
      },
      onProgress: (progress) => {
        if (isSettled) return;
        limits?.restartIdle();
        options.onProgress?.(progress);
      },
      onResponse: settle,
      onLost: lose,
    };
    const onError = (error: unknown): void => {
      if (error instanceof NotSent) settle({ kind: 'not_sent', failure: error.failure });
      else {
        const refusal = refusalOf(error);
        const isDelivered = writtenAs !== null && refusal.delivered !== 'no';
        settle({ kind: isDelivered ? 'unknown' : 'not_sent', failure: refusal.failure });
      }
    };
    if (isPlain) {
      tap.request(method, params, watched).catch(onError);
      return;
    }
    tap.watchNext(watched);
    client
      .request({ method, params }, z.unknown(), {
        signal: stop.signal,
        timeout: NEVER_MS,
        // Only makes the client ask for progress; it is told by the tap.
        onprogress: () => undefined,
        ...(options.headers === undefined ? {} : { headers: options.headers }),
      })
      .then(() => lose(failure('protocol', 'The server’s answer got lost on the way.')), onError);
    tap.watchNext(null);
  });
}

function timeoutFailure(method: string, limit: number): Failure {
  const seconds = Math.round(limit / 100) / 10;
  return failure('call_timeout', `The server did not answer ${method} within ${seconds} s.`, {
    fix: 'Raise the call timeout of this server if the work really takes so long.',
    params: { method, limit_s: seconds },
  });
}
