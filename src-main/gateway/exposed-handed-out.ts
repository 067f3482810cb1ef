const URIS_MAX = 1_000;
const URI_MAX_CHARS = 8_192;
const CLIENTS_MAX = 200;

/** Which server gave which URI to which client, lately: a link in a result is the server's own text. */
export interface HandedOut {
  /** Takes every URI of the content blocks of a result, or of the messages of a prompt. */
  note(client_id: string, server_id: string, result: Readonly<Record<string, unknown>>): void;
  /** The servers that gave it. */
  by(client_id: string, uri: string): readonly string[];
}

/** In memory and bounded; the oldest go first. */
export function createHandedOut(): HandedOut {
  const clients = new Map<string, Map<string, ReadonlySet<string>>>();

  return {
    note(client_id, server_id, result) {
      const uris = urisIn(result);
      if (uris.length === 0) return;
      const known = clients.get(client_id) ?? new Map<string, ReadonlySet<string>>();
      renew(clients, client_id, known, CLIENTS_MAX);
      for (const uri of uris)
        renew(known, uri, new Set([...(known.get(uri) ?? []), server_id]), URIS_MAX);
    },
    by: (client_id, uri) => [...(clients.get(client_id)?.get(uri) ?? [])],
  };
}

function renew<T>(map: Map<string, T>, key: string, value: T, max: number): void {
  map.delete(key);
  map.set(key, value);
  const oldest = map.keys().next();
  if (map.size > max && oldest.done === false) map.delete(oldest.value);
}

function urisIn(result: Readonly<Record<string, unknown>>): string[] {
  const blocks = [
    ...listOf(result['content']),
    ...listOf(result['messages']).map((message) => fieldOf(message, 'content')),
  ].slice(0, URIS_MAX);
  return blocks
    .flatMap((block) => [fieldOf(block, 'uri'), fieldOf(fieldOf(block, 'resource'), 'uri')])
    .filter((uri): uri is string => typeof uri === 'string' && uri.length <= URI_MAX_CHARS);
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const fieldOf = (value: unknown, field: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
