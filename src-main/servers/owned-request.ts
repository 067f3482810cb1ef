import { setTimeout as sleep } from 'node:timers/promises';
import {
  CLIENT_CAPABILITIES_META_KEY,
  type Client,
  LOG_LEVEL_META_KEY,
} from '@modelcontextprotocol/client';
import { failure } from '../kernel/failure.ts';
import { asRecord } from './call-outcome.ts';
import { commonAbilities, refusalOfQuestion } from './client-abilities.ts';
import { readInputRequired } from './input-required.ts';
import { type Answer, type Guard, type RequestOptions, request } from './mcp-request.ts';
import type { ClientAbilities, ClientQuestion, RequestOwner } from './request-owner.ts';
import { askOwner, type ServerQuestions } from './server-questions.ts';
import type { TappedTransport } from './tapped-transport.ts';
import type { Turns } from './turns.ts';

/** Rounds of questions within one request. */
const ROUNDS_MAX = 10;
/** Before the next round when the server asked nothing and only wants to be asked again. */
const NO_QUESTION_PAUSE_MS = 250;

export interface OwnedRequestParts {
  readonly client: Client;
  readonly tap: TappedTransport;
  readonly turns: Turns;
  readonly questions: ServerQuestions;
  /** What the server may ask for at all. */
  readonly declared: ClientAbilities;
  readonly guard: Guard;
  /** Makes the server log from this level on; null when it does, or never will. */
  readonly wantLogs: (level: string | null) => Promise<unknown> | null;
}

export type OwnedRequest = (
  method: string,
  params: Readonly<Record<string, unknown>>,
  options: Omit<RequestOptions, 'questions'> & { readonly owner?: RequestOwner | undefined },
) => Promise<Answer>;

/**
 * Requests during which the server may want something of whoever owns them: in the older era while
 * the request is under way, one owner at a time; in the newer one as an answer, after which the
 * request is sent again with what the owner said. All rounds together are one answer.
 */
export function createOwnedRequests(parts: OwnedRequestParts): OwnedRequest {
  const { client, tap, turns, guard } = parts;
  const isModern = client.getProtocolEra() === 'modern';

  return async (method, params, { owner, ...options }) => {
    const turn =
      turns.tryEnter(owner ?? null) ?? (await turns.enter(owner ?? null, options.signal));
    if (turn === null) {
      return {
        kind: 'not_sent',
        failure: failure('cancelled', 'The request was cancelled before it was sent.'),
      };
    }
    try {
      if (isModern) return await inRounds(method, params, owner ?? null, options);
      const told = parts.wantLogs(owner?.log_level ?? null);
      if (told !== null) await told;
      const all = { ...options, questions: parts.questions };
      return await guard(method, () => request(client, tap, method, params, all));
    } finally {
      turn.leave();
    }
  };

  async function inRounds(
    method: string,
    params: Readonly<Record<string, unknown>>,
    owner: RequestOwner | null,
    options: RequestOptions,
  ): Promise<Answer> {
    const abilities = commonAbilities(parts.declared, owner?.abilities ?? {});
    const meta = {
      ...asRecord(params['_meta']),
      [CLIENT_CAPABILITIES_META_KEY]: abilities,
      ...(owner === null || owner.log_level === null
        ? {}
        : { [LOG_LEVEL_META_KEY]: owner.log_level }),
    };
    let left = options.total_ms;
    let given: Readonly<Record<string, unknown>> = {};
    for (let round = 0; ; round += 1) {
      const began = performance.now();
      const sent = { ...params, ...given, _meta: meta };
      const total_ms = left;
      const answer = await guard(method, () =>
        request(client, tap, method, sent, { ...options, total_ms }),
      );
      left = Math.max(1, left - (performance.now() - began));
      // What an earlier round delivered may have had an effect.
      if (answer.kind === 'not_sent' && round > 0) return { ...answer, kind: 'unknown' };
      const wanted = answer.kind === 'result' ? readInputRequired(answer.result) : null;
      if (wanted === null) return answer;
      if (!wanted.ok) return stuck(wanted.problem);
      if (round === ROUNDS_MAX) {
        return stuck(`The server still asks for input after ${ROUNDS_MAX} rounds.`);
      }
      const replies = await replyTo(wanted.questions, owner, abilities, options.signal);
      if (!replies.ok) return replies.answer;
      given = {
        ...(Object.keys(replies.given).length === 0 ? {} : { inputResponses: replies.given }),
        ...(wanted.state === null ? {} : { requestState: wanted.state }),
      };
    }
  }
}

type Replies =
  | { readonly ok: true; readonly given: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly answer: Answer };

/** This era's replies are results only: what ends in an error ends the request. */
async function replyTo(
  questions: Readonly<Record<string, ClientQuestion>>,
  owner: RequestOwner | null,
  abilities: ClientAbilities,
  signal: AbortSignal,
): Promise<Replies> {
  const end = (message: string): Replies => ({ ok: false, answer: stuck(message) });
  const keys = Object.keys(questions);
  if (keys.length === 0) {
    await sleep(NO_QUESTION_PAUSE_MS, undefined, { signal }).catch(() => undefined);
    return { ok: true, given: {} };
  }
  for (const question of Object.values(questions)) {
    const refusal = refusalOfQuestion(question, abilities);
    if (refusal !== null) {
      owner?.onRefused?.(question, refusal.message);
      return end(`The server asks for input (${question.method}). ${refusal.message}`);
    }
  }
  if (owner === null) return end('The server asks for input, and no client is there to answer.');
  const replies = await askOwner(owner, questions, signal);
  if (signal.aborted) {
    const reason = failure('cancelled', 'The request was cancelled while the server wanted input.');
    return { ok: false, answer: { kind: 'unknown', failure: reason } };
  }
  const answered = Object.entries(replies ?? {}).filter(([key]) => keys.includes(key));
  if (answered.length === 0) return end('The server asked for input, and nothing was answered.');
  const given: [string, unknown][] = [];
  for (const [key, reply] of answered) {
    if (reply.kind === 'error') {
      return end(`The server asked for input, and the client refused: ${reply.message}`);
    }
    given.push([key, reply.result]);
  }
  return { ok: true, given: Object.fromEntries(given) };
}

const stuck = (message: string): Answer => ({ kind: 'stuck', message });
