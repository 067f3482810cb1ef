import type { ReadStoredResult } from '../calls/stored-results.ts';
import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../kernel/clock.ts';
import { type Failure, failure } from '../kernel/failure.ts';
import { newOrderedId } from '../kernel/ids.ts';
import { assertNever, fail, type Result } from '../kernel/result.ts';
import { parseStrictJson } from '../kernel/strict-json.ts';
import type { Pauses } from '../policy/pauses.ts';
import type { PolicyStore } from '../policy/policy-file.ts';
import { matchRules } from '../policy/policy-rules.ts';
import type { ExposedAnswer, ExposedCall } from './exposed.ts';
import { callFailure, type TellParts } from './exposed-answers.ts';
import { type CallExposed, requestDetail } from './exposed-call.ts';
import type { LiveView } from './exposed-views.ts';
import type { OwnTool } from './own-tools.ts';
import { findTools, readResult, readToolCall } from './own-tools-call.ts';

export interface OwnCallParts extends TellParts {
  readonly storedResult: ReadStoredResult;
  readonly journal: Pick<Journal, 'enter'>;
  readonly pauses: Pick<Pauses, 'isPaused'>;
  readonly policy: Pick<PolicyStore, 'get'>;
  readonly clock: Pick<Clock, 'now'>;
}

export type CallOwnTool = (
  live: LiveView,
  name: OwnTool,
  call: ExposedCall,
) => Promise<ExposedAnswer>;

/** As what the rules of `policy.yml` know our own tools. */
const OWN_SERVER = 'gatehouse';

/**
 * Calls of our own tools. They read only, so they are `low` and need no yes; a pause and a rule that
 * denies hold for them too, and they are journaled like all calls, without a server.
 */
export function createOwnCall(
  parts: OwnCallParts & { readonly callServer: CallExposed },
): CallOwnTool {
  const { journal, pauses, policy, clock, storedResult, callServer } = parts;

  return async (live, name, call) => {
    const { client, arguments_json } = call;
    const parsed = parseStrictJson(arguments_json.trim() === '' ? '{}' : arguments_json);
    switch (name) {
      case 'result_read':
        return recorded(live, name, call, parsed, (args) =>
          readResult(args, live.agent.result_inline_chars, (id) =>
            storedResult(id, client.id, client.agent),
          ),
        );
      case 'tool_search':
        return recorded(live, name, call, parsed, async (args) =>
          findTools(args, live.view.tools, live.agent.result_inline_chars),
        );
      case 'tool_call': {
        const inner = parsed.ok ? readToolCall(parsed.value) : parsed;
        if (!inner.ok) return recorded(live, name, call, inner, async () => inner);
        // What it calls is decided and journaled by the one path of all calls, and only there.
        const passed = { name: inner.value.name, arguments_json: inner.value.arguments_json };
        const answer = await callServer({ ...call, ...passed }, live);
        return answer.kind === 'result' ? { ...answer, outputSchema: null } : answer;
      }
      default:
        return assertNever(name);
    }
  };

  async function recorded(
    live: LiveView,
    tool: OwnTool,
    { client, arguments_json }: ExposedCall,
    args: Result<unknown>,
    work: (args: unknown) => Promise<Result<Record<string, unknown>>>,
  ): Promise<ExposedAnswer> {
    const started = clock.now();
    const call_id = newOrderedId(started);
    const about = { call_id, agent: client.agent, client: client.id, tool };
    const detail = requestDetail(arguments_json);
    const requested = journal.enter({ ...about, kind: 'call_requested', detail });
    const refusal = refusalOf(live, tool);
    const decided = journal.enter({
      ...about,
      ...{ kind: 'call_decided', risk: 'low', decision: refusal === null ? 'allow' : 'deny' },
      detail: { because: refusal === null ? 'own tool' : refusal.message },
    });
    for (const noted of [await requested, await decided]) {
      if (!noted.ok) return callFailure(parts, call_id, null, noted.failure);
    }
    const allowed = refusal === null ? args : fail(refusal);
    const answer = allowed.ok ? await work(allowed.value) : allowed;
    await journal.enter({
      ...about,
      ...{ kind: 'call_completed', risk: 'low', duration_ms: clock.now() - started },
      ...(answer.ok
        ? { outcome: 'answered', detail: {} }
        : {
            outcome: 'not_sent',
            detail: { code: answer.failure.code, message: answer.failure.message },
          }),
    });
    return answer.ok
      ? { kind: 'result', result: answer.value, outputSchema: null }
      : callFailure(parts, call_id, null, answer.failure);
  }

  function refusalOf({ agent }: LiveView, tool: OwnTool): Failure | null {
    if (pauses.isPaused(agent.name))
      return failure('paused', 'Calls are paused.', { fix: 'Resume them: gatehouse resume' });
    const about = { agent: agent.name, server_id: OWN_SERVER, tool, risk: 'low' } as const;
    const { deny } = matchRules(policy.get().policy, about);
    return deny === undefined ? null : failure('denied', `The rule "${deny.id}" denies this call.`);
  }
}
