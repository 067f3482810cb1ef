import type { AgentProfile, AgentProfiles } from '../agents/agent-profiles.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Journal, JournalDraft } from '../journal/journal.ts';
import { sha256Hex } from '../kernel/canonical-json.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { checkLimits, type Limits } from '../policy/limits.ts';
import type { Pauses } from '../policy/pauses.ts';
import type { Registration } from '../registry/registration.ts';
import type { Registry } from '../registry/registry.ts';
import type { Link } from '../servers/connection.ts';
import type { Supervisor } from '../servers/supervisor.ts';
import { globsOf } from './create-judge.ts';
import type { GetPrompt, ReadRequest, ReadResource } from './read-resource.ts';

/** The two reads that are no tool calls; the supervisor refuses disabled and unconfirmed servers. */
export function createReads(parts: {
  readonly journal: Journal;
  readonly registry: Registry;
  readonly agents: AgentProfiles;
  readonly pauses: Pauses;
  readonly supervisor: Supervisor;
  readonly catalog: Catalog;
  readonly limits: (agent: AgentProfile, registration: Registration) => Limits;
}): { readResource: ReadResource; getPrompt: GetPrompt } {
  const { journal, registry, agents, pauses, supervisor, catalog } = parts;

  async function read(
    request: ReadRequest,
    capability: 'resources' | 'prompts',
    kind: 'resource_read' | 'prompt_get',
    what: Record<string, unknown>,
    ask: (link: Link) => Promise<Result<Record<string, unknown>>>,
  ): Promise<Result<Record<string, unknown>>> {
    const record = (more: Partial<JournalDraft>) =>
      journal.append({
        kind,
        agent: request.agent,
        ...(request.client === null ? {} : { client: request.client }),
        server_id: request.server_id,
        ...more,
        detail: { ...what, ...more.detail },
      });
    const may = mayRead(request, capability, what);
    if (!may.ok) {
      record({ decision: 'deny', outcome: 'not_sent', detail: { code: may.failure.code } });
      return may;
    }
    // A journal that cannot be written lets nothing through.
    const noted = record({ decision: 'allow' });
    if (!noted.ok) return noted;
    const used = await supervisor.use(request.server_id, request.signal, async (link) => {
      const discovered = await catalog.ensureDiscovered(link, request.signal);
      return discovered.ok ? ask(link) : discovered;
    });
    const result = used.ok ? used.value : used;
    const text = result.ok ? JSON.stringify(result.value) : '';
    record(
      result.ok
        ? {
            outcome: 'answered',
            detail: { result_chars: text.length, result_sha256: sha256Hex(text) },
          }
        : {
            outcome: 'not_sent',
            detail: { code: result.failure.code, message: result.failure.message },
          },
    );
    return result;
  }

  function mayRead(
    request: ReadRequest,
    capability: 'resources' | 'prompts',
    what: Record<string, unknown>,
  ): Result<void> {
    const server = registry.get(request.server_id);
    if (server === undefined)
      return fail('not_found', `There is no server "${request.server_id}".`, {
        params: { id: request.server_id },
      });
    const agent = agents.get(request.agent);
    if (agent === undefined) return fail('not_found', `There is no agent "${request.agent}".`);
    if (agent.problem !== null) return fail(agent.problem);
    if (pauses.isPaused(agent.name))
      return fail('paused', 'Calls are paused.', { fix: 'Resume them: gatehouse resume' });
    if (globsOf(agent, request.server_id).length === 0)
      return fail('denied', `The agent ${agent.name} may not use ${request.server_id}.`);
    // A read cannot be asked about, so what cannot be told is denied.
    const verdict = checkLimits(what, parts.limits(agent, server.registration));
    if (verdict.verdict !== 'inside') return fail('denied', verdict.reason);
    return server.registration.capabilities.includes(capability)
      ? ok()
      : fail('denied', `The registration of ${request.server_id} does not list "${capability}".`);
  }

  /** A prompt is text for a model: one that is new or changed waits for a person, like a tool. */
  async function mayGet(
    id: string,
    name: string,
    get: () => Promise<Result<Record<string, unknown>>>,
  ): Promise<Result<Record<string, unknown>>> {
    const prompt = catalog.prompts(id).find((known) => known.name === name);
    if (prompt === undefined)
      return fail('not_found', `${id} has no prompt "${name}".`, {
        fix: `List its prompts with \`gatehouse prompts ${id}\`.`,
        params: { id, prompt: name },
      });
    return prompt.state === 'accepted'
      ? get()
      : fail('tool_changed', `The prompt ${name} is not the accepted one.`, {
          fix: `Review it: gatehouse tool review ${id}`,
          params: { id, prompt: name },
        });
  }

  return {
    readResource: (request) =>
      read(request, 'resources', 'resource_read', { uri: request.uri }, (link) =>
        link.readResource(request.uri, request.signal),
      ),
    getPrompt: (request) =>
      read(
        request,
        'prompts',
        'prompt_get',
        { prompt: request.name, arguments: request.arguments },
        (link) =>
          mayGet(request.server_id, request.name, () =>
            link.getPrompt(request.name, { ...request.arguments }, request.signal),
          ),
      ),
  };
}
