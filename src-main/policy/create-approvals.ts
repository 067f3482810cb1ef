import { canonicalJson, hashOf } from '../kernel/canonical-json.ts';
import type { Clock } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Surface } from '../kernel/surface.ts';
import { Topic } from '../kernel/topic.ts';
import type {
  Answered,
  ApprovalAnswer,
  ApprovalEnd,
  Approvals,
  Holding,
  PendingApproval,
  Question,
  Unheard,
} from './approvals.ts';

/**
 * Questions and uncollected answers of one client at a time. Beyond it new questions are refused, so
 * that a client cannot push away what a person is reading.
 */
export const OPEN_MAX = 100;
/**
 * Bytes of the arguments of one client's questions, and of all questions, as JSON. Whoever lists what
 * waits gets them all, whole, in one answer, which a client must not be able to make too large.
 */
export const OPEN_BYTES_MAX = 8 * 1024 * 1024;
export const ALL_OPEN_BYTES_MAX = 32 * 1024 * 1024;

export interface ApprovalParts {
  readonly clock: Clock;
  /** Read when a question is asked. Nobody there means deny, at expiry. */
  readonly expire_ms: () => number;
  /** Makes a lasting yes hold; called once, at the moment of the answer. */
  readonly remember: (
    question: Question,
    answer: 'session' | 'always',
    by: Surface,
  ) => Result<unknown>;
  /** Whether a lasting yes still holds: one that was revoked is not collected either. */
  readonly isRemembered: (question: Question) => boolean;
  /** Keeps the server that a question is about running, until the question and its answer are over. */
  readonly lease: (server_id: string) => () => void;
  /** A question that no call waited for has ended. */
  readonly onUnheard: (question: PendingApproval, how: Unheard) => void;
}

/** A question from the asking to its end, or to the call that takes its answer. */
interface Open {
  readonly id: string;
  readonly key: string;
  readonly question: Question;
  readonly asked_at: number;
  readonly expires_at: number;
  readonly expiry: NodeJS.Timeout;
  readonly release: () => void;
  /** Of its arguments. */
  readonly bytes: number;
  /** Tells the call that waits; null: detached. */
  tell: ((end: ApprovalEnd) => void) | null;
  /** Once detached, no abort ends it. */
  outlives: boolean;
  answered: Answered | null;
}

export function createApprovals(parts: ApprovalParts): Approvals {
  const { clock } = parts;
  const open = new Map<string, Open>();
  const changed: Approvals['changed'] = new Topic();
  let ended: Surface | null = null;

  const waiting = (): Open[] => [...open.values()].filter(({ answered }) => answered === null);
  const tellChanged = () => changed.emit({ waiting: waiting().length });

  function viewOf({ question, id, asked_at, expires_at, tell }: Open): PendingApproval {
    return Object.freeze({ ...question, id, asked_at, expires_at, detached: tell === null });
  }

  /** The first end wins: whoever removes it has it. */
  function remove(one: Open): boolean {
    clearTimeout(one.expiry);
    one.release();
    return open.delete(one.id);
  }

  /** Ends it for the call that waits, or else for the record. */
  function close(one: Open, end: ApprovalEnd, unheard: Unheard): void {
    const view = viewOf(one);
    if (!remove(one)) return;
    if (one.tell === null) parts.onUnheard(view, unheard);
    else one.tell(end);
    tellChanged();
  }

  function expire(one: Open): void {
    const { answered } = one;
    close(
      one,
      { end: 'expired', asked_for: one.question.call_id },
      answered === null
        ? { end: 'expired' }
        : { end: 'uncollected', answer: answered.answer, by: answered.by },
    );
  }

  /** Timers stand still while the machine sleeps; the clock does not. */
  function expireLate(): void {
    for (const one of [...open.values()]) if (clock.now() >= one.expires_at) expire(one);
  }

  function begin(question: Question, key: string, bytes: number): Open {
    const asked_at = clock.now();
    const life = parts.expire_ms();
    const one: Open = {
      ...{ id: newId(), key, question, asked_at, expires_at: asked_at + life, bytes },
      expiry: setTimeout(() => expire(one), life),
      release: parts.lease(question.server_id),
      ...{ tell: null, outlives: false, answered: null },
    };
    open.set(one.id, one);
    return one;
  }

  /** Lets a call wait for it: to its end, to the end of the hold, or until the call is given up. */
  function attach(one: Open, { signal, hold_ms }: Holding): Promise<ApprovalEnd> {
    return new Promise((resolve) => {
      const asked_for = one.question.call_id;
      const leave = (end: ApprovalEnd) => {
        clearTimeout(hold);
        signal.removeEventListener('abort', abort);
        resolve(end);
      };
      const detach = (end: ApprovalEnd) => {
        one.tell = null;
        one.outlives = true;
        leave(end);
        tellChanged();
      };
      const abort = () => {
        const end = { end: 'cancelled', asked_for } as const;
        if (one.outlives) detach(end);
        else close(one, end, { end: 'expired' });
      };
      const hold =
        hold_ms === undefined
          ? undefined
          : setTimeout(
              () => detach({ end: 'pending', asked_for, expires_at: one.expires_at }),
              hold_ms,
            );
      one.tell = leave;
      signal.addEventListener('abort', abort, { once: true });
      tellChanged();
    });
  }

  /** What no call waits for under this key, an answer before a question, the oldest first. */
  function keptFor(key: string): Open | undefined {
    const found = [...open.values()].filter((one) => one.key === key && one.tell === null);
    return found.find(({ answered }) => answered !== null) ?? found[0];
  }

  /** Takes an answer out, for one call. */
  function take(key: string): Answered | null {
    for (let one = keptFor(key); one !== undefined && one.answered !== null; one = keptFor(key)) {
      const { answered, question } = one;
      const isLasting = answered.answer === 'session' || answered.answer === 'always';
      if (!isLasting || parts.isRemembered(question)) {
        remove(one);
        return answered;
      }
      close(
        one,
        { end: 'expired', asked_for: question.call_id },
        { end: 'uncollected', answer: answered.answer, by: answered.by },
      );
    }
    return null;
  }

  /** For the call that waits, or for the one that comes for it. */
  function settle(one: Open, answer: ApprovalAnswer, by: Surface): void {
    const answered = answeredOf(one.question, answer, by, clock.now());
    if (one.tell !== null) close(one, answered, { end: 'uncollected', answer, by });
    else {
      one.answered = answered;
      tellChanged();
    }
  }

  return {
    changed,
    list: () => {
      expireLate();
      return waiting().map(viewOf);
    },
    ask: async (question, holding) => {
      const { client, call_id } = question;
      if (ended !== null) return answeredOf(question, 'deny', ended, clock.now());
      if (holding.signal.aborted) return { end: 'cancelled', asked_for: call_id };
      expireLate();
      const key = keyOf(question);
      const taken = take(key);
      if (taken !== null) return taken;
      const kept = keptFor(key);
      if (kept !== undefined) return attach(kept, holding);
      const mine = [...open.values()].filter((one) => one.question.client === client);
      const bytes = Buffer.byteLength(canonicalJson(question.arguments));
      const isTooMuch =
        mine.length >= OPEN_MAX ||
        (mine.length > 0 && bytes + bytesOf(mine) > OPEN_BYTES_MAX) ||
        (open.size > 0 && bytes + bytesOf([...open.values()]) > ALL_OPEN_BYTES_MAX);
      return isTooMuch ? { end: 'refused' } : attach(begin(question, key, bytes), holding);
    },
    collect: (question) => {
      expireLate();
      return take(keyOf(question));
    },
    answer: (id, answer, by) => {
      expireLate();
      const one = open.get(id);
      if (one === undefined || one.answered !== null) return notWaiting(id);
      const view = viewOf(one);
      if (answer === 'session' || answer === 'always') {
        const remembered = parts.remember(one.question, answer, by);
        if (!remembered.ok) return remembered;
      }
      settle(one, answer, by);
      return ok(view);
    },
    denyAll: (by) => {
      for (const one of waiting()) settle(one, 'deny', by);
    },
    endStale: (isStale) => {
      for (const one of [...open.values()]) {
        if (one.tell === null && isStale(viewOf(one)))
          close(one, { end: 'expired', asked_for: one.question.call_id }, { end: 'stale' });
      }
    },
    end: (by) => {
      ended = by;
      for (const one of waiting()) settle(one, 'deny', by);
      for (const one of [...open.values()]) expire(one);
    },
  };
}

const bytesOf = (those: readonly Open[]): number =>
  those.reduce((sum, { bytes }) => sum + bytes, 0);

const answeredOf = (
  question: Question,
  answer: ApprovalAnswer,
  by: Surface,
  answered_at: number,
): Answered => ({ end: 'answered', answer, by, answered_at, asked_for: question.call_id });

const notWaiting = (id: string): Result<never> =>
  fail(
    'not_found',
    `No approval ${id} is waiting: it was answered, has expired or was cancelled.`,
    { fix: 'List what waits with `gatehouse approvals list`.' },
  );

/** What a yes is bound to (DESIGN.md 5). */
const keyOf = (question: Question): string => {
  const { agent, client, server_id, tool, argument_hash, pin, policy_version } = question;
  return hashOf({ agent, client, server_id, tool, argument_hash, pin, policy_version });
};
