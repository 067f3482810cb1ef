import type { CallTool } from '../calls/call-tool.ts';
import type { ReadStoredResult } from '../calls/stored-results.ts';
import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../kernel/clock.ts';
import { newOrderedId } from '../kernel/ids.ts';
import type { Log } from '../kernel/log.ts';
import { parseStrictJson } from '../kernel/strict-json.ts';
import type { Client } from '../trust/client-tokens.ts';
import type { ExposedAnswer, ExposedCall } from './exposed.ts';
import { callFailure } from './exposed-answers.ts';
import type { HandedOut } from './exposed-handed-out.ts';
import type { LiveView } from './exposed-views.ts';
import { isLarge, presentResult } from './present-result.ts';

export interface CallParts {
  readonly callTool: CallTool;
  readonly storedResult: ReadStoredResult;
  readonly journal: Pick<Journal, 'append'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  readonly redact: (text: string) => string;
  /** How long a call waits for a person before the client is told to come back, in ms. */
  readonly holdMs: (client: Client) => number;
}

/** `live`: what the agent may see as the call comes; undefined when there is no such agent. */
export type CallExposed = (call: ExposedCall, live: LiveView | undefined) => Promise<ExposedAnswer>;

/** A client's call of a server's tool, through the one path of all calls, under the agent of its token. */
export function createExposedCall(
  parts: CallParts & { readonly handedOut: HandedOut },
): CallExposed {
  const { handedOut, callTool, storedResult, journal, log } = parts;

  return async (call, live) => {
    const { client, owner, name, arguments_json, signal, onStep } = call;
    const call_id = newOrderedId(parts.clock.now());
    const entry = live?.view.toolNames.get(name);
    if (live === undefined || entry === undefined) return unknownTool(call_id, call);
    const { server_id, outputSchema } = entry;
    const answer = await callTool({
      ...{ server_id, tool: entry.name, arguments_json, call_id, signal, onStep, owner },
      ...{ agent: client.agent, client: client.id, hold_ms: parts.holdMs(client) },
    });
    if (!answer.ok) return callFailure(parts, call_id, server_id, answer.failure, outputSchema);
    const result = withContent(answer.value.result);
    handedOut.note(client.id, server_id, result);
    const { result_inline_chars: inline_chars } = live.agent;
    const { lacks } = answer.value;
    if (!isLarge(result, inline_chars)) return { kind: 'result', result, outputSchema, lacks };
    const kept = await storedResult(call_id, client.id, client.agent);
    if (!kept.ok) log.warn('a large result is cut and was not kept', { call_id, ...kept.failure });
    const presented = presentResult(result, {
      ...{ call_id, inline_chars, has_output_schema: outputSchema !== null },
      stored: kept.ok ? kept.value : null,
    });
    return { kind: 'result', result: presented, outputSchema };
  };

  /** A call of nothing is a call too: the journal has it like any other. */
  function unknownTool(call_id: string, { client, ...call }: ExposedCall): ExposedAnswer {
    const tool = call.name.slice(0, 256);
    const about = { call_id, agent: client.agent, client: client.id, tool };
    const detail = requestDetail(call.arguments_json);
    const requested = journal.append({ ...about, kind: 'call_requested', detail });
    if (!requested.ok) return callFailure(parts, call_id, null, requested.failure);
    journal.append({
      ...about,
      ...{ kind: 'call_completed', decision: 'deny', outcome: 'not_sent' },
      detail: { code: 'not_found', message: 'The agent has no tool of this name.' },
    });
    return { kind: 'unknown_tool' };
  }
}

/** What the journal says of the arguments: as they were parsed, or as the text they are. */
export function requestDetail(arguments_json: string): Record<string, unknown> {
  const parsed = parseStrictJson(arguments_json);
  return parsed.ok
    ? { arguments: parsed.value }
    : { arguments_text: arguments_json.slice(0, 2000), problem: parsed.failure.message };
}

/** `content` is required of a result in every revision; some servers leave it out. */
const withContent = (result: Record<string, unknown>): Record<string, unknown> =>
  Array.isArray(result['content']) ? result : { ...result, content: [] };
