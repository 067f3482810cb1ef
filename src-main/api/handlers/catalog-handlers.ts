import type { Role, Tool } from '../../../src-preload/contract/index.ts';
import type { ToolEntry } from '../../catalog/catalog.ts';
import { newId } from '../../kernel/ids.ts';
import { fail, ok, type Result } from '../../kernel/result.ts';
import type { Core } from '../core.ts';
import type { Handlers } from '../serve.ts';
import { findServer } from './server-views.ts';

type CatalogHandlers = Pick<
  Handlers,
  | 'probe/run'
  | 'probe/cancel'
  | 'tool/list'
  | 'tool/review'
  | 'tool/override-risk'
  | 'tool/call'
  | 'call/cancel'
  | 'resource/list'
  | 'resource/read'
  | 'prompt/list'
  | 'prompt/get'
>;

const toolView = (entry: ToolEntry): Tool => ({
  ...entry,
  reasons: entry.reasons.map((reason) => ({ ...reason, params: { ...reason.params } })),
  changes: entry.changes.map((change) => ({ ...change })),
});

export function catalogHandlers(core: Core): CatalogHandlers {
  const running = new Map<string, AbortController>();

  function findTool(id: string, name: string): Result<ToolEntry> {
    const server = findServer(core, id);
    if (!server.ok) return server;
    const entry = core.catalog.tool(id, name);
    return entry === undefined
      ? fail('not_found', `${id} has no tool "${name}" that Gatehouse has seen.`, {
          fix: `Probe it again: gatehouse probe ${id}`,
          params: { id, tool: name },
        })
      : ok(entry);
  }

  /**
   * A server that was never discovered is looked at first, so that a list is never silently empty. The
   * window says so itself and has a button for it: it asks again at every change, and what only looks
   * must start nothing.
   */
  async function discovered(id: string, signal: AbortSignal, role: Role): Promise<Result<void>> {
    const server = findServer(core, id);
    if (!server.ok) return server;
    if (role === 'app') return ok();
    if (core.catalog.lastProbe(id)?.report.status === 'ok') return ok();
    const report = await core.catalog.probe(id, signal);
    if (!report.ok) return report;
    return report.value.reason === null ? ok() : fail(report.value.reason);
  }

  return {
    'probe/run': async ({ id }, { signal }) => {
      const server = findServer(core, id);
      if (!server.ok) return server;
      const report = await core.catalog.probe(id, signal);
      return report.ok ? ok(structuredClone(report.value) as never) : report;
    },
    'probe/cancel': ({ id }) => {
      core.catalog.cancelProbe(id);
      return ok({ done: true });
    },

    'tool/list': async ({ server_id }, { signal, role }) => {
      if (server_id !== undefined) {
        const ready = await discovered(server_id, signal, role);
        if (!ready.ok) return ready;
      }
      return ok(core.catalog.tools(server_id).map(toolView));
    },
    'tool/review': ({ server_id, tool, pin }, { surface }) => {
      const server = findServer(core, server_id);
      if (!server.ok) return server;
      const looked = tool === undefined ? undefined : core.catalog.tool(server_id, tool);
      if (pin !== undefined && looked?.pin !== pin)
        return fail(
          'tool_changed',
          `The definition of ${tool ?? server_id} is not the one that was shown.`,
          {
            fix: 'Look at it again.',
            params: { id: server_id, tool: tool ?? '' },
          },
        );
      const reviewed = core.catalog.review(server_id, tool, surface);
      if (!reviewed.ok) return reviewed;
      core.journal.append(
        {
          kind: 'acceptance',
          server_id,
          detail: { tools: reviewed.value.map(({ name, pin }) => ({ name, pin })), surface },
        },
        { durable: true },
      );
      return ok(core.catalog.tools(server_id).map(toolView));
    },
    'tool/override-risk': async ({ server_id, tool, risk }, { surface }) => {
      const found = findTool(server_id, tool);
      if (!found.ok) return found;
      const server = findServer(core, server_id);
      if (!server.ok) return server;
      const { [tool]: _, ...others } = server.value.registration.tool_risk_overrides;
      const overrides = risk === null ? others : { ...others, [tool]: risk };
      const edited = await core.registry.edit(
        server_id,
        { tool_risk_overrides: overrides },
        surface,
      );
      if (!edited.ok) return edited;
      core.journal.append({
        kind: 'config_change',
        server_id,
        tool,
        detail: { change: 'risk override', risk, surface },
      });
      await core.catalog.regrade(server_id);
      const graded = findTool(server_id, tool);
      return graded.ok ? ok(toolView(graded.value)) : graded;
    },

    'tool/call': async ({ server_id, tool, arguments_json, agent, call_id = newId() }, caller) => {
      if (running.has(call_id))
        return fail('already_exists', `A call with id ${call_id} is running already.`);
      const cancel = new AbortController();
      running.set(call_id, cancel);
      try {
        const answer = await core.callTool({
          server_id,
          tool,
          arguments_json,
          agent: agent ?? 'you',
          client: null,
          call_id,
          signal: AbortSignal.any([caller.signal, cancel.signal]),
          onStep: (step) => core.emit({ name: 'call/progress', body: { call_id, ...step } }),
        });
        return answer.ok ? ok({ ...answer.value }) : answer;
      } finally {
        running.delete(call_id);
      }
    },
    'call/cancel': ({ call_id }) => {
      const cancel = running.get(call_id);
      if (cancel === undefined) return fail('not_found', `No call with id ${call_id} is running.`);
      cancel.abort();
      return ok({ done: true });
    },

    'resource/list': async ({ id }, { signal, role }) => {
      const ready = await discovered(id, signal, role);
      if (!ready.ok) return ready;
      const { resources, resourceTemplates } = core.catalog.resources(id);
      return ok({ resources: [...resources], resourceTemplates: [...resourceTemplates] });
    },
    'resource/read': ({ id, uri }, { signal }) =>
      core.readResource({ server_id: id, agent: 'you', client: null, uri, signal }),
    'prompt/list': async ({ id }, { signal, role }) => {
      const ready = await discovered(id, signal, role);
      if (!ready.ok) return ready;
      return ok(
        core.catalog.prompts(id).map((prompt) => ({ ...prompt, arguments: [...prompt.arguments] })),
      );
    },
    'prompt/get': ({ id, name, arguments: args }, { signal }) =>
      core.getPrompt({
        server_id: id,
        agent: 'you',
        client: null,
        name,
        arguments: args ?? {},
        signal,
      }),
  };
}
