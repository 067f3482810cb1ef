export type Because =
  | { readonly kind: 'risk' }
  | { readonly kind: 'rule'; readonly id: string }
  | { readonly kind: 'other'; readonly text: string };

/** Reads the decision's step: `risk high`, `rule <id>`, or a sentence of its own. */
export function readBecause(because: string): Because {
  if (/^risk( (low|medium|high))?$/.test(because)) return { kind: 'risk' };
  const rule = /^rule (.+)$/s.exec(because)?.[1];
  if (rule !== undefined) return { kind: 'rule', id: rule };
  return { kind: 'other', text: because };
}
