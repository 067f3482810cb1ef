import type { Clock } from '../kernel/clock.ts';
import { assertNever, fail, ok, type Result } from '../kernel/result.ts';
import type { ToolEntry } from './catalog.ts';
import { fitsPlainly } from './plain-schema.ts';
import type { WorkerPool } from './worker-pool-worker.ts';

/** How long one check of arguments may take: a call waits for it. */
const CHECK_MS = 1_000;
/** How long a tool whose check took longer is not checked again: a thread has better things to do. */
const REST_MS = 30_000;

/** Arguments against input schemas, in the pool's threads and in turns by server. */
export interface ArgumentChecks {
  check(
    entry: Pick<ToolEntry, 'server_id' | 'name' | 'inputSchema'>,
    args: Record<string, unknown>,
  ): Promise<Result<void>>;
  /** The server has listed its tools anew: each gets its chance again at once. */
  forget(server_id: string): void;
}

/**
 * Fails with bad_arguments, naming the places that do not fit. A tool whose check took too long rests
 * for half a minute, in which its calls fail at once: the fault may be its schema's or the machine's.
 */
export function createArgumentChecks(pool: WorkerPool, clock: Clock): ArgumentChecks {
  /** Until when the tools of a server rest, by name, ms since 1970. */
  const slow = new Map<string, Map<string, number>>();

  return {
    async check({ server_id, name, inputSchema }, args) {
      // Most schemas are of a few plain words, and most arguments fit: then no thread is needed.
      if (fitsPlainly(inputSchema, args)) return ok();
      const isSlow = () => {
        const left = (slow.get(server_id)?.get(name) ?? 0) - clock.now();
        // More than the whole rest: the clock was set back.
        return left > 0 && left <= REST_MS;
      };
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
          slow.set(server_id, (slow.get(server_id) ?? new Map()).set(name, clock.now() + REST_MS));
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
    fix: `Call again in ${REST_MS / 1_000} seconds.`,
    params: { id, tool, retry_in_s: REST_MS / 1_000 },
  });
