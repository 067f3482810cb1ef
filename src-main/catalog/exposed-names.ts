import { sha256Hex } from '../kernel/canonical-json.ts';

export const EXPOSED_NAME_DEFAULT = 48;
const HASH_CHARS = 10;
const SERVER_MIN_CHARS = 14;
/** How a name that was changed ends. A raw name that already ends so is changed too. */
const HASHED_END = /_[0-9a-f]{10}$/;

/** Gatehouse's own tools at the gateway (DESIGN.md 7). No server's tool ever gets one of these names. */
export const OWN_TOOLS = [
  ...(['skill_list', 'skill_search', 'skill_read', 'result_read'] as const),
  ...(['tool_search', 'tool_call'] as const),
] as const;
export type OwnToolName = (typeof OWN_TOOLS)[number];

export const isOwnTool = (name: string): name is OwnToolName =>
  OWN_TOOLS.some((own) => own === name);

/** What a name stands for: a server's tool or prompt. */
export interface NamedItem {
  readonly server_id: string;
  readonly name: string;
}

export interface Naming {
  /** Longest name, 32 to 64 characters. */
  readonly max: number;
  /** The only server of an agent with `prefix: none`: its items keep their own names. */
  readonly bare: string | null;
}

export const PREFIXED: Naming = { max: EXPOSED_NAME_DEFAULT, bare: null };

/**
 * The name of a server's tool or prompt at the gateway: `<server>__<tool>` in `[A-Za-z0-9_-]`, at most
 * `max` characters. It depends on the pair alone. A cut or sanitised name ends in a hash of the raw one,
 * so two tools differ in name unless ten hexadecimal digits of SHA-256 agree; `exposedNames` sees to
 * that case.
 */
export function exposedName(item: NamedItem, { max, bare }: Naming = PREFIXED): string {
  const { server_id, name } = item;
  const isBare = server_id === bare;
  const raw = isBare ? name : `${server_id}__${name}`;
  const clean = raw.replace(/[^A-Za-z0-9_-]/g, '_');
  const fits = raw !== '' && raw.length <= max && !HASHED_END.test(raw);
  if (clean === raw && fits && !(isBare && isOwnTool(raw))) return raw;
  const room = max - HASH_CHARS - 1;
  const hash = sha256Hex(JSON.stringify([server_id, name])).slice(0, HASH_CHARS);
  if (isBare) return `${clean.slice(0, room)}_${hash}`;
  const tool = clean.slice(server_id.length + 2);
  const server = server_id.slice(0, Math.max(room - 2 - tool.length, SERVER_MIN_CHARS));
  return `${`${server}__${tool}`.slice(0, room)}_${hash}`;
}

/** Whether the exposed name says less than the raw one, so that the raw one is worth showing. */
export const isRenamed = (exposed: string, { server_id, name }: NamedItem): boolean =>
  exposed !== name && exposed !== `${server_id}__${name}`;

/**
 * Every item under its exposed name, ordered by it. Items that would share a name get none: a server
 * that searched for a collision gains nothing by it.
 */
export function exposedNames<T extends NamedItem>(
  items: readonly T[],
  naming: Naming = PREFIXED,
): ReadonlyMap<string, T> {
  const named = items.map((item) => [exposedName(item, naming), item] as const);
  const times = new Map<string, number>();
  for (const [name] of named) times.set(name, (times.get(name) ?? 0) + 1);
  return new Map(
    named.filter(([name]) => times.get(name) === 1).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
