import type { RiskReason } from './risk.ts';

export interface AnnotationReading {
  readonly raises: boolean;
  readonly reasons: readonly RiskReason[];
}

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

/**
 * A server's hints about its own tool (MCP, ToolAnnotations) can raise a grade, never lower it.
 * `destructiveHint` raises where it is true and `readOnlyHint` is not; both true contradict each
 * other, and so does `readOnlyHint` beside dangerous words: both are told. Hints that are not
 * booleans count as absent, and are told.
 */
export function readAnnotations(annotations: unknown, dangerous: boolean): AnnotationReading {
  const hint = (name: string): unknown =>
    typeof annotations === 'object' && annotations !== null
      ? Reflect.get(annotations, name)
      : undefined;
  const readOnly = hint('readOnlyHint') === true;
  const destructive = hint('destructiveHint') === true;
  const reasons: RiskReason[] = [];
  const tell = (code: string, text: string, params: Record<string, string> = {}) =>
    reasons.push({ code, params, text, from: 'annotation' });

  if (destructive && readOnly)
    tell('contradicting_hints', 'The server calls it both read-only and destructive.');
  else if (destructive) tell('destructive_hint', 'The server itself calls it destructive.');
  if (readOnly && dangerous)
    tell('contradicted_read_only', 'The server calls it read-only, but its words say otherwise.');
  for (const name of HINTS) {
    const value = hint(name);
    if (value !== undefined && value !== null && typeof value !== 'boolean')
      tell('malformed_hint', `The server's ${name} is not true or false; it was ignored.`, {
        hint: name,
      });
  }
  return { raises: destructive && !readOnly, reasons };
}
