import { z } from 'zod';
import { type Failure, failure } from '../kernel/failure.ts';
import { assertNever } from '../kernel/result.ts';
import { commonAbilities } from './client-abilities.ts';
import type { CallOutcome } from './connection.ts';
import type { Answer } from './mcp-request.ts';
import type { ClientAbilities } from './request-owner.ts';

/** The value itself, not a copy, when it is a JSON object; else null. */
export const asRecord = (value: unknown): Record<string, unknown> | null =>
  isRecord(value) ? value : null;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A call's outcome from what became of its request. A JSON-RPC error is an answer too: it comes as
 * `isError` with the server's own words, so that nothing of them is lost.
 */
export function outcomeOf(answer: Answer): CallOutcome {
  switch (answer.kind) {
    case 'result': {
      const result = asRecord(answer.result);
      if (result === null) return errorResult('The server’s answer is not an object.');
      if (result['resultType'] === 'input_required') {
        return errorResult(
          'The server asks for input in a way that this connection does not know.',
        );
      }
      const { resultType: _discriminator, ...rest } = result;
      return { outcome: 'answered', result: rest };
    }
    case 'error':
      return { ...errorResult(answer.message), ...lacking(answer.code, answer.data) };
    case 'stuck':
      return errorResult(answer.message);
    case 'not_sent':
      return { outcome: 'not_sent', failure: answer.failure };
    case 'unknown':
      return { outcome: 'unknown', failure: answer.failure };
    default:
      return assertNever(answer);
  }
}

const errorResult = (text: string): Extract<CallOutcome, { outcome: 'answered' }> => ({
  outcome: 'answered',
  result: { content: [{ type: 'text', text }], isError: true },
});

const MISSING_CAPABILITY = -32_021;
const Missing = z.object({ requiredCapabilities: z.record(z.string(), z.unknown()) });

/** What the server says its caller has to declare before it does this (2026-07-28). */
function lacking(code: number, data: unknown): { lacks?: ClientAbilities } {
  const missing = code === MISSING_CAPABILITY ? Missing.safeParse(data) : null;
  if (!missing?.success) return {};
  const { elicitation, sampling, roots } = missing.data.requiredCapabilities;
  const named = Object.entries({ elicitation, sampling, roots }).flatMap(([name, value]) => {
    const ability = asRecord(value);
    return ability === null ? [] : [[name, ability] as const];
  });
  const asked: ClientAbilities = Object.fromEntries(named);
  // Only what the protocol names: the rest would be the server's own words in our error.
  return { lacks: commonAbilities(asked, asked) };
}

/**
 * Why the session is gone, or null. Servers say it with HTTP 404 (the specification), with 400, or
 * with a JSON-RPC error about the session inside a 200; in each case the request was not run.
 */
export function sessionIsGone(answer: Answer, hasSession: boolean): Failure | null {
  if (!hasSession) return null;
  const gone = failure(
    'unavailable',
    'The server has ended our session; the next use opens a new one.',
    {
      params: { reason: 'session_ended' },
    },
  );
  if (answer.kind === 'error') {
    const isAboutSession =
      /session/i.test(answer.message) &&
      /not found|invalid|expired|unknown|no valid|terminated/i.test(answer.message);
    return isAboutSession && [-32_600, -32_000, -32_001].includes(answer.code) ? gone : null;
  }
  if (answer.kind === 'not_sent' && answer.failure.code === 'http_status') {
    const status = answer.failure.params?.['status'];
    return status === 404 || status === 400 ? gone : null;
  }
  return null;
}

/** Whether a failure is the end of a session that the server had forgotten: nothing was run over it. */
export const isSessionEnd = ({ params }: Failure): boolean =>
  params?.['reason'] === 'session_ended';
