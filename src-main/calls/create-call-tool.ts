import type { AgentProfiles } from '../agents/agent-profiles.ts';
import type { Catalog, ToolEntry } from '../catalog/catalog.ts';
import type { Journal, JournalDraft } from '../journal/journal.ts';
import { hashOf } from '../kernel/canonical-json.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Failure } from '../kernel/failure.ts';
import { assertNever, fail, ok, type Result } from '../kernel/result.ts';
import { parseStrictJson } from '../kernel/strict-json.ts';
import type { Registry } from '../registry/registry.ts';
import { isSessionEnd } from '../servers/call-outcome.ts';
import type { CallOutcome, Link } from '../servers/connection.ts';
import type { Supervisor } from '../servers/supervisor.ts';
import type { CallAnswer, CallRequest, CallTool } from './call-tool.ts';
import type { AskThrough } from './client-questions.ts';
import type { DecideCall, PreparedCall } from './decide-call.ts';
import { deepFreeze } from './deep-freeze.ts';
import type { ResultStore } from './results-file.ts';

export interface CallParts {
  readonly clock: Clock;
  readonly journal: Journal;
  readonly registry: Registry;
  readonly agents: AgentProfiles;
  readonly supervisor: Supervisor;
  readonly catalog: Catalog;
  readonly results: ResultStore;
  readonly decideCall: DecideCall;
  readonly askThrough: AskThrough;
}

/** The one path of a tool call: DESIGN.md 6, steps 1 to 7 in this order. */
export function createCallTool(parts: CallParts): CallTool {
  const { clock, journal, registry, agents, supervisor, catalog, results, decideCall } = parts;
  const { askThrough } = parts;

  return async (request) => {
    const started = clock.now();
    const about = {
      call_id: request.call_id,
      agent: request.agent,
      ...(request.client === null ? {} : { client: request.client }),
      server_id: request.server_id,
      tool: request.tool,
    };
    const record = (draft: Omit<JournalDraft, keyof typeof about>) =>
      journal.enter({ ...about, ...draft });

    // 1. before anything is looked up, and written before anything leaves us; unparsable arguments are recorded as the text they are
    const parsed = readArguments(request.arguments_json);
    const requested = record({
      kind: 'call_requested',
      detail: parsed.ok
        ? { arguments: parsed.value }
        : {
            arguments_text: request.arguments_json.slice(0, 2000),
            problem: parsed.failure.message,
          },
    });

    const end = (outcome: string, more: Partial<JournalDraft> = {}) =>
      record({ kind: 'call_completed', outcome, duration_ms: clock.now() - started, ...more });
    const notSent = async (failure: Failure): Promise<Result<CallAnswer>> => {
      await end('not_sent', { detail: { code: failure.code, message: failure.message } });
      const recorded = await requested;
      return recorded.ok ? { ok: false, failure } : recorded;
    };

    if (!parsed.ok) return notSent(parsed.failure);
    // 2. who, what, with what
    request.onStep({ step: 'deciding', progress: null, total: null, message: '' });
    const prepared = await prepare(request, parsed.value, requested);
    if (!prepared.ok) return notSent(prepared.failure);
    const { entry } = prepared.value;

    // 3. decide; on ask, hold
    const decided = await decideCall(request, prepared.value);
    if (!decided.ok) return notSent(decided.failure);
    const recorded = await requested;
    if (!recorded.ok) return notSent(recorded.failure);

    // 4. connection; a new one lists the tools first
    request.onStep({ step: 'connecting', progress: null, total: null, message: '' });
    const { call_s = 120 } = registry.get(request.server_id)?.registration.timeouts ?? {};
    const send = async (link: Link): Promise<CallOutcome> => {
      const discovered = await catalog.ensureTools(link, request.signal);
      if (!discovered.ok) return { outcome: 'not_sent', failure: discovered.failure };
      // 6. send; 5 runs in the tick that writes
      request.onStep({ step: 'running', progress: null, total: null, message: '' });
      return link.callTool(
        request.tool,
        { ...prepared.value.args },
        {
          signal: request.signal,
          idle_ms: call_s * 1000,
          total_ms: call_s * 10_000,
          beforeSend: decided.value.lastLook,
          owner: askThrough({ ...about, client: request.client }, request.owner),
          onProgress: ({ progress, total, message }) =>
            request.onStep({ step: 'running', progress, total, message }),
        },
      );
    };
    const use = () => supervisor.use(request.server_id, request.signal, send, { forCall: true });
    const first = await use();
    // It was not run: once more, over a new session, whose tools are listed and looked at anew.
    const used = first.ok && wasForgotten(first.value) ? await use() : first;
    if (!used.ok) return notSent(used.failure);

    // 7. what is known about the other side
    const call = used.value;
    switch (call.outcome) {
      case 'answered': {
        const kept = await results.keep(call.result);
        await end('answered', {
          risk: entry.risk,
          detail: { is_error: call.result['isError'] === true, ...kept },
        });
        return ok({
          call_id: request.call_id,
          outcome: 'answered',
          duration_ms: clock.now() - started,
          result: call.result,
          lacks: call.lacks ?? null,
        });
      }
      case 'not_sent':
        return notSent(call.failure);
      case 'unknown':
        await end('unknown', {
          detail: { code: call.failure.code, message: call.failure.message },
        });
        return fail(
          'outcome_unknown',
          `The call was sent to ${request.server_id} and no answer came: ${call.failure.message} It may have run.`,
          {
            fix: 'Look at the other side before you repeat it.',
            params: { id: request.server_id },
          },
        );
      default:
        return assertNever(call);
    }
  };

  async function prepare(
    request: CallRequest,
    args: Record<string, unknown>,
    requested: Promise<Result<unknown>>,
  ): Promise<Result<PreparedCall>> {
    const agent = agents.get(request.agent);
    if (agent === undefined)
      return fail('not_found', `There is no agent "${request.agent}".`, {
        params: { agent: request.agent },
      });
    const server = registry.get(request.server_id);
    if (server === undefined)
      return fail('not_found', `There is no server "${request.server_id}".`, {
        fix: 'List the servers with `gatehouse server list`.',
        params: { id: request.server_id },
      });
    const entry = await findTool(request, requested);
    if (!entry.ok) return entry;
    if (entry.value.state !== 'quarantined') {
      const checked = await catalog.checkArguments(entry.value, args);
      if (!checked.ok) return checked;
    }
    return ok({
      ...{ agent, entry: entry.value, requested },
      ...{ args: deepFreeze(args), argument_hash: hashOf(args) },
    });
  }

  /** A server that nobody has looked at yet is discovered first; the supervisor refuses unconfirmed ones. */
  async function findTool(
    { server_id, tool, signal }: CallRequest,
    requested: Promise<Result<unknown>>,
  ): Promise<Result<ToolEntry>> {
    const known = catalog.tool(server_id, tool);
    if (known !== undefined) return ok(known);
    if (catalog.tools(server_id).length === 0) {
      const recorded = await requested;
      if (!recorded.ok) return recorded;
      const looked = await supervisor.use(
        server_id,
        signal,
        (link) => catalog.ensureTools(link, signal),
        { forCall: true },
      );
      if (!looked.ok) return looked;
      if (!looked.value.ok) return looked.value;
    }
    const found = catalog.tool(server_id, tool);
    return found === undefined
      ? fail('not_found', `${server_id} has no tool "${tool}".`, {
          fix: `List its tools with \`gatehouse tools ${server_id}\`.`,
          params: { id: server_id, tool },
        })
      : ok(found);
  }
}

/** The server had forgotten our session, so it did not take the call. */
const wasForgotten = (call: CallOutcome): boolean =>
  call.outcome === 'not_sent' && isSessionEnd(call.failure);

function readArguments(json: string): Result<Record<string, unknown>> {
  const parsed = parseStrictJson(json.trim() === '' ? '{}' : json);
  if (!parsed.ok) return parsed;
  const value = parsed.value;
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? ok(Object.fromEntries(Object.entries(value)))
    : fail('bad_arguments', 'The arguments of a tool are a JSON object.', {
        fix: 'Write them as {"name": value}.',
      });
}
