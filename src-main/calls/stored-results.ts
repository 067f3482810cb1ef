import { z } from 'zod';
import type { Journal } from '../journal/journal.ts';
import { fail, ok, type Result } from '../kernel/result.ts';

/** The whole result of a call as it was kept, secrets hidden: MCP's CallToolResult. */
export type StoredResult = Record<string, unknown>;

/**
 * Of a call that this very client made as this agent; anybody else's is not_found, like none. Fails with
 * file_error when what was kept is gone or is not what was written.
 */
export type ReadStoredResult = (
  call_id: string,
  client_id: string,
  agent: string,
) => Promise<Result<StoredResult>>;

const CALL_ID_MAX = 100;
const Fields = z.record(z.string(), z.unknown());
const Kept = z.object({
  result: Fields.optional(),
  result_file: z
    .string()
    .regex(/^[0-9a-f]{64}\.json$/)
    .optional(),
  result_sha256: z.string().optional(),
});

export function createStoredResults(parts: {
  readonly journal: Pick<Journal, 'page'>;
  /** The JSON of a file of state/results, whose SHA-256 is the one given. */
  readonly readFile: (name: string, sha256: string) => Promise<Result<unknown>>;
}): ReadStoredResult {
  /** The newest read of each client that has one under way. */
  const reading = new Map<string, Promise<unknown>>();

  /** One after the other for a client: a file may be large, and all at once would fill the memory. */
  async function inTurn<T>(client_id: string, read: () => Promise<T>): Promise<T> {
    const mine = (reading.get(client_id) ?? Promise.resolve()).then(read);
    const settled = mine.catch(() => undefined); // `mine` tells its caller
    reading.set(client_id, settled);
    await settled;
    if (reading.get(client_id) === settled) reading.delete(client_id);
    return mine;
  }

  return async (call_id, client_id, agent) => {
    const none = fail('not_found', 'There is no such result.');
    if (call_id === '' || call_id.length > CALL_ID_MAX) return none;
    const { entries } = parts.journal.page({
      ...{ call_id, agent, kinds: ['call_completed'], outcome: 'answered' },
    });
    const entry = entries.find(({ client }) => client === client_id);
    const kept = Kept.safeParse(entry?.detail);
    if (entry === undefined || !kept.success) return none;
    const { result, result_file, result_sha256 } = kept.data;
    if (result !== undefined) return ok(result);
    if (result_file === undefined || result_sha256 === undefined) return none;
    const read = await inTurn(client_id, () => parts.readFile(result_file, result_sha256));
    if (!read.ok) return read;
    const value = Fields.safeParse(read.value);
    return value.success ? ok(value.data) : none;
  };
}
