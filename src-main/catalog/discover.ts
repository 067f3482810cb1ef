import { type Deadline, deadline } from '../kernel/deadline.ts';
import type { Failure } from '../kernel/failure.ts';
import { assertNever, fail, ok, type Result } from '../kernel/result.ts';
import type { Link, ListKind } from '../servers/connection.ts';
import type { ResourceEntry, ResourceTemplateEntry } from './catalog.ts';
import {
  isObject,
  nameOf,
  type PromptText,
  readPrompts,
  readResources,
  readTemplates,
} from './discovered-items.ts';
import type { JsonLimits } from './json-size.ts';
import { type ListedItem, listAll, METHODS } from './list-all.ts';

export interface DiscoverLimits {
  readonly pages: number;
  readonly tools: number;
  readonly others: number;
  readonly item: JsonLimits;
  readonly bytes: number;
  /** For the whole discovery. */
  readonly total_ms: number;
  /** For each list beside the tools: none of them may keep the tools from being used. */
  readonly side_ms: number;
}

export const DISCOVER_LIMITS: DiscoverLimits = {
  pages: 100,
  tools: 2_000,
  others: 5_000,
  item: { depth: 64, nodes: 20_000, bytes: 256 * 1024 },
  bytes: 16 * 1024 * 1024,
  total_ms: 60_000,
  side_ms: 15_000,
};

const MAX_INSTRUCTIONS = 64 * 1024;
const GONE: readonly Failure['code'][] = ['exited', 'unavailable', 'refused', 'auth_required'];

/** What a server offers, as it says; names within a list are distinct, every item is within the limits. */
export interface Discovery {
  readonly tools: readonly {
    readonly name: string;
    readonly definition: Record<string, unknown>;
  }[];
  /** Tools that are not even fit to be judged. */
  readonly set_aside: readonly { readonly name: string; readonly reason: string }[];
  readonly resources: readonly ResourceEntry[];
  readonly resourceTemplates: readonly ResourceTemplateEntry[];
  /** null: the list could not be read. */
  readonly prompts: readonly PromptText[] | null;
  readonly instructions: string;
  readonly misbehaviour: readonly string[];
}

export interface DiscoverOptions {
  readonly signal: AbortSignal;
  readonly limits?: Partial<DiscoverLimits>;
  /** `step` is a list's name; `total` is not known and 0. */
  readonly onProgress?: (step: ListKind, done: number) => void;
  /** The tools are complete; the other lists, still empty, follow when it is done, unless it fails. */
  readonly onTools?: (found: Discovery) => Promise<Result<void>>;
}

/**
 * Lists everything a link offers. Fails when the tools cannot be listed (call_timeout when they do not
 * come in time), when the server is gone, or cancelled; any other list that fails is a note.
 */
export async function discover(link: Link, options: DiscoverOptions): Promise<Result<Discovery>> {
  const limits = { ...DISCOVER_LIMITS, ...options.limits };
  const whole = deadline(options.signal, limits.total_ms);
  try {
    return await discoverWithin(link, options, limits, whole);
  } finally {
    whole.end();
  }
}

async function discoverWithin(
  link: Link,
  options: DiscoverOptions,
  limits: DiscoverLimits,
  whole: Deadline,
): Promise<Result<Discovery>> {
  const misbehaviour: string[] = [];
  let bytes = limits.bytes;

  async function list(
    kind: ListKind,
    signal: AbortSignal,
    keyOf: (item: unknown) => string | null,
  ) {
    const listed = await listAll(link, kind, {
      signal,
      keyOf,
      limits: {
        pages: limits.pages,
        items: kind === 'tools' ? limits.tools : limits.others,
        item: limits.item,
        bytes,
      },
      onPage: (done) => options.onProgress?.(kind, done),
    });
    if (!listed.ok) return listed;
    bytes = Math.max(0, bytes - listed.value.bytes);
    misbehaviour.push(...listed.value.notes);
    return ok(listed.value.items);
  }

  async function listBeside(
    kind: ListKind,
    offered: boolean,
    key: string,
  ): Promise<Result<readonly ListedItem[] | null>> {
    if (!offered) return ok([]);
    const own = deadline(whole.signal, limits.side_ms);
    const items = await list(kind, own.signal, (item) => textAt(item, key));
    own.end();
    if (items.ok) return items;
    if (options.signal.aborted) return items;
    if (GONE.includes(items.failure.code)) return items;
    misbehaviour.push(
      own.signal.aborted
        ? `${METHODS[kind]} was not answered in time.`
        : `${METHODS[kind]} failed: ${items.failure.message.slice(0, 300)}`,
    );
    return ok(null);
  }

  const tools = link.offers.tools ? await list('tools', whole.signal, nameOf) : ok([]);
  if (!tools.ok) {
    if (!whole.isOver()) return tools;
    const seconds = limits.total_ms / 1000;
    return fail(
      'call_timeout',
      `${link.server_id} did not answer tools/list within ${seconds} s.`,
      {
        fix: 'Look at its log, then disconnect it and probe it again.',
        params: { id: link.server_id, seconds },
      },
    );
  }
  const read = readTools(tools.value, limits, misbehaviour);
  const instructions = link.instructions.slice(0, MAX_INSTRUCTIONS);
  const taken = await options.onTools?.({
    ...{ ...read, instructions, resources: [], resourceTemplates: [], prompts: null },
    misbehaviour: [...misbehaviour],
  });
  if (taken?.ok === false) return taken;
  const resources = await listBeside('resources', link.offers.resources, 'uri');
  if (!resources.ok) return resources;
  const templates = await listBeside('resourceTemplates', link.offers.resources, 'uriTemplate');
  if (!templates.ok) return templates;
  const prompts = await listBeside('prompts', link.offers.prompts, 'name');
  if (!prompts.ok) return prompts;
  if (link.instructions.length > MAX_INSTRUCTIONS)
    misbehaviour.push(
      `Its instructions are longer than ${MAX_INSTRUCTIONS} characters; they were cut.`,
    );
  return ok({
    ...read,
    resources: readResources(resources.value ?? [], misbehaviour),
    resourceTemplates: readTemplates(templates.value ?? [], misbehaviour),
    prompts: prompts.value === null ? null : readPrompts(prompts.value, misbehaviour),
    instructions,
    misbehaviour,
  });
}

const textAt = (item: unknown, key: string): string | null => {
  const value = isObject(item) ? item[key] : undefined;
  return typeof value === 'string' ? value : null;
};

function readTools(items: readonly ListedItem[], limits: DiscoverLimits, misbehaviour: string[]) {
  const tools: { name: string; definition: Record<string, unknown> }[] = [];
  const set_aside: { name: string; reason: string }[] = [];
  let unnamed = 0;
  for (const { value, key, over } of items) {
    if (key === null || !isObject(value)) unnamed += 1;
    else if (over !== null)
      set_aside.push({ name: shown(key), reason: tooLarge(over, limits.item) });
    else if (key.length > 128)
      set_aside.push({ name: shown(key), reason: 'Its name is longer than 128 characters.' });
    else tools.push({ name: key, definition: value });
  }
  if (unnamed > 0) misbehaviour.push(`tools/list holds ${unnamed} item(s) without a usable name.`);
  return { tools, set_aside };
}

const shown = (name: string): string =>
  name.length > 128 ? `${name.slice(0, 120).toWellFormed()}…` : name;

function tooLarge(over: keyof JsonLimits, limits: JsonLimits): string {
  switch (over) {
    case 'depth':
      return `Its definition is nested more than ${limits.depth} levels deep.`;
    case 'nodes':
      return `Its definition has more than ${limits.nodes} parts.`;
    case 'bytes':
      return `Its definition is larger than ${limits.bytes / 1024} KB.`;
    default:
      return assertNever(over);
  }
}
