import { sha256Hex } from '../kernel/canonical-json.ts';

export const EXPOSED_NAME_DEFAULT = 48;
const HASH_CHARS = 10;
const SERVER_MIN_CHARS = 14;
/** How a name that was changed ends. A raw name that already ends so is changed too. */
const HASHED_END = /_[0-9a-f]{10}$/;

/** What a name stands for. */
export interface NamedTool {
  readonly server_id: string;
  readonly name: string;
}

/**
 * The name of a server's tool at the gateway: `<server>__<tool>` in `[A-Za-z0-9_-]`, at most `max`
 * (32 to 64) characters. A cut or sanitised name ends in a hash of the raw one, so two tools differ in
 * name unless ten hexadecimal digits of SHA-256 agree; `exposedNames` sees to that case.
 */
export function exposedName({ server_id, name }: NamedTool, max = EXPOSED_NAME_DEFAULT): string {
  const raw = `${server_id}__${name}`;
  const clean = raw.replace(/[^A-Za-z0-9_-]/g, '_');
  if (clean === raw && raw.length <= max && !HASHED_END.test(raw)) return raw;
  const room = max - HASH_CHARS - 1;
  const tool = clean.slice(server_id.length + 2);
  const server = server_id.slice(0, Math.max(room - 2 - tool.length, SERVER_MIN_CHARS));
  const hash = sha256Hex(JSON.stringify([server_id, name])).slice(0, HASH_CHARS);
  return `${`${server}__${tool}`.slice(0, room)}_${hash}`;
}

/**
 * Every tool under its exposed name, ordered by it. Tools that would share a name get none: a server
 * that searched for a collision gains nothing by it.
 */
export function exposedNames<T extends NamedTool>(
  tools: readonly T[],
  max = EXPOSED_NAME_DEFAULT,
): ReadonlyMap<string, T> {
  const named = tools.map((tool) => [exposedName(tool, max), tool] as const);
  const times = new Map<string, number>();
  for (const [name] of named) times.set(name, (times.get(name) ?? 0) + 1);
  return new Map(
    named.filter(([name]) => times.get(name) === 1).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
