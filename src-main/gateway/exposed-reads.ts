import { globsOf } from '../calls/create-judge.ts';
import type {
  Complete,
  GetPrompt,
  ReadRequest,
  ReadResource,
  SubscribeResource,
} from '../calls/read-resource.ts';
import type { ReadStoredResult } from '../calls/stored-results.ts';
import type { Journal, JournalDraft } from '../journal/journal.ts';
import { failure } from '../kernel/failure.ts';
import { fail } from '../kernel/result.ts';
import type { Pauses } from '../policy/pauses.ts';
import type { Client } from '../trust/client-tokens.ts';
import type { Exposed, McpObject, ReadAnswer } from './exposed.ts';
import {
  errorAnswer,
  noPrompt,
  noResource,
  ownFault,
  readFailure,
  type TellParts,
} from './exposed-answers.ts';
import type { HandedOut } from './exposed-handed-out.ts';
import { ownerOfUri, readUri } from './exposed-uris.ts';
import type { ExposedViews, LiveView } from './exposed-views.ts';
import { storedContents } from './present-result-contents.ts';
import { isFields } from './present-result-text.ts';

export interface ReadParts extends TellParts {
  readonly readResource: ReadResource;
  readonly getPrompt: GetPrompt;
  readonly complete: Complete;
  readonly subscribeResource: SubscribeResource;
  readonly storedResult: ReadStoredResult;
  readonly journal: Pick<Journal, 'append'>;
  readonly pauses: Pick<Pauses, 'isPaused'>;
}

const PAUSED = failure('paused', 'Calls are paused.', { fix: 'Resume them: gatehouse resume' });

interface Place {
  readonly server_id: string;
  readonly raw: string;
}

export function createExposedReads(
  parts: ReadParts & { readonly views: ExposedViews; readonly handedOut: HandedOut },
): Pick<Exposed, 'getPrompt' | 'readResource' | 'complete' | 'subscribe'> {
  const { views, handedOut, journal, pauses } = parts;

  const requestOf = (server_id: string, { client, owner, signal }: Asking): ReadRequest => ({
    ...{ server_id, agent: client.agent, client: client.id, owner, signal },
  });
  /** Where a URI of a client leads; null: nowhere that this agent may read. */
  function placeOf({ agent, view }: LiveView, client: Client, uri: string): Place | null {
    const target = readUri(uri);
    const within = (server_id: string, raw: string): Place | null =>
      globsOf(agent, server_id).length > 0 ? { server_id, raw } : null;
    if (target.kind === 'server') return within(target.server_id, target.raw);
    if (target.kind !== 'raw') return null;
    if (view.bare !== null) return within(view.bare, uri);
    const owner = ownerOfUri(uri, view.offered, handedOut.by(client.id, uri));
    return owner === null ? null : within(owner, uri);
  }

  /** What was asked for and is not there is in the journal too. */
  function nothing(
    client: Client,
    kind: 'resource_read' | 'prompt_get',
    detail: Readonly<Record<string, unknown>>,
    answer: ReturnType<typeof noPrompt>,
    code = 'not_found',
  ): ReadAnswer {
    const noted = journal.append({
      ...{ kind, agent: client.agent, client: client.id, decision: 'deny', outcome: 'not_sent' },
      detail: { ...detail, code },
    } satisfies JournalDraft);
    return noted.ok ? answer : ownFault();
  }

  async function readStored(
    { client, uri }: Asking & { readonly uri: string },
    call_id: string,
    index: number | null,
  ): Promise<ReadAnswer> {
    if (pauses.isPaused(client.agent)) {
      const paused = readFailure(parts, 'gatehouse', PAUSED, noResource(uri));
      return nothing(client, 'resource_read', { uri }, paused, PAUSED.code);
    }
    const found = await parts.storedResult(call_id, client.id, client.agent);
    const contents = found.ok ? storedContents(uri, found.value, index) : null;
    if (contents === null) return nothing(client, 'resource_read', { uri }, noResource(uri));
    const noted = journal.append({
      ...{ kind: 'resource_read', agent: client.agent, client: client.id },
      ...{ decision: 'allow', outcome: 'answered', detail: { uri } },
    });
    return noted.ok ? { kind: 'result', result: { contents } } : ownFault();
  }

  return {
    async getPrompt(request) {
      const { client, name } = request;
      const prompt = views.of(client.agent)?.view.promptNames.get(name);
      if (prompt === undefined)
        return nothing(client, 'prompt_get', { prompt: name.slice(0, 256) }, noPrompt(name));
      const { server_id } = prompt;
      const got = await parts.getPrompt({
        ...requestOf(server_id, request),
        ...{ name: prompt.name, arguments: request.arguments },
      });
      if (!got.ok) return readFailure(parts, server_id, got.failure, noPrompt(name));
      handedOut.note(client.id, server_id, got.value);
      return { kind: 'result', result: got.value };
    },

    async readResource(request) {
      const { client, uri } = request;
      const live = views.of(client.agent);
      const target = readUri(uri);
      if (live !== undefined && target.kind === 'result')
        return readStored(request, target.call_id, target.index);
      const place = live === undefined ? null : placeOf(live, client, uri);
      if (place === null)
        return nothing(client, 'resource_read', { uri: uri.slice(0, 2_000) }, noResource(uri));
      const got = await parts.readResource({
        ...requestOf(place.server_id, request),
        uri: place.raw,
      });
      if (!got.ok) return readFailure(parts, place.server_id, got.failure, noResource(uri));
      return { kind: 'result', result: withUri(got.value, place.raw, uri) };
    },

    async complete(request) {
      const { client, params } = request;
      const live = views.of(client.agent);
      const { ref } = params;
      const found = live === undefined ? null : refOf(live, client, ref);
      if (found === null) {
        const { name, uri } = isFields(ref) ? ref : {};
        const about = { completion: true, ref: String(name ?? uri).slice(0, 2_000) };
        const kind = name === undefined ? 'resource_read' : 'prompt_get';
        return nothing(client, kind, about, errorAnswer(-32_602, 'Unknown reference.'));
      }
      const got = await parts.complete({
        ...requestOf(found.server_id, request),
        params: { ...params, ref: found.ref },
      });
      const missing = errorAnswer(-32_602, 'Unknown reference.');
      return got.ok
        ? { kind: 'result', result: got.value }
        : readFailure(parts, found.server_id, got.failure, missing);
    },

    async subscribe(request) {
      const { client, uri } = request;
      const live = views.of(client.agent);
      const place = live === undefined ? null : placeOf(live, client, uri);
      if (place === null) {
        nothing(client, 'resource_read', { subscription: true, uri }, noResource(uri));
        return fail('not_found', `There is no resource "${uri.slice(0, 500)}".`);
      }
      return parts.subscribeResource({
        ...requestOf(place.server_id, request),
        ...{ uri: place.raw, onUpdated: request.onUpdated },
      });
    },
  };

  /** The server of a `ref` and the same with its own name or URI. */
  function refOf(
    live: LiveView,
    client: Client,
    ref: unknown,
  ): { readonly server_id: string; readonly ref: McpObject } | null {
    if (!isFields(ref)) return null;
    const { name, uri } = ref;
    if (ref['type'] === 'ref/prompt' && typeof name === 'string') {
      const prompt = live.view.promptNames.get(name);
      return prompt === undefined
        ? null
        : { server_id: prompt.server_id, ref: { ...ref, name: prompt.name } };
    }
    if (ref['type'] !== 'ref/resource' || typeof uri !== 'string') return null;
    const place = placeOf(live, client, uri) ?? templateOf(live, uri);
    return place === null ? null : { server_id: place.server_id, ref: { ...ref, uri: place.raw } };
  }
}

type Asking = Parameters<Exposed['readResource']>[0] extends infer T ? Omit<T, 'uri'> : never;

/** A raw template, as in a text of the server, of the only server that lists it. */
function templateOf({ view }: LiveView, uri: string): Place | null {
  const owners = view.offered.filter(({ templates }) => templates.includes(uri));
  const [only] = owners;
  return only !== undefined && owners.length === 1 ? { server_id: only.server_id, raw: uri } : null;
}

/** A server answers under its own URI; the client gets back the one it asked with. */
function withUri(result: Record<string, unknown>, raw: string, asked: string): McpObject {
  const { contents } = result;
  if (raw === asked || !Array.isArray(contents)) return result;
  return {
    ...result,
    contents: contents.map((each: unknown) =>
      isFields(each) && each['uri'] === raw ? { ...each, uri: asked } : each,
    ),
  };
}
