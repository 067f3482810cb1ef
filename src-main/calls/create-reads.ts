import { z } from 'zod';
import type { AgentProfile, AgentProfiles } from '../agents/agent-profiles.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Journal, JournalDraft } from '../journal/journal.ts';
import { sha256Hex } from '../kernel/canonical-json.ts';
import type { Failure } from '../kernel/failure.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { checkLimits, type Limits } from '../policy/limits.ts';
import type { Pauses } from '../policy/pauses.ts';
import type { Registration } from '../registry/registration.ts';
import type { Registry } from '../registry/registry.ts';
import { isSessionEnd } from '../servers/call-outcome.ts';
import type { Link } from '../servers/connection.ts';
import type { Supervisor } from '../servers/supervisor.ts';
import type { AskThrough } from './client-questions.ts';
import { globsOf } from './create-judge.ts';
import type {
  Complete,
  GetPrompt,
  ReadRequest,
  ReadResource,
  SubscribeResource,
} from './read-resource.ts';
import { followResource } from './subscribe-resource.ts';

/** What is no tool call; the supervisor refuses disabled and unconfirmed servers. */
export function createReads(parts: {
  readonly journal: Journal;
  readonly registry: Registry;
  readonly agents: AgentProfiles;
  readonly pauses: Pauses;
  readonly supervisor: Supervisor;
  readonly catalog: Catalog;
  readonly limits: (agent: AgentProfile, registration: Registration) => Limits;
  readonly askThrough: AskThrough;
}): {
  readResource: ReadResource;
  getPrompt: GetPrompt;
  complete: Complete;
  subscribeResource: SubscribeResource;
} {
  const { journal, registry, agents, pauses, supervisor, catalog, askThrough } = parts;

  async function read(
    request: ReadRequest,
    capability: Capability,
    kind: ReadKind,
    what: Record<string, unknown>,
    ask: (link: Link) => Promise<Result<Record<string, unknown>>>,
  ): Promise<Result<Record<string, unknown>>> {
    const record = recorder(request, kind, what);
    const may = mayRead(request, capability, what);
    if (!may.ok) return denied(record, may.failure);
    // A journal that cannot be written lets nothing through.
    const noted = await record({ decision: 'allow' });
    if (!noted.ok) return noted;
    const use = async () => {
      const used = await supervisor.use(
        request.server_id,
        request.signal,
        async (link) => {
          const discovered = await catalog.ensureDiscovered(link, request.signal);
          return discovered.ok ? ask(link) : discovered;
        },
        { forCall: true },
      );
      return used.ok ? used.value : used;
    };
    const first = await use();
    // Reading twice harms nothing, and over a forgotten session it was not read at all.
    const result = !first.ok && isSessionEnd(first.failure) ? await use() : first;
    const text = result.ok ? JSON.stringify(result.value) : '';
    await record(
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

  const recorder =
    (request: ReadRequest, kind: ReadKind, what: Record<string, unknown>): Recorder =>
    (more) =>
      journal.enter({
        kind,
        agent: request.agent,
        ...(request.client === null ? {} : { client: request.client }),
        server_id: request.server_id,
        ...more,
        detail: { ...what, ...more.detail },
      });

  const ownerOf = ({ agent, client, server_id, owner }: ReadRequest) =>
    askThrough({ agent, client, server_id }, owner);

  function mayRead(
    request: ReadRequest,
    capability: Capability,
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
        link.readResource(request.uri, request.signal, ownerOf(request)),
      ),
    getPrompt: (request) =>
      read(
        request,
        'prompts',
        'prompt_get',
        { prompt: request.name, arguments: request.arguments },
        (link) =>
          mayGet(request.server_id, request.name, () =>
            link.getPrompt(
              request.name,
              { ...request.arguments },
              request.signal,
              ownerOf(request),
            ),
          ),
      ),
    complete: async (request) => {
      const ref = Ref.safeParse(request.params['ref']);
      if (!ref.success)
        return fail('bad_arguments', 'What is completed is a prompt or a resource template.');
      const isPrompt = ref.data.type === 'ref/prompt';
      const what = { completion: true, ...request.params };
      const may = mayRead(request, isPrompt ? 'prompts' : 'resources', what);
      if (!may.ok) {
        const { type: _type, ...named } = ref.data;
        const kind = isPrompt ? 'prompt_get' : 'resource_read';
        return denied(recorder(request, kind, { completion: true, ...named }), may.failure);
      }
      const { server_id, signal, params } = request;
      const used = await supervisor.use(
        server_id,
        signal,
        async (link) => {
          const discovered = await catalog.ensureDiscovered(link, signal);
          if (!discovered.ok) return discovered;
          const get = () => link.complete(params, signal);
          return ref.data.type === 'ref/prompt' ? mayGet(server_id, ref.data.name, get) : get();
        },
        { forCall: true },
      );
      return used.ok ? used.value : used;
    },
    subscribeResource: async (request) => {
      const what = { uri: request.uri, subscription: true };
      const record = recorder(request, 'resource_read', what);
      const mayFollow = () => mayRead(request, 'resources', { uri: request.uri });
      const may = mayFollow();
      if (!may.ok) return denied(record, may.failure);
      const noted = await record({ decision: 'allow' });
      if (!noted.ok) return noted;
      const followed = await followResource({ supervisor, mayFollow }, request);
      await record(
        followed.ok
          ? { outcome: 'answered' }
          : { outcome: 'not_sent', detail: { code: followed.failure.code } },
      );
      return followed;
    },
  };
}

type Capability = 'resources' | 'prompts';
type ReadKind = 'resource_read' | 'prompt_get';
type Recorder = (more: Partial<JournalDraft>) => Promise<Result<unknown>>;

const Ref = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ref/prompt'), name: z.string() }),
  z.object({ type: z.literal('ref/resource'), uri: z.string() }),
]);

async function denied(record: Recorder, failure: Failure): Promise<Result<never>> {
  await record({ decision: 'deny', outcome: 'not_sent', detail: { code: failure.code } });
  return fail(failure);
}
