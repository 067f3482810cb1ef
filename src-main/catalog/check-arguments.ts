import { assertNever, fail, ok, type Result } from '../kernel/result.ts';
import type { ToolEntry } from './catalog.ts';
import { fitsPlainly } from './plain-schema.ts';
import type { WorkerPool } from './worker-pool-worker.ts';

/** How long one check of arguments may take: a call waits for it. */
const CHECK_MS = 1_000;

/** Arguments against input schemas, in the pool's threads and in turns by server. */
export interface ArgumentChecks {
  check(
    entry: Pick<ToolEntry, 'server_id' | 'name' | 'inputSchema'>,
    args: Record<string, unknown>,
  ): Promise<Result<void>>;
  /** The server has listed its tools anew: each gets its chance again. */
  forget(server_id: string): void;
}

/**
 * A tool whose check took too long is not checked again before the next discovery: each further call
 * would cost a thread as much. Fails with bad_arguments, naming the places that do not fit.
 */
export function createArgumentChecks(pool: WorkerPool): ArgumentChecks {
  const slow = new Map<string, Set<string>>();

  return {
    async check({ server_id, name, inputSchema }, args) {
      // Most schemas are of a few plain words, and most arguments fit: then no thread is needed.
      if (fitsPlainly(inputSchema, args)) return ok();
      const isSlow = () => slow.get(server_id)?.has(name) ?? false;
      if (isSlow()) return takesTooLong(server_id, name);
      const end = await pool.run(
        { kind: 'check', schema: inputSchema, args },
        { turn: server_id, skip: isSlow, limit_ms: CHECK_MS },
      );
      switch (end.end) {
        case 'answered': {
          const problems =
            end.reply.kind === 'checked' ? end.reply.problems : ['They were not checked.'];
          if (problems.length === 0) return ok();
          return fail('bad_arguments', `The arguments do not fit ${name}: ${problems.join(' ')}`, {
            fix: 'Look at its input schema.',
            params: { tool: name, problems: problems.join('\n') },
          });
        }
        case 'timeout':
          slow.set(server_id, (slow.get(server_id) ?? new Set()).add(name));
          return takesTooLong(server_id, name);
        case 'crash':
          return fail(
            'bad_arguments',
            `The arguments of ${name} could not be checked: its input schema broke the check.`,
            { params: { tool: name } },
          );
        case 'unstarted':
          return fail('internal', `The arguments could not be checked: ${end.message}`);
        case 'closed':
          return fail('cancelled', 'Gatehouse is closing.');
        default:
          return assertNever(end);
      }
    },
    forget: (server_id) => void slow.delete(server_id),
  };
}

const takesTooLong = (id: string, tool: string): Result<never> =>
  fail('bad_arguments', 'The arguments could not be checked: its schema takes too long.', {
    fix: `It is tried again after the tools of ${id} are listed again: gatehouse probe ${id}`,
    params: { id, tool },
  });
