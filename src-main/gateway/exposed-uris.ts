import { isServerId } from '../kernel/ids.ts';
import { globMatches } from '../policy/policy-rules.ts';

const OURS = 'gatehouse://';
const SERVER = `${OURS}server/`;
const RESULTS = `${OURS}results/`;

/** Longer raw URIs are not compared with templates, nor longer templates with them. */
const MATCHED_MAX_CHARS = 2_048;
const TEMPLATES_MAX = 200;

/**
 * The URI of a server's resource at the gateway: `gatehouse://server/<server>/` and the raw text, so
 * that a template stays one. `bare` is the only server of an agent with `prefix: none`: its URIs stay as
 * they are, but for those that look like ours.
 */
export const exposedUri = (server_id: string, raw: string, bare: string | null): string =>
  server_id === bare && !raw.startsWith(OURS) ? raw : `${SERVER}${server_id}/${raw}`;

export const resultUri = (call_id: string, index?: number): string =>
  index === undefined ? `${RESULTS}${call_id}` : `${RESULTS}${call_id}/${index}`;

export type UriTarget =
  | { readonly kind: 'server'; readonly server_id: string; readonly raw: string }
  /** `index` of a block of the result's content; null for its text. */
  | { readonly kind: 'result'; readonly call_id: string; readonly index: number | null }
  /** No URI of ours: a server's own, as it may stand in a result. */
  | { readonly kind: 'raw' }
  | { readonly kind: 'none' };

/** What a client means by a URI. Only the exact text is one of ours: no other letter case, no encoding. */
export function readUri(uri: string): UriTarget {
  if (!uri.startsWith(OURS)) return { kind: 'raw' };
  const result = /^gatehouse:\/\/results\/([A-Za-z0-9-]{1,64})(?:\/(0|[1-9]\d{0,5}))?$/.exec(uri);
  if (result?.[1] !== undefined)
    return {
      kind: 'result',
      call_id: result[1],
      index: result[2] === undefined ? null : Number(result[2]),
    };
  const end = uri.indexOf('/', SERVER.length);
  if (!uri.startsWith(SERVER) || end < 0) return { kind: 'none' };
  const server_id = uri.slice(SERVER.length, end);
  return isServerId(server_id)
    ? { kind: 'server', server_id, raw: uri.slice(end + 1) }
    : { kind: 'none' };
}

export interface OfferedUris {
  readonly server_id: string;
  readonly uris: ReadonlySet<string>;
  readonly templates: readonly string[];
}

/**
 * The one server that a raw URI belongs to: the only one that lists it, else the only one with a template
 * that it fits, else the only one that has handed it out. Where several remain, the handing out decides.
 */
export function ownerOfUri(
  uri: string,
  offered: readonly OfferedUris[],
  handedOut: readonly string[],
): string | null {
  const listed = offered.filter(({ uris }) => uris.has(uri));
  const fitting = listed.length > 0 ? listed : offered.filter((each) => fitsOne(uri, each));
  const candidates = fitting.map(({ server_id }) => server_id);
  const given = offered.map(({ server_id }) => server_id).filter((id) => handedOut.includes(id));
  const remaining = candidates.length === 0 ? given : candidates.filter((id) => given.includes(id));
  return only(candidates) ?? only(remaining);
}

const only = (ids: readonly string[]): string | null =>
  ids.length === 1 ? (ids[0] ?? null) : null;

const fitsOne = (uri: string, { templates }: OfferedUris): boolean =>
  uri.length <= MATCHED_MAX_CHARS &&
  templates.slice(0, TEMPLATES_MAX).some((template) => fitsTemplate(uri, template));

/** Every expression as any text: a template is hostile, and a regular expression made of it has no time limit. */
const fitsTemplate = (uri: string, template: string): boolean =>
  template.length <= MATCHED_MAX_CHARS && globMatches(template.replace(/\{[^{}]*\}/g, '*'), uri);
