import type { Approval } from '../../../src-preload/contract/index.ts';

/** Why a question that was shown waits no more, without an answer from this window. */
export type Ended = 'expired' | 'gone';

export interface Queue {
  /** Kept when it ends, so that the person sees what became of it. */
  readonly shown: Approval | null;
  readonly ended: Ended | null;
  readonly waiting: readonly Approval[];
  /** Questions this window has answered: they leave without a word. */
  readonly answered: ReadonlySet<string>;
}

export const emptyQueue: Queue = { shown: null, ended: null, waiting: [], answered: new Set() };

const oldestFirst = (list: readonly Approval[]): Approval[] =>
  list.toSorted(
    (left, right) => left.asked_at.localeCompare(right.asked_at) || left.id.localeCompare(right.id),
  );

/** Takes in what waits now. What is shown stays, also when it ended; a new question never replaces it. */
export function withWaiting(queue: Queue, list: readonly Approval[], now: number): Queue {
  const waiting = oldestFirst(list).filter((approval) => !queue.answered.has(approval.id));
  const { shown } = queue;
  // With nothing left the window was put away; what comes next must not find it telling of the past.
  const away = queue.ended !== null && queue.waiting.length === 0 && waiting.length > 0;
  if (shown === null || away || queue.answered.has(shown.id))
    return { ...queue, waiting, shown: waiting[0] ?? null, ended: null };
  const still = waiting.find((approval) => approval.id === shown.id);
  if (still !== undefined) return { ...queue, waiting, shown: still, ended: null };
  const ended = queue.ended ?? (Date.parse(shown.expires_at) <= now ? 'expired' : 'gone');
  return { ...queue, waiting, ended };
}

/** The person answered; the next question comes up at once. */
export function withAnswer(queue: Queue, id: string): Queue {
  const answered = new Set(queue.answered).add(id);
  const waiting = queue.waiting.filter((approval) => approval.id !== id);
  return { ...queue, answered, waiting, shown: nextOf(queue, waiting), ended: null };
}

function nextOf(queue: Queue, waiting: readonly Approval[]): Approval | null {
  const at = queue.waiting.findIndex((approval) => approval.id === queue.shown?.id);
  return waiting[Math.max(0, at)] ?? waiting[0] ?? null;
}

/** Position of what is shown among those that wait, from 1; null when it is no longer one of them. */
export function position(queue: Queue): { at: number; of: number } | null {
  const index = queue.waiting.findIndex((approval) => approval.id === queue.shown?.id);
  return index < 0 ? null : { at: index + 1, of: queue.waiting.length };
}

/** Shows the one before or after; from an ended question, the oldest that waits. */
export function stepped(queue: Queue, by: 1 | -1): Queue {
  const index = queue.waiting.findIndex((approval) => approval.id === queue.shown?.id);
  if (queue.waiting.length === 0) return { ...queue, shown: null, ended: null };
  const next = index < 0 ? 0 : (index + by + queue.waiting.length) % queue.waiting.length;
  return { ...queue, shown: queue.waiting[next] ?? null, ended: null };
}
