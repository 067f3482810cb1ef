/** How long a question must stand, untouched, before an answer counts. */
export const GUARD_MS = 600;
/** A held or hammered key may lengthen the wait, but not for ever. */
export const GUARD_MOST_MS = 5000;

export interface Guard {
  /** When the question appeared or changed, or the window was shown again. */
  readonly since: number;
  readonly until: number;
}

/** Starts a guard: a person typing elsewhere when the window comes up must not answer by accident. */
export const startGuard = (now: number): Guard => ({ since: now, until: now + GUARD_MS });

/** A key or click while the guard stands: it is not meant for this question, so the wait starts over. */
export function touchGuard(guard: Guard, now: number): Guard {
  if (mayAnswer(guard, now)) return guard;
  return { ...guard, until: Math.min(now + GUARD_MS, guard.since + GUARD_MOST_MS) };
}

export const mayAnswer = (guard: Guard, now: number): boolean => now >= guard.until;
