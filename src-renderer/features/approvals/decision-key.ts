const DECISIONS = [
  'allow',
  'once',
  'session',
  'always',
  'deny',
  'ask',
  'expired',
  'cancelled',
] as const;
export type DecisionKey = (typeof DECISIONS)[number];

/** The word for a journalled decision; null for one that this version does not know. */
export const decisionKey = (decision: string | null): DecisionKey | null =>
  DECISIONS.find((known) => known === decision) ?? null;
