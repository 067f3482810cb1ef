import type { Clock } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Surface } from '../kernel/surface.ts';
import { Topic } from '../kernel/topic.ts';
import type { ApprovalAnswer, ApprovalEnd, Approvals, PendingApproval } from './approvals.ts';

interface Waiting {
  readonly pending: PendingApproval;
  readonly end: (end: ApprovalEnd) => void;
}

/** `expire_ms` is read when a question is asked. Nobody there means deny, at expiry. */
export function createApprovals(parts: {
  readonly clock: Clock;
  readonly expire_ms: () => number;
}): Approvals {
  const { clock, expire_ms } = parts;
  const waiting = new Map<string, Waiting>();
  const changed = new Topic<{ readonly waiting: number }>();

  /** The first end wins; every later one finds nothing. */
  function finish(id: string, end: ApprovalEnd): Result<PendingApproval> {
    const found = waiting.get(id);
    if (found === undefined)
      return fail(
        'not_found',
        `No approval ${id} is waiting: it was answered, has expired or was cancelled.`,
        {
          fix: 'List what waits with `gatehouse approvals list`.',
        },
      );
    waiting.delete(id);
    found.end(end);
    changed.emit({ waiting: waiting.size });
    return ok(found.pending);
  }

  return {
    changed,
    list: () => [...waiting.values()].map(({ pending }) => pending),
    ask: (question, signal) =>
      new Promise<ApprovalEnd>((resolve) => {
        if (signal.aborted) return resolve({ end: 'cancelled' });
        const id = newId();
        const asked_at = clock.now();
        const life = expire_ms();
        const timer = setTimeout(() => finish(id, { end: 'expired' }), life);
        const cancel = () => finish(id, { end: 'cancelled' });
        signal.addEventListener('abort', cancel, { once: true });
        waiting.set(id, {
          pending: Object.freeze({ ...question, id, asked_at, expires_at: asked_at + life }),
          end: (end) => {
            clearTimeout(timer);
            signal.removeEventListener('abort', cancel);
            resolve(end);
          },
        });
        changed.emit({ waiting: waiting.size });
      }),
    answer: (id: string, answer: ApprovalAnswer, by: Surface) =>
      finish(id, { end: 'answered', answer, by }),
    denyAll: (by) => {
      for (const id of [...waiting.keys()]) finish(id, { end: 'answered', answer: 'deny', by });
    },
  };
}
