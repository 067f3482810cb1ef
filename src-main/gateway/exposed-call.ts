import type { CallRequest, CallTool } from '../calls/call-tool.ts';
import type { Journal } from '../journal/journal.ts';
import { newId } from '../kernel/ids.ts';
import type { Log } from '../kernel/log.ts';
import { parseStrictJson } from '../kernel/strict-json.ts';
import type { Client } from '../trust/client-tokens.ts';
import type { ExposedTools } from './exposed-tools.ts';
import { failureText } from './failure-text.ts';

export interface ExposedCall {
  readonly client: Client;
  /** The exposed name, as the client sent it. */
  readonly name: string;
  readonly arguments_json: string;
  readonly signal: AbortSignal;
  readonly onStep: CallRequest['onStep'];
}

/** MCP's CallToolResult: the server's own, or a failure that the model should see. */
export interface ExposedResult {
  readonly kind: 'result';
  readonly result: Record<string, unknown>;
  /** Of the tool, as it is listed. */
  readonly outputSchema: Record<string, unknown> | null;
}
export type ExposedAnswer =
  | ExposedResult
  | { readonly kind: 'unknown_tool' }
  | { readonly kind: 'own_fault' };

export type CallExposed = (call: ExposedCall) => Promise<ExposedAnswer>;

/** A client's call through the one path of all calls, under the agent of its token. */
export function createCallExposed(parts: {
  readonly tools: ExposedTools;
  readonly callTool: CallTool;
  readonly journal: Journal;
  readonly log: Log;
  readonly redact: (text: string) => string;
}): CallExposed {
  const { tools, callTool, journal, log, redact } = parts;

  return async ({ client, name, arguments_json, signal, onStep }) => {
    const call_id = newId();
    const entry = tools.find(client.agent, name);
    if (entry === undefined) {
      const recorded = recordUnknown(call_id, client, name, arguments_json);
      return { kind: recorded ? 'unknown_tool' : 'own_fault' };
    }
    const answer = await callTool({
      server_id: entry.server_id,
      tool: entry.name,
      arguments_json,
      agent: client.agent,
      client: client.id,
      call_id,
      signal,
      onStep,
    });
    const { outputSchema } = entry;
    if (answer.ok)
      return { kind: 'result', result: withContent(answer.value.result), outputSchema };
    const told = failureText(entry.server_id, answer.failure);
    if (told === 'unknown_tool') return { kind: told };
    if (told === 'own_fault') {
      log.error('a call from a client failed by our own fault', { call_id, ...answer.failure });
      return { kind: told };
    }
    const content = [{ type: 'text', text: redact(told.text) }];
    return { kind: 'result', result: { content, isError: true }, outputSchema };
  };

  /** A call of nothing is a call too: the journal has it like any other. */
  function recordUnknown(
    call_id: string,
    client: Client,
    name: string,
    arguments_json: string,
  ): boolean {
    const about = { call_id, agent: client.agent, client: client.id, tool: name.slice(0, 256) };
    const parsed = parseStrictJson(arguments_json);
    const detail = parsed.ok
      ? { arguments: parsed.value }
      : { arguments_text: arguments_json.slice(0, 2000), problem: parsed.failure.message };
    const requested = journal.append({ ...about, kind: 'call_requested', detail });
    if (!requested.ok) return false;
    journal.append({
      ...about,
      kind: 'call_completed',
      outcome: 'not_sent',
      detail: { code: 'not_found', message: 'The agent has no tool of this name.' },
    });
    return true;
  }
}

/** `content` is required of a result in every revision; some servers leave it out. */
const withContent = (result: Record<string, unknown>): Record<string, unknown> =>
  Array.isArray(result['content']) ? result : { ...result, content: [] };
